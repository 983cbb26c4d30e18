/** The engine's inspection of a seed and a sheet on the wire, with the names and shapes of the engine. */
import { z } from 'zod';
import { problem } from './envelope.ts';
import { columnChoice } from './column-choices.ts';
import { timestamp } from './fields.ts';
import { PAGE_SETTINGS } from './page-settings.ts';

const count = z.int().min(0);

/** Change of one cell after which its row is built. */
const cellChange = z
  .object({
    kind: z.literal('cell'),
    row: z.int().min(1).describe('As in the sheet: the header is row 1'),
    field: z.string().max(1000).describe('Name of the column'),
    value: z.string().max(100_000),
  })
  .meta({ id: 'CellChange' });

const rowRemoval = z
  .object({ kind: z.literal('remove-row'), row: z.int().min(1) })
  .meta({ id: 'RowRemoval' });

/** Requested change of the seed or the sheet. */
export const fixRequest = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('convert') }).describe('Rewrites other spellings of placeholders to brackets'),
    z
      .object({
        kind: z.literal('seed'),
        code: z.string().max(100),
        line: z.int().min(1),
        column: z.int().min(1),
      })
      .describe('One of the `fixes` of the inspected seed'),
    z.object({ kind: z.literal('letters') }).describe('Repairs double-encoded letters of the sheet'),
    cellChange,
    rowRemoval,
  ])
  .meta({ id: 'FixRequest' });

export type FixRequest = z.output<typeof fixRequest>;

const encodingChoice = z
  .object({ label: z.string().describe('Value for `encoding`'), name: z.string(), sample: z.string() })
  .meta({ id: 'EncodingChoice' });

/** A problem with its remedies. */
const foundProblem = problem
  .extend({
    moreRows: count.optional().describe('Number of other rows with the same problem'),
    encodings: z.array(encodingChoice).optional().describe('Encodings that the sheet is probably in'),
    repairable: count.optional().describe('Cells that can be repaired without a decision'),
  })
  .meta({ id: 'FoundProblem' });

export type FoundProblem = z.output<typeof foundProblem>;

const excerpt = z.array(z.object({ line: z.int(), text: z.string() }));

const place = z
  .object({
    line: z.int(),
    column: z.int(),
    leaf: z.string().describe('`title`, `content`, `slug`, `meta _yoast_wpseo_title`, …'),
    context: z.string().describe('Contexts that the value is encoded for, outermost first'),
    excerpt,
  })
  .meta({ id: 'Place' });

const placeholderUse = z
  .object({
    text: z.string().describe('As first written in the seed'),
    state: z
      .enum(['column', 'derived', 'unknown', 'waiting', 'text'])
      .describe(
        'Filled by a column, derived, not filled, waiting for a sheet, or the same text on every page',
      ),
    columns: z.array(z.string()).describe('As written in the sheet'),
    nearest: z.string().optional().describe('Nearest column, as written in the sheet'),
    isImage: z.literal(true).optional().describe('The project has no such primary image'),
    sample: z.string().optional().describe('Value for the first row that gives a page'),
    values: z.array(z.string()).describe('The first two values'),
    usedIn: z.string().describe('`Title, 3 headings, 10 in text`'),
    emptyRows: count.describe('Rows in which it is empty'),
    choice: columnChoice.optional().describe('The choice in force'),
    missingColumn: z.string().optional().describe('Chosen column that isn’t in the sheet'),
    count: count.describe('All places; the first 20 are listed'),
    places: z.array(place),
  })
  .meta({ id: 'PlaceholderUse' });

export type PlaceholderUse = z.output<typeof placeholderUse>;

const pageChoice = problem.shape.choices;

const offeredFix = z
  .object({ code: z.string(), line: z.int(), column: z.int(), label: z.string(), done: z.string() })
  .meta({ id: 'OfferedFix' });

const seedInspection = z
  .object({
    builder: z.enum(['Elementor', 'block editor', 'classic editor', 'other']),
    records: z.array(z.object({ type: z.string(), count })),
    file: z.string(),
    bytes: count,
    platform: z.string(),
    format: z.string().describe('The shape of the file, such as its dialect and version'),
    pattern: z
      .object({ title: z.string(), type: z.string(), id: z.int(), line: z.int() })
      .optional()
      .describe('The page that serves as the pattern'),
    choices: pageChoice.describe('Candidates for the seed page, if the export has several'),
    media: count,
    parents: count,
    placeholders: z.array(placeholderUse),
    untouched: z
      .array(z.object({ text: z.string(), count, line: z.int().optional() }))
      .describe('Bracketed texts that are left unchanged'),
    fixes: z.array(offeredFix).optional(),
  })
  .meta({ id: 'SeedInspection' });

export type SeedInspection = z.output<typeof seedInspection>;

const cellProblem = z
  .object({
    row: z.int().min(1),
    field: z.string().optional(),
    severity: z.enum(['fault', 'loss', 'notice']),
    code: z.string(),
    text: z.string(),
    moreRows: count.optional(),
    encodings: z.array(encodingChoice).optional(),
    repairable: count.optional(),
    remedies: z
      .array(
        z.object({
          label: z.string(),
          done: z.string(),
          fix: z.discriminatedUnion('kind', [cellChange, rowRemoval]),
        }),
      )
      .optional()
      .describe('Safest first'),
  })
  .meta({ id: 'CellProblem' });

export type CellProblem = z.output<typeof cellProblem>;

const gridRow = z.object({ row: z.int(), cells: z.array(z.string()) });

const columnInspection = z
  .object({
    name: z.string(),
    places: count.describe('Places in the seed that this column fills'),
    empty: count.describe('Rows in which it is empty'),
    samples: z.array(z.string()).describe('The first two values'),
  })
  .meta({ id: 'ColumnInspection' });

export type ColumnInspection = z.output<typeof columnInspection>;

const tableInspection = z
  .object({
    file: z.string(),
    encoding: z.string(),
    delimiter: z.string().describe('`cells` for XLSX'),
    columns: z.array(columnInspection),
    rowCount: count,
    rows: z.array(gridRow).describe('The first 100'),
    problemRows: z.array(gridRow).describe('Rows with a problem beyond the first 100, at most 100'),
    cellProblems: z.array(cellProblem).describe('At most 1,000'),
    problemCount: count,
    problemRowCount: count,
  })
  .meta({ id: 'TableInspection' });

export type TableInspection = z.output<typeof tableInspection>;

const settingInspection = z
  .object({
    name: z.enum(PAGE_SETTINGS),
    column: z.string().optional().describe('Column that sets it, as written in the sheet'),
    choice: columnChoice.optional().describe('The choice in force'),
    likely: z.string().optional().describe('Column that looks like it and has no effect yet'),
    obstacle: z.string().optional().describe('Reason why no column can set it'),
  })
  .meta({ id: 'SettingInspection' });

export type SettingInspection = z.output<typeof settingInspection>;

const outcome = z
  .object({
    pages: count,
    skipped: count,
    bytes: count,
    parts: z
      .array(z.object({ name: z.string(), bytes: count, pages: count }))
      .describe('For an output that is split'),
    tables: z
      .object({ names: z.array(z.string()), bytes: count })
      .optional()
      .describe('Files next to the parts, such as HubDB tables'),
    formedLinks: count,
    firstLink: z.object({ html: z.string(), text: z.string(), url: z.string() }).optional(),
    linkTemplate: z
      .string()
      .optional()
      .describe('Default footer link template, if it differs because of a second list'),
    placeholdersFilled: count,
    placeholdersTotal: count,
    scheduled: z
      .object({
        pages: count,
        kept: count.describe('Pages that keep the date of an earlier run'),
        last: timestamp,
      })
      .optional()
      .describe('Pages that a daily schedule dates'),
  })
  .meta({ id: 'Outcome' });

const workbook = z.object({
  sheets: z.array(z.object({ name: z.string(), isHidden: z.boolean() })),
  read: z.string().optional().describe('Name of the sheet that was read'),
});

export const inspection = z
  .object({
    workbook: workbook.optional().describe('For an Excel file'),
    combinedWorkbook: workbook.optional().describe('For an Excel file with the second list'),
    seed: seedInspection.optional(),
    table: tableInspection.optional(),
    combined: tableInspection
      .optional()
      .describe('The second list, each row of which is combined with each row of `table`'),
    settings: z
      .array(settingInspection)
      .optional()
      .describe('Settings of the pages that columns can set; omitted without a sheet'),
    outcome: outcome.optional(),
    problems: z.array(foundProblem).describe('Faults first; those of rows are in `table` and `combined`'),
  })
  .meta({ id: 'Inspection' });

export type Inspection = z.output<typeof inspection>;

/** Lines around the position at which reading a seed failed. */
export const brokenPlace = z
  .object({ line: z.int(), column: z.int(), excerpt, mark: z.string().describe('The text at the place') })
  .meta({ id: 'BrokenPlace' });

export type BrokenPlace = z.output<typeof brokenPlace>;
