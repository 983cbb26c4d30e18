/** Drafts on the wire: form entries that aren't saved yet. */
import { z } from 'zod';
import { columnChoices } from './column-choices.ts';
import { timestamp, storable, multilineText } from './fields.ts';
import { imageFile } from './image-shapes.ts';
import { problem } from './envelope.ts';
import { brokenPlace, inspection } from './inspection-shapes.ts';
import { FOOTER_CHARACTERS, MAX_INTEGER, LINK_CHARACTERS, NOTES_CHARACTERS } from './limits.ts';
import { copyTemplates, pageSchedule, preservedNames, seedPage } from './project-shapes.ts';

const MAX_TITLE_CHARACTERS = 1000;

/** Parts that a new draft may copy from another one. */
export const DRAFT_PARTS = ['seed', 'sheet', 'images'] as const;
export type DraftPart = (typeof DRAFT_PARTS)[number];

/** Another draft of the same user, and the parts to copy from it. */
export const draftSource = z.object({ draft_id: z.guid(), parts: z.array(z.enum(DRAFT_PARTS)) });

export type DraftSource = z.output<typeof draftSource>;

/** Typed fields, valid or not. */
export const draftFields = z.object({
  title: storable(z.string().max(MAX_TITLE_CHARACTERS)).default(''),
  notes: storable(multilineText(NOTES_CHARACTERS)).default(''),
  google_spread_sheet: storable(z.string().max(LINK_CHARACTERS)).default(''),
  footer_links: storable(multilineText(FOOTER_CHARACTERS)).default(''),
  keep: preservedNames.default(''),
  seed_page: seedPage.default(''),
  schedule: pageSchedule.default(''),
  site_base_url: storable(z.string().max(LINK_CHARACTERS)).default(''),
  domain_id: z.int().min(1).max(MAX_INTEGER).nullable().default(null).describe('As it was chosen'),
  columns: columnChoices.default({}),
  file_name: copyTemplates.file_name.default(''),
  caption: copyTemplates.caption.default(''),
});

export type DraftFields = z.output<typeof draftFields>;

const HIDDEN_ROWS = ['include', 'skip'] as const;

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}

/** Choices for reading a sheet; omitted ones stay, and null means the default. */
export const readingChoices = z.object({
  list: z.enum(['sheet', 'combined']).default('sheet').describe('The sheet, or the second list'),
  sheet_name: storable(z.string().max(255)).nullable().optional().describe('Sheet of an Excel file'),
  hidden_rows: z.enum(HIDDEN_ROWS).optional().describe('Rows that an Excel file hides'),
  encoding: z
    .string()
    .trim()
    .max(40)
    .refine(isEncoding, 'must be the label of an encoding')
    .nullable()
    .optional()
    .describe('For a text file: the `label` of an offered encoding'),
});

export type ReadingChoices = z.input<typeof readingChoices>;

/** The choices for reading a sheet, as they were made. */
const madeChoices = {
  sheet_name: z.string().nullable(),
  hidden_rows: z.enum(HIDDEN_ROWS),
  encoding: z.string().nullable(),
};

export const draft = z
  .object({
    id: z.guid(),
    type: z.string(),
    project_id: z.int().nullable().describe('The project that is edited'),
    is_open: z.boolean(),
    is_changed: z.boolean().describe('Changed since it was opened'),
    fields: draftFields,
    seed: z
      .object({
        name: z.string(),
        size: z.int(),
        url: z.string(),
        changes: z.array(z.string()).describe('Changes made to it on request'),
      })
      .nullable(),
    sheet: z
      .object({
        name: z.string(),
        size: z.int(),
        is_pasted: z.boolean(),
        text: z.string().nullable().describe('Pasted rows up to 1 MB'),
        ...madeChoices,
        note: z
          .string()
          .nullable()
          .describe('Explains which rows of the uploaded file are not in its fixed copy'),
      })
      .nullable(),
    combined: z
      .object({ name: z.string(), size: z.int(), ...madeChoices })
      .nullable()
      .describe('A second list, such as services: each of its rows makes a page with each row of the sheet'),
    linked: z
      .object({
        fetched_at: timestamp,
        notice: z.string().nullable().describe('Notice about a link that works'),
      })
      .nullable()
      .describe('Rows fetched from the link; used if the draft has no sheet'),
    files: z.array(imageFile).describe('Primary images'),
    revision: z.int().nullable().describe('Revision of the project when the draft was opened'),
    updated_at: timestamp,
    unreadable: z.string().nullable().describe('Files that can’t be found now, in words'),
    dropped: z
      .string()
      .nullable()
      .describe('Explains which values were dropped because the author can no longer use them'),
  })
  .meta({ id: 'Draft' });

export type Draft = z.output<typeof draft>;

export const closedDraft = z
  .object({ id: z.guid(), type: z.string(), title: z.string(), updated_at: timestamp })
  .meta({ id: 'ClosedDraft' });

/** Pages of this month under the plan of the workspace. */
export const pageLimits = z
  .object({
    plan: z.string(),
    limit: z.int().describe('-1 for no limit'),
    used: z.int(),
    adding: z.int().describe('Pages that a save of the draft would add'),
    resets_at: timestamp,
    upgrade: z
      .object({ name: z.string(), limit: z.int() })
      .nullable()
      .describe('The cheapest plan with enough pages, if the current one has too few'),
  })
  .meta({ id: 'PageLimits' });

export type PageLimits = z.output<typeof pageLimits>;

export const inspectedDraft = z
  .object({
    inspection,
    other_platform: z.string().nullable().describe('The platform that the seed more likely comes from'),
    platforms: z
      .array(z.string())
      .describe('Platforms that it may come from, if the file doesn’t identify one'),
    broken: brokenPlace.nullable().describe('Place at which reading the seed failed'),
    limits: pageLimits.nullable().describe('Null without payments'),
  })
  .meta({ id: 'InspectedDraft' });

export type InspectedDraft = z.output<typeof inspectedDraft>;

/** A template text, filled for the first rows of the draft's sheet. */
export const textPreview = z
  .object({
    rows: z
      .array(
        z.object({
          row: z.int().min(1).describe('As in the sheet: the header is row 1'),
          label: z.string().describe('Town of the row, or else its first cell with a text'),
          text: z.string().describe('HTML'),
        }),
      )
      .describe('At most 5; empty without a sheet, or if the text has a fault'),
    problems: z.array(problem),
  })
  .meta({ id: 'TextPreview' });

export type TextPreview = z.output<typeof textPreview>;

export const draftWithTowns = z
  .object({
    added: z.int(),
    skipped: z.int().describe('Towns that the sheet has already'),
    draft,
  })
  .meta({ id: 'DraftWithTowns' });

export const fixedDraft = z
  .object({
    is_fixed: z.boolean().describe('False if the change would not help; then nothing is changed'),
    done: z.array(z.string()).describe('Changes, in words'),
    draft,
  })
  .meta({ id: 'FixedDraft' });
