/** A sheet in memory. A row is one string, because a string for each cell takes more memory. */
import type { Problem } from '../problem.ts';
import { countBytes } from './clean-cell.ts';
import { toColumnKey } from './column-name.ts';

/** A named column; columns without a name aren't in the table. */
export interface TableColumn {
  /** As written in the header, trimmed. */
  readonly name: string;
  /** `toColumnKey(name)`, unique in the table; empty if an earlier column has the same name. */
  readonly key: string;
  /** Letters of the column in the sheet: `A`, `AB`. */
  readonly letter: string;
}

/** A cell with a spreadsheet error, such as `#REF!`, instead of a value. */
export interface CellError {
  /** Index of the table's column. */
  column: number;
  error: string;
}

/** NUL, which no cell contains. */
export const CELL_END = '\0';

/** Parts of a table, which then owns them. */
export interface TableParts {
  file: string;
  encoding: string;
  delimiter: string;
  columns: readonly TableColumn[];
  headerRow: number;
  /** Cells of each row, one for each column, joined by `CELL_END`. */
  rows: readonly string[];
  rowNumbers: readonly number[];
  /** By row number, like `cellErrors`. */
  rowProblems: ReadonlyMap<number, readonly Problem[]>;
  cellErrors: ReadonlyMap<number, readonly CellError[]>;
}

/** A column that isn't in the file; its texts are repeated in rotation. */
export interface AddedColumn {
  name: string;
  /** At least one, without NUL. */
  texts: readonly string[];
}

const NO_PROBLEMS: readonly Problem[] = [];
const NO_ERRORS: readonly CellError[] = [];

/**
 * Rows and columns are indexed from 0; the index of a cell is `row * columns.length + column`.
 * Skipped rows are in the table (padded or cut to its width), so that a grid can show them.
 */
export class Table {
  readonly file: string;
  /** `UTF-8`, `UTF-16LE`, `UTF-16BE`, `Windows-1252`, or `cells` if the cells were already split. */
  readonly encoding: string;
  /** `,` `;` `|` TAB, or `cells`. */
  readonly delimiter: string;
  readonly columns: readonly TableColumn[];
  /** Number of the row with the names. */
  readonly headerRow: number;
  readonly rowCount: number;
  readonly #parts: TableParts;
  /** Index of the row that was read last, and its cells. */
  #row = -1;
  #cells: readonly string[] = [];

  constructor(parts: TableParts) {
    this.file = parts.file;
    this.encoding = parts.encoding;
    this.delimiter = parts.delimiter;
    this.columns = parts.columns;
    this.headerRow = parts.headerRow;
    this.rowCount = parts.rowNumbers.length;
    this.#parts = parts;
  }

  /** Returns the same rows with columns added at the end, except names that the table already has. */
  withColumns(added: readonly AddedColumn[]): Table {
    const known = new Set(this.columns.map(({ key }) => key));
    const fresh = added.filter(({ name }) => !known.has(toColumnKey(name)));
    const rows = this.#parts.rows.map((cells, row) =>
      [cells, ...fresh.map(({ texts }) => texts[row % texts.length] ?? '')].join(CELL_END),
    );
    const columns = fresh.map(({ name }) => ({ name, key: toColumnKey(name), letter: '' }));
    return new Table({ ...this.#parts, columns: [...this.columns, ...columns], rows });
  }

  /** Returns the texts of a row. */
  getCells(row: number): readonly string[] {
    if (row !== this.#row) {
      this.#row = row;
      this.#cells = this.#parts.rows[row]?.split(CELL_END) ?? [];
    }
    return this.#cells;
  }

  text(cell: number): string {
    const width = this.columns.length;
    const row = Math.floor(cell / width);
    return this.getCells(row)[cell - row * width] ?? '';
  }

  /** Checks if the text is blank. */
  isBlank(cell: number): boolean {
    return this.text(cell).trim() === '';
  }

  /** Returns the length in bytes of UTF-8, at most 65,535. */
  getLength(cell: number): number {
    return countBytes(this.text(cell));
  }

  /** Returns the number of the row in the spreadsheet: the first record is row 1, including blank ones. */
  rowNumber(row: number): number {
    return this.#parts.rowNumbers[row] ?? 0;
  }

  /** Returns problems of severity `loss` that were found in this row, which must then be skipped. */
  rowProblems(row: number): readonly Problem[] {
    return this.#parts.rowProblems.get(this.rowNumber(row)) ?? NO_PROBLEMS;
  }

  /** Returns cells with spreadsheet errors; the row is skipped if such a column is used. */
  cellErrors(row: number): readonly CellError[] {
    return this.#parts.cellErrors.get(this.rowNumber(row)) ?? NO_ERRORS;
  }
}

/** Worksheets of an Excel file in its order. */
export interface WorkbookSheets {
  sheets: { name: string; isHidden: boolean }[];
  /** Name of the sheet that was read. */
  read?: string;
}

export interface HiddenRows {
  rows: number;
  /** Number of the first one. */
  first: number;
}

/** Result of reading a sheet; it has a table if no problem is a fault. */
export interface TableReading {
  table?: Table;
  problems: Problem[];
  /** Rows that the spreadsheet hides, which are not in the table. */
  hidden?: HiddenRows;
  /** Only for an Excel file. */
  workbook?: WorkbookSheets;
}
