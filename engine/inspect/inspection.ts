/**
 * Result of inspecting a seed and a sheet before anything is built: the shapes that the web app’s
 * panels and `geoloom inspect` show.
 */
import type { SeedFacts } from '../platforms/platform.ts';
import type { EncodingChoice, PageChoice, Problem, Severity } from '../problem.ts';
import type { WorkbookSheets } from '../sheet/table.ts';
import type { ColumnChoice } from '../language/columns.ts';
import type { PageSetting } from '../render/page-setting.ts';

/** One place of a placeholder in the seed, with three lines of the file around it. */
export interface Place {
  /** From 1, in the seed file. */
  line: number;
  column: number;
  /** Name of the leaf: `title`, `content`, `excerpt`, `slug`, `meta _yoast_wpseo_title`, … */
  leaf: string;
  /** Contexts that the value is encoded for, outermost first: `CDATA › HTML attribute`. */
  context: string;
  /** The line before, the line itself and the line after, cut to about 160 characters around the placeholder. */
  excerpt: { line: number; text: string }[];
}

export interface PlaceholderUse {
  /** As first written in the seed: `[Geo City | upper]`. */
  text: string;
  /**
   * `column`: filled by a column; `derived`: made by Geoloom; `text`: the same on every page by choice;
   * `unknown`: no match; `waiting`: no sheet yet.
   */
  state: 'column' | 'derived' | 'text' | 'unknown' | 'waiting';
  /** Column(s) that fill it, as written in the sheet. */
  columns: string[];
  /** Nearest column if nothing matches, as written in the sheet. */
  nearest?: string;
  /** The chosen source. */
  choice?: ColumnChoice;
  /** The chosen column, if the sheet doesn't have it. */
  missingColumn?: string;
  /** No match, because the project has no such primary image. */
  isImage?: true;
  /** Value for the first row that is ready to import. */
  sample?: string;
  /** First two distinct values. */
  values: string[];
  /** `Title, 3 headings, 10 in text`. */
  usedIn: string;
  /** Number of rows in which it is empty without having been chosen to be. */
  emptyRows: number;
  /** All places are counted; the first 20 are listed. */
  count: number;
  places: Place[];
}

/** A problem that one edit of the seed removes, identified by code and place. */
export interface OfferedFix {
  code: string;
  line: number;
  column: number;
  /** Label of its button: "Remove noindex". */
  label: string;
  /** Confirmation after it was applied: "noindex removed". */
  done: string;
}

export interface SeedInspection extends SeedFacts {
  file: string;
  bytes: number;
  platform: string;
  /** The shape of the file, such as its dialect and version. */
  format: string;
  /** The page that serves as the pattern. */
  pattern?: { title: string; type: string; id: number; line: number };
  /** Candidates for the seed page, if the export has several. */
  choices?: PageChoice[];
  /** Static records that are copied into the output. */
  media: number;
  parents: number;
  placeholders: PlaceholderUse[];
  /** Bracketed texts that are left unchanged: `[gallery ids="1"]`; `line` is the first, if the file has it verbatim. */
  untouched: { text: string; count: number; line?: number }[];
  /** Omitted if there are none. */
  fixes?: OfferedFix[];
}

export interface ColumnInspection {
  name: string;
  /** Number of places in the seed that this column fills. */
  places: number;
  /** Number of rows in which it is empty. */
  empty: number;
  /** First two distinct values. */
  samples: string[];
}

/** A change of the sheet that makes a row give a page, or removes the row. */
export interface RowRemedy {
  /** Label of its button: "Change its URL". */
  label: string;
  /** Confirmation after it was applied. */
  done: string;
  fix: { kind: 'remove-row'; row: number } | { kind: 'cell'; row: number; field: string; value: string };
}

/** A cell with a problem; `row` as in the sheet, `field` = column name. */
export interface CellProblem {
  row: number;
  field?: string;
  severity: Severity;
  code: string;
  text: string;
  /** Number of further rows with the same problem. */
  moreRows?: number;
  /** Likely encodings of the sheet. */
  encodings?: EncodingChoice[];
  /** Cells that can be repaired without a decision. */
  repairable?: number;
  /** Safest first; omitted if there are none. */
  remedies?: RowRemedy[];
}

export interface GridRow {
  /** As in the sheet: the header is row 1. */
  row: number;
  cells: string[];
}

export interface TableInspection {
  file: string;
  encoding: string;
  /** `,` `;` `|` TAB, or `cells` for XLSX */
  delimiter: string;
  columns: ColumnInspection[];
  /** Rows with data, including skipped ones. */
  rowCount: number;
  /** The first 100 rows. */
  rows: GridRow[];
  /** Rows with a problem beyond the first 100, at most 100 of them. */
  problemRows: GridRow[];
  /** All row problems, at most 1,000 listed; `problemCount` counts all. */
  cellProblems: CellProblem[];
  problemCount: number;
  /** Rows that have one of these problems. */
  problemRowCount: number;
}

/** A setting of the pages, such as their author, and the column that sets it. */
export interface SettingInspection extends Pick<PageSetting, 'name' | 'choice' | 'obstacle'> {
  /** As written in the sheet; omitted if none sets it. */
  column?: string;
  /** Column that looks like it. */
  likely?: string;
}

/** Expected output, exact. */
export interface Outcome {
  pages: number;
  skipped: number;
  /** Total bytes of all parts as they would be written. */
  bytes: number;
  /** Above 10,000,000 bytes the user is asked whether to split; this is the answer "yes". */
  parts: { name: string; bytes: number; pages: number }[];
  /** Files next to the parts, such as HubDB tables; omitted if the platform has none. */
  tables?: { names: string[]; bytes: number };
  formedLinks: number;
  /** The first valid link, filled, and its text as visitors see it. */
  firstLink?: { html: string; text: string; url: string };
  /** Default footer link template, if it differs because of a second list. */
  linkTemplate?: string;
  placeholdersFilled: number;
  placeholdersTotal: number;
  /** Pages that a daily schedule dates, those that keep the date of an earlier run, and the last date in UTC. */
  scheduled?: { pages: number; kept: number; last: string };
}

export interface Inspection {
  /** The sheets of an Excel file, even if the one that was read has a fault. */
  workbook?: WorkbookSheets;
  /** The same for the second list. */
  combinedWorkbook?: WorkbookSheets;
  seed?: SeedInspection;
  table?: TableInspection;
  /** The second list, each row of which is combined with each row of the table. */
  combined?: TableInspection;
  /** Omitted without a sheet. */
  settings?: SettingInspection[];
  outcome?: Outcome;
  /** All problems at once, faults first. */
  problems: Problem[];
}
