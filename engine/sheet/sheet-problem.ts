/** Problems of a sheet: code, severity and text, which says what is wrong and how to fix it. */
import { CELL_BYTES, SHEET_COLUMNS, SHEET_ROWS } from '../limits.ts';
import type { Problem, Severity } from '../problem.ts';
import { describeCellError } from './cell-error.ts';
import type { SheetKind } from './sheet-head.ts';
import { RECORD_BYTES, SHEET_BYTES, SHEET_CELLS } from './sheet-limits.ts';
import type { HiddenRows } from './table.ts';

/** Place of a problem; `SheetProblems` adds the file. */
export interface SheetPlace {
  row?: number | undefined;
  field?: string | undefined;
}

type Wording = readonly [code: string, severity: Severity, text: string];

/** Cells of one kind. */
interface Cleaned {
  cells: number;
  /** `B2`. */
  first: string;
  sample: string;
}

const count = (value: number, noun: string): string =>
  `${value.toLocaleString('en-US')} ${noun}${value === 1 ? '' : 's'}`;

const formatRow = (row: number): string => row.toLocaleString('en-US');

function describeHidden({ rows, first }: HiddenRows): string {
  return rows === 1
    ? `Row ${formatRow(first)} is hidden or filtered out in the spreadsheet, so it is skipped.`
    : `${count(rows, 'row')} are hidden or filtered out in the spreadsheet, so they are skipped. The first is row ${formatRow(first)}.`;
}

/** Describes the hidden rows that a fixed copy of the sheet doesn't have. */
export function describeHiddenInCopy(hidden: HiddenRows): string {
  const them = hidden.rows === 1 ? 'it' : 'them';
  return `${describeHidden(hidden)} The fixed copy doesn’t have ${them}. To use ${them}, upload the file again and include hidden rows before you fix anything.`;
}

const KIND_TEXT: Record<SheetKind, readonly [code: string, text: string]> = {
  excel: [
    'sheet-binary',
    'This is an Excel file, not CSV. Give it a name that ends in .xlsx, or save the sheet as CSV.',
  ],
  'old-excel': [
    'sheet-binary',
    'This is an old Excel file (.xls), or an Excel file with a password. Open it in your spreadsheet program and save it as .xlsx without a password, or as CSV.',
  ],
  'open-document': [
    'sheet-binary',
    'This is an OpenDocument file (.ods). Open it and save it as .xlsx or as CSV.',
  ],
  zip: ['sheet-binary', 'This is a ZIP archive. Unpack it and use the sheet inside.'],
  gzip: ['sheet-binary', 'This is a compressed file (.gz). Unpack it and use the sheet inside.'],
  pdf: ['sheet-binary', 'This is a PDF. Open the sheet that it was made from and save it as CSV or XLSX.'],
  image: ['sheet-binary', 'This is an image. Save the sheet as CSV or XLSX.'],
  binary: ['sheet-binary', 'This file is not text. Save the sheet as "CSV UTF-8" or XLSX.'],
  html: [
    'sheet-html',
    'This is a web page. If it came from a link, the sheet is probably not public: share it as "Anyone with the link: Viewer", or paste the data.',
  ],
  xml: [
    'sheet-xml',
    'This is an XML file. Save the sheet as CSV or XLSX, and use this file as the seed page.',
  ],
};

/** One function per problem; numbers are counts, names are columns as written in the header. */
export const SHEET_PROBLEM = {
  kind: (kind: SheetKind): Wording => [KIND_TEXT[kind][0], 'fault', KIND_TEXT[kind][1]],
  empty: (): Wording => [
    'sheet-empty',
    'fault',
    'The sheet is empty. The first row must contain the column names; each row below it becomes a page.',
  ],
  headerOnly: (): Wording => [
    'header-only',
    'fault',
    'The sheet has a header but no rows below it. Add rows below the header.',
  ],
  tooManyRows: (): Wording => [
    'sheet-too-long',
    'fault',
    `The sheet has more than ${count(SHEET_ROWS, 'row')}. Split it into several sheets.`,
  ],
  tooManyColumns: (columns: number): Wording => [
    'sheet-too-wide',
    'fault',
    `The header has ${count(columns, 'column')}, at most ${SHEET_COLUMNS.toLocaleString('en-US')} are allowed. Remove columns that no placeholder needs.`,
  ],
  tooManyBytes: (): Wording => [
    'sheet-too-large',
    'fault',
    `The cells have more than ${count(SHEET_BYTES, 'byte')} of text. Split the sheet into several.`,
  ],
  tooManyCells: (): Wording => [
    'sheet-too-large',
    'fault',
    `The sheet has more than ${count(SHEET_CELLS, 'cell')}. Remove columns that no placeholder needs, or split the sheet into several.`,
  ],
  duplicateHeader: (first: string, second: string): Wording => [
    'duplicate-header',
    'notice',
    `Two columns have the same name: ${first} and ${second}. Case, spaces, _ and - are ignored. Rename or remove one of them if a placeholder uses this name.`,
  ],
  moreDuplicateHeaders: (columns: number): Wording => [
    'duplicate-header',
    'notice',
    `${count(columns, 'more column')} ${columns === 1 ? 'repeats' : 'repeat'} the name of an earlier column. Rename or remove them if a placeholder uses their name.`,
  ],
  headerRepeated: (): Wording => [
    'header-repeated',
    'loss',
    'This row repeats the header, as happens when sheets are pasted below one another. Delete it.',
  ],
  totals: (): Wording => [
    'row-totals',
    'loss',
    'This row contains the totals of the rows above, so it isn’t a page. Delete it.',
  ],
  cellErrors: ({ cells, first, error }: { cells: number; first: string; error: string }): Wording => [
    'cell-error',
    'notice',
    `${cells === 1 ? `Cell ${first} has no value` : `${count(cells, 'cell')} of this column have no value, the first is ${first}`}: ${describeCellError(error)}. If a placeholder uses this column, such a row is skipped.`,
  ],
  nameless: (letter: string): Wording => [
    'column-nameless',
    'notice',
    `Column ${letter} has text but no name in the header, so it is ignored. Name it if you need it.`,
  ],
  farColumn: (letter: string): Wording => [
    'column-far',
    'notice',
    `Column ${letter} is too far to the right to be read. Move it next to the others if you need it.`,
  ],
  noNames: (): Wording => [
    'header-nameless',
    'fault',
    'No cell of the header names a column. The first row must contain the names, such as geo_city.',
  ],
  title: (cells: number): Wording => [
    'header-title',
    'fault',
    `This row names one column only, and most rows below have text in up to ${cells}. If it is a title, remove it, so that the first row names the columns; if not, name the other columns, and put cells with separators between quotation marks.`,
  ],
  headerTooLong: (letter: string): Wording => [
    'cell-too-long',
    'fault',
    `The name of column ${letter} is longer than ${count(CELL_BYTES, 'byte')}. Shorten it.`,
  ],
  ragged: (cells: number, header: number): Wording => [
    'row-ragged',
    'loss',
    `The row has ${count(cells, 'cell')}, the header has ${header}. Check for a missing or an extra separator, or for text with a separator that is not in quotation marks.`,
  ],
  cellTooLong: (bytes: number): Wording => [
    'cell-too-long',
    'loss',
    `The cell has ${count(bytes, 'byte')}, at most ${count(CELL_BYTES, 'byte')} are allowed. Shorten it.`,
  ],
  rowTooLong: (): Wording => [
    'row-too-long',
    'loss',
    `The row is longer than ${count(RECORD_BYTES, 'byte')}. Shorten it.`,
  ],
  quoteOpen: (letter: string): Wording => [
    'quote-open',
    'fault',
    `A quotation mark opens the cell in column ${letter} and is never closed, so everything after it would be one cell. Close it, or write a quotation mark that belongs to the text twice ("").`,
  ],
  quoteStray: (severity: Severity, letter: string): Wording => [
    'quote-stray',
    severity,
    `Text follows the closing quotation mark of the cell in column ${letter}, so the end of the cell is ambiguous. Write a quotation mark twice ("") where it belongs to the text.`,
  ],
  quoteTail: (): Wording => [
    'quote-stray',
    'loss',
    'This row may be the rest of a row above in which a quotation mark is out of place. Fix the row above first.',
  ],
  quoteLiteral: (letter: string): Wording => [
    'quote-literal',
    'notice',
    `A quotation mark opens the cell in column ${letter} and is never closed, so it was read as text. Check that the sheet is not cut off here.`,
  ],
  charactersDropped: (dropped: number): Wording => [
    'characters-dropped',
    'notice',
    `${count(dropped, 'character')} that XML does not allow (control characters and the like) ${dropped === 1 ? 'was' : 'were'} removed from the cell. Check that its text is still right.`,
  ],
  charactersDroppedMore: (cells: number): Wording => [
    'characters-dropped',
    'notice',
    `Such characters were also removed from ${count(cells, 'more cell')}. Clean the sheet if these characters matter.`,
  ],
  encodingGuessed: (cells: number, readings: string): Wording => [
    'encoding-guessed',
    'notice',
    `${count(cells, 'cell')} ${cells === 1 ? 'has' : 'have'} letters that aren’t UTF-8 (this is the first). ${readings} Check the letters. If they are wrong, save the sheet as "CSV UTF-8".`,
  ],
  shortRows: (rows: number): Wording => [
    'row-short',
    'notice',
    `${count(rows, 'row')} ${rows === 1 ? 'has' : 'have'} fewer cells than the header (this is the first). The missing cells are read as empty. Check that no separator is missing.`,
  ],
  heading: (): Wording => [
    'row-heading',
    'loss',
    'This row has one value merged across several columns, so it is a heading, not a page. Delete it, or unmerge the cells.',
  ],
  unfilledRows: (rows: number, first: number): Wording => [
    'rows-without-town',
    'notice',
    rows === 1
      ? `Row ${formatRow(first)} has no town, only what a formula or a checkbox repeats, so it is skipped. Delete it from the sheet if you like.`
      : `${count(rows, 'row')} have no town, only what a formula or a checkbox repeats, so they are skipped. The first is row ${formatRow(first)}. Delete them from the sheet if you like.`,
  ],
  hiddenRows: (hidden: HiddenRows): Wording => [
    'rows-hidden',
    'notice',
    `${describeHidden(hidden)} If ${hidden.rows === 1 ? 'it is a page' : 'they are pages'} too, include hidden rows.`,
  ],
  nothingShown: (): Wording => [
    'header-only',
    'fault',
    'No rows are left: each one is hidden or has no town. Unhide the rows in the spreadsheet, or fill them in.',
  ],
  headerError: (letter: string, error: string): Wording => [
    'header-error',
    'notice',
    `Column ${letter} shows the error ${error} instead of a name, so it is ignored. Enter a name in the header if you need it.`,
  ],
  trimmed: ({ cells, first }: Cleaned): Wording => [
    'cells-trimmed',
    'notice',
    `${count(cells, 'cell')} had spaces or invisible characters at the edges (first: ${first}). They were removed.`,
  ],
  unwrapped: ({ cells, first }: Cleaned): Wording => [
    'cells-unwrapped',
    'notice',
    `${count(cells, 'cell')} had spreadsheet marks around the value, such as ="00501" or '00501 (first: ${first}). Only the value was kept.`,
  ],
  lineEnds: ({ cells, first }: Cleaned): Wording => [
    'cells-line-ends',
    'notice',
    `${count(cells, 'cell')} had Windows or old Mac line breaks (first: ${first}). They are ordinary line breaks now.`,
  ],
  breaks: ({ cells, first }: Cleaned): Wording => [
    'cells-breaks',
    'notice',
    `${count(cells, 'cell')} had vertical tabs or page breaks inside (first: ${first}). Each is a space now.`,
  ],
  formulas: ({ cells, first, sample }: Cleaned): Wording => [
    'cell-formula',
    'notice',
    `${count(cells, 'cell')} ${cells === 1 ? 'has' : 'have'} a formula instead of its result: ${first} is ${sample}. A page would show the formula. Paste the values in the spreadsheet, then export it again.`,
  ],
  garbled: ({ cells, first, sample }: Cleaned): Wording => [
    'letters-garbled',
    'notice',
    `${count(cells, 'cell')} ${cells === 1 ? 'has' : 'have'} letters that were saved in the wrong encoding. ${first} should probably be "${sample}". Repair them in the sheet, or export it again as "CSV UTF-8".`,
  ],
  damaged: ({ cells, first, sample }: Cleaned): Wording => [
    'letters-damaged',
    'notice',
    `${count(cells, 'cell')} ${cells === 1 ? 'has' : 'have'} letters that were lost when the sheet was saved: ${first} is "${sample}". Type them again, or export the sheet again as "CSV UTF-8".`,
  ],
  zeroLost: (values: number): Wording => [
    'zero-lost',
    'notice',
    `${count(values, 'ZIP code')} of this column ${values === 1 ? 'has' : 'have'} fewer than five digits (this is the first): a spreadsheet has probably dropped the leading zeros. Format the column as text and type the zeros again.`,
  ],
} as const;

/** Problems of one sheet in the order in which they were found. */
export class SheetProblems {
  list: Problem[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  add([code, severity, text]: Wording, { row, field }: SheetPlace = {}): Problem {
    const problem: Problem = { code, severity, text, file: this.#file };
    if (row !== undefined) problem.row = row;
    if (field !== undefined) problem.field = field;
    this.list.push(problem);
    return problem;
  }

  /** Removes the problems with this code. */
  drop(code: string): void {
    this.list = this.list.filter((problem) => problem.code !== code);
  }

  get hasFault(): boolean {
    return this.list.some((problem) => problem.severity === 'fault');
  }
}
