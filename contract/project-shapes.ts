/** Projects on the wire. Field names are those of the specification. */
import { z } from 'zod';
import { columnChoices, formColumnChoices } from './column-choices.ts';
import {
  GUID_META,
  ROW_ID_META,
  isEmptyField,
  timestamp,
  rowId,
  storable,
  PAYLOAD_TOO_LARGE,
  multilineText,
  findLinkFault,
  webLink,
} from './fields.ts';
import { joinNames } from './preserved-names.ts';
import {
  FOOTER_CHARACTERS,
  MAX_INTEGER,
  LINK_CHARACTERS,
  NOTES_CHARACTERS,
  SEED_BYTES,
  SHEET_BYTES,
  TEMPLATE_CHARACTERS,
} from './limits.ts';
import { PROJECT_TEXTS } from './project-texts.ts';
import { imageFile, townImages } from './image-shapes.ts';
import { PLATFORMS } from './platforms.ts';
import { PROJECT_TYPES } from './project-types.ts';
import { qualityGate } from './quality-gate.ts';
import { RUN_STATES, run, runListItem, runPart } from './run-shapes.ts';

/** Platforms whose files don't name a site, as descriptions list them. */
const SITE_PLATFORMS = PLATFORMS.filter(({ hasSiteUrl }) => hasSiteUrl)
  .map(({ name }) => name)
  .join(' and ');

/** Lower case on the wire. */
export const projectType = z.string().trim().toLowerCase().pipe(z.enum(PROJECT_TYPES));

/** Form that a draft belongs to. */
export const draftForm = z.object({
  project_id: rowId
    .optional()
    .meta({ ...ROW_ID_META, description: 'The project that is edited; omitted for a new one' }),
});

const TITLE_CHARACTERS = 300;
const NOTES_TOO_LONG = `Notes must be at most ${NOTES_CHARACTERS.toLocaleString('en-US')} characters`;
const FOOTER_TOO_LONG = `The footer link template must be at most ${FOOTER_CHARACTERS.toLocaleString('en-US')} characters`;
export const DEFAULT_FOOTER_LINKS = '<a href="[geo_url]">[geo_city]</a><br>';

const sheetLink = webLink().default('');

const NAMES_CHARACTERS = 4000;
const SEED_PAGE_CHARACTERS = 1000;
const SCHEDULE_CHARACTERS = 200;

/** Names in brackets that aren't placeholders, comma-joined. */
export const preservedNames = storable(z.string().max(NAMES_CHARACTERS))
  .overwrite((text) => joinNames([text]))
  .describe('Names in brackets that aren’t placeholders and are left unchanged, comma-separated: `owner,zip`')
  .meta({ examples: ['owner,zip'] });

/** Seed page of a full export. */
export const seedPage = storable(z.string().trim().max(SEED_PAGE_CHARACTERS))
  .describe('Title, ID or slug of the page to fill; empty if the export has only one')
  .meta({ examples: ['plumber-geo_city'] });

/** Dates of the pages. */
export const pageSchedule = storable(z.string().trim().max(SCHEDULE_CHARACTERS))
  .describe(
    'Dates of the pages: `10 a day from 2026-12-01 09:00 America/Denver`, `as drafts`, or `all now`, which is the same as empty',
  )
  .meta({ examples: ['10 a day from 2026-12-01 09:00 America/Denver'] });

const BAD_SITE = 'Enter a valid URL, such as https://www.example.com';

/** @returns a short reason why this can't be the base of a site's URLs; undefined if it can */
export function findSiteFault(text: string): string | undefined {
  const fault = findLinkFault(text);
  if (fault !== undefined) return fault;
  const [sign] = /[\s?#@]/.exec(text.trim()) ?? [];
  if (sign === undefined) return undefined;
  return sign.trim() === '' ? 'Spaces aren’t allowed' : `Remove the “${sign}”`;
}

/** Site URL without a trailing slash; a folder stays. */
const siteBaseUrl = storable(z.string().trim().max(LINK_CHARACTERS, BAD_SITE))
  .refine((text) => text === '' || findSiteFault(text) === undefined, BAD_SITE)
  .overwrite((text) => text.replace(/\/+$/, ''));

const BYTES_OF_UTF16_UNIT = 3;

/** Counting bytes takes as long as encoding them, so they are counted only if the text may be too long. */
const isSheetSize = (text: string): boolean =>
  text.length * BYTES_OF_UTF16_UNIT <= SHEET_BYTES || new TextEncoder().encode(text).length <= SHEET_BYTES;

/** Pasted or dropped rows. */
export const script = z.string().refine(isSheetSize, {
  message: PROJECT_TEXTS.dataTooLarge,
  params: PAYLOAD_TOO_LARGE,
});

/** Name for pasted rows. */
export const PASTED_NAME = 'pasted-data.csv';

/** Name of the file with the rows. */
const scriptName = storable(z.string().trim().min(1).max(255))
  .optional()
  .describe(`Name of the file that the rows of \`script\` come from; omitted: ${PASTED_NAME}`);

const projectTitle = storable(
  z
    .string('Title is required')
    .trim()
    .min(1, 'Title is required')
    .max(TITLE_CHARACTERS, `Title must be at most ${TITLE_CHARACTERS} characters`),
);

/** Number of a form, which arrives as text; an empty one is omitted. */
const formNumber = z
  .union([z.number(), z.string(), z.null()])
  .transform((value) => (isEmptyField(value) ? undefined : Number(value)))
  .pipe(z.int().min(0).max(MAX_INTEGER).optional())
  .optional();

/** The domain of a project: an empty text removes it, and an omitted one changes nothing. */
const domainChoice = z
  .union([z.number(), z.string(), z.null()])
  .transform((value) => (isEmptyField(value) ? null : Number(value)))
  .pipe(z.int().min(1).max(MAX_INTEGER).nullable())
  .optional()
  .meta({ ...ROW_ID_META, description: 'Empty for none; omitted: that of the project' });

const textTemplate = storable(
  z.string().trim().max(TEMPLATE_CHARACTERS, `must be at most ${TEMPLATE_CHARACTERS} characters`),
).optional();

/** Templates for names and captions of a Geocoder's copies. */
export const copyTemplates = {
  file_name: textTemplate.describe(
    'Geocoder: names of copies without extension; empty: image, city and state',
  ),
  caption: textTemplate.describe('Geocoder: captions of copies; empty: city and state'),
};

/** The fields of save-xml, the update call and save-test. */
export const projectFields = z
  .object({
    title: projectTitle,
    notes: storable(multilineText(NOTES_CHARACTERS, NOTES_TOO_LONG)).default(''),
    google_spread_sheet: sheetLink,
    script: script.default(''),
    script_name: scriptName,
    footer_links: storable(multilineText(FOOTER_CHARACTERS, FOOTER_TOO_LONG)).default(DEFAULT_FOOTER_LINKS),
    keep: preservedNames.optional().describe(`${preservedNames.description}; omitted: those of the project`),
    seed_page: seedPage.optional().describe(`${seedPage.description}; omitted: that of the project`),
    schedule: pageSchedule.optional().describe(`${pageSchedule.description}; omitted: that of the project`),
    site_base_url: siteBaseUrl
      .optional()
      .describe(`${SITE_PLATFORMS} only: beginning of the URLs; omitted: that of the project`),
    type: projectType.default('wordpress'),
    project_id: formNumber.meta(ROW_ID_META),
    domain_id: domainChoice,
    key: z
      .uuid()
      .optional()
      .describe(
        'Idempotency key of a new project, chosen by its form: a repeated save creates no second one',
      ),
    ...copyTemplates,
    split_xml_file: formNumber.refine(
      (value) => value === undefined || value === 0 || value === 2,
      'must be 0 (one file) or 2 (several)',
    ),
    revision: formNumber.describe(
      'Revision of the project as it was loaded; another one is rejected with 409',
    ),
    draft_id: z
      .union([z.literal(''), z.guid()])
      .optional()
      .meta({
        ...GUID_META,
        description:
          'The draft that seed, sheet and images come from, if the call has none; omitted: the newest open draft of the form; empty: no draft',
      }),
    columns: formColumnChoices.describe(
      'Columns that fill placeholders, as JSON in a form; omitted: those of the project',
    ),
    template_type: z
      .string()
      .max(100)
      .optional()
      .describe('In an update: the type of the project, which can’t change'),
    uploadedSeedPage: z
      .string()
      .max(SEED_BYTES)
      .nullable()
      .optional()
      .describe('In an update as JSON: the text of a new seed page; in a form it is the file'),
    projectId: formNumber.meta(ROW_ID_META).describe('In an update: the id in the URL'),
  })
  .refine(
    (fields) => fields.google_spread_sheet !== '' || fields.script.trim() !== '' || Boolean(fields.draft_id),
    { path: ['google_spread_sheet'], message: PROJECT_TEXTS.dataRequired },
  );

export const saveReply = z
  .object({
    project_id: z.int(),
    run_id: z.int(),
    question_is_split_file: z.literal(true).optional(),
    split_xml_file: z.int().optional().describe('Number of parts after a split'),
    output_bytes: z.int().optional().describe('Size of the single file to split'),
    revision: z.int().describe('New revision of the project, for the next save of this form'),
  })
  .meta({ id: 'SaveReply', examples: [{ project_id: 7, run_id: 12, revision: 1 }] });

export type SaveReply = z.output<typeof saveReply>;

const base = {
  id: z.int(),
  title: z.string(),
  type: z.string(),
  is_read_only: z.boolean().describe('It belongs to an inactive agency'),
  updated_at: timestamp,
  created_at: timestamp,
};

/** State of a project by its runs: `draft` before the first, `test_only` until a full one has completed. */
export const PROJECT_STATES = [...RUN_STATES, 'test_only'] as const;
const projectState = z.enum(PROJECT_STATES);
export type ProjectState = z.output<typeof projectState>;

export const projectListItem = z
  .object({
    ...base,
    domain: z.string().nullable().describe('Name of its domain'),
    state: projectState.describe(
      'State of the current run if the last one ended well, otherwise of the last one',
    ),
    pages: z.int().nullable().describe('Pages of the current run'),
    skipped: z.int().nullable().describe('Rows that the current run skipped'),
    last_run: runListItem.nullable(),
  })
  .meta({ id: 'ProjectListItem' });

export type ProjectListItem = z.output<typeof projectListItem>;

export const projectFigures = z
  .object({
    projects: z.int(),
    with_pages: z.int().describe('Projects that have pages ready'),
    pages: z.int().describe('Pages of all current runs'),
    skipped: z.int().describe('Rows that the current runs skipped'),
    tested: z.int().describe('Projects of which a test has completed'),
    downloaded: z.int().describe('Projects of which a part or the zip was downloaded'),
    states: z.partialRecord(projectState, z.int()).describe('How many projects show each state'),
  })
  .meta({
    id: 'ProjectFigures',
    examples: [
      {
        projects: 2,
        with_pages: 1,
        pages: 500,
        skipped: 0,
        tested: 1,
        downloaded: 1,
        states: { completed: 1, draft: 1 },
      },
    ],
  });

export type ProjectFigures = z.output<typeof projectFigures>;

const formedLink = z
  .object({ flink: z.string(), url: z.string(), label: z.string() })
  .meta({ id: 'FormedLink' });

export const project = z
  .object({
    ...base,
    template_type: z.string(),
    notes: z.string(),
    revision: z.int(),
    domain_id: z.int().nullable(),
    domain: z.string().nullable().describe('Its name'),
    base_site_url: z.string().describe('URL of the site, as in the links of the current run'),
    google_spread_sheet: z.string(),
    script: z
      .string()
      .nullable()
      .describe('Null if it is larger than 1 MB or can’t be read now: read script_url instead'),
    script_url: z.string().nullable(),
    script_name: z.string().nullable().describe('Name of the file that the pasted or dropped rows come from'),
    footer_links: z.string(),
    keep: z.string().describe('Names of brackets that are left unchanged, comma-joined'),
    seed_page: z.string().describe('Title, ID or slug of the page to fill; empty for none'),
    schedule: z.string().describe('As the user entered it; empty if all pages are published now'),
    columns: columnChoices,
    quality_gate: qualityGate.nullable().describe('Null for none; a save of the project keeps it'),
    site_base_url: z
      .string()
      .describe(`As the user entered it; empty for none, and for types other than ${SITE_PLATFORMS}`),
    formed_links: z.array(formedLink).describe('The first 200'),
    formed_links_url: z.string().nullable(),
    xmlFiles: z.array(z.string()),
    parts: z.array(runPart),
    key: z.string(),
    template_file: z.object({ name: z.string(), size: z.int(), url: z.string() }).nullable(),
    files: z.array(imageFile).describe('Primary images'),
    download_all_url: z.string().nullable(),
    file_name: z.string().describe('Template of a Geocoder'),
    caption: z.string().describe('Template of a Geocoder'),
    cities: z.array(z.string()).describe('Towns of `images`'),
    images: z
      .array(townImages)
      .describe('Geocoder: copies of the current run by town, the first 200 or those of one town'),
    town_count: z.int().describe('Towns of the current run of a Geocoder'),
    download_all_images_url: z
      .string()
      .nullable()
      .describe('Signed URL of a zip of all copies, with a folder for each town'),
    unreadable: z
      .string()
      .nullable()
      .describe('Which stored file can’t be read now, and what to do; null if all can'),
    report: run.nullable().describe('The current full run: the newest that completed, or the restored one'),
    progress: run
      .nullable()
      .describe('The latest run of any kind; a test that began during a full run is only in `test`'),
    test: run.nullable().describe('The newest test; it may be `progress`, or be older than it'),
    runs: z.array(runListItem).describe('The newest 20'),
  })
  .meta({ id: 'Project' });

export type Project = z.output<typeof project>;
