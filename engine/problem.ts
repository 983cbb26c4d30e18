/**
 * Problems in one shape for the whole product: the engine returns them for bad input and never throws. The server,
 * the command line and the browser show them unchanged.
 */

/**
 * Effect of a problem. `fault` refuses the whole run (unreadable seed, no column for the slug), `loss` skips one row,
 * `notice` skips nothing.
 */
export type Severity = 'fault' | 'loss' | 'notice';

/** A page of a whole export that can be the seed page. */
export interface PageChoice {
  /** Identifies this page within the export: its id, else its slug or title; empty if all are shared. */
  page: string;
  title: string;
  /** `page`, `post`, … */
  type: string;
  /** 0 without one. */
  id: number;
  slug: string;
  status: string;
}

/** An encoding that a sheet of text can be read in by choice. */
export interface EncodingChoice {
  /** As TextDecoder names it. */
  label: string;
  name: string;
  /** A cell as it would be read. */
  sample: string;
}

/** A problem, its place, and what to do about it, at the end of the text. */
export interface Problem {
  /** Stable, kebab-case, e.g. `duplicate-slug`. */
  code: string;
  severity: Severity;
  /** Plain sentences: the problem, then what to do. */
  text: string;
  /** Name of the file as the user knows it. */
  file?: string;
  /** Line of a seed or a part, from 1. */
  line?: number;
  /** Column within that line, from 1. */
  column?: number;
  /** Row of the sheet as a spreadsheet counts it: the header is row 1. */
  row?: number;
  /** Row of the second of two combined lists, if the problem is about one page; `file` and `row` are of the first. */
  combinedRow?: number;
  /** Column name of the sheet, or the name of the seed's leaf. */
  field?: string;
  /** Rows besides `row` that have the same; the text names the first of them. */
  moreRows?: number;
  /** Pages of which the user has to choose one. */
  choices?: PageChoice[];
  /** Encodings that the sheet is probably in. */
  encodings?: EncodingChoice[];
  /** Cells that can be repaired without a decision. */
  repairable?: number;
}
