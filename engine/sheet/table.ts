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

/** Cells of a table and problems of its rows; rows are indexed from 0. */
export interface TableRows {
  readonly count: number;
  /** Texts of a row, one for each column. */
  getCells(row: number): readonly string[];
  getNumber(row: number): number;
  getProblems(row: number): readonly Problem[];
  getErrors(row: number): readonly CellError[];
}

/** Everything about a table but its rows. */
export interface TableHead {
  file: string;
  encoding: string;
  delimiter: string;
  columns: readonly TableColumn[];
  headerRow: number;
}

/** Parts of a table, which then owns them. */
export interface TableParts extends TableHead {
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

/** The row of a file that a problem is about. */
export interface RowPlace {
  file: string;
  row: number;
  /** Row of the second list, if the problem is about a combination of both. */
  combinedRow?: number;
}

const NO_PROBLEMS: readonly Problem[] = [];
const NO_ERRORS: readonly CellError[] = [];

/** Rows as their reader stored them. */
function storeRows({ rows, rowNumbers, rowProblems, cellErrors }: TableParts): TableRows {
  const getNumber = (row: number): number => rowNumbers[row] ?? 0;
  return {
    count: rowNumbers.length,
    getCells: (row) => rows[row]?.split(CELL_END) ?? [],
    getNumber,
    getProblems: (row) => rowProblems.get(getNumber(row)) ?? NO_PROBLEMS,
    getErrors: (row) => cellErrors.get(getNumber(row)) ?? NO_ERRORS,
  };
}

/** Creates a table from the parts that its reader stored. */
export function createTable(parts: TableParts): Table {
  return new Table(parts, storeRows(parts));
}

/**
 * Rows and columns are indexed from 0.
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
  /** The two lists of a combination, or this table alone. Their columns come first, in this order. */
  readonly lists: readonly Table[];
  readonly #head: TableHead;
  readonly #rows: TableRows;
  /** Index of the row that was read last, and its cells. */
  #row = -1;
  #cells: readonly string[] = [];

  constructor(head: TableHead, rows: TableRows, lists?: readonly Table[]) {
    this.file = head.file;
    this.encoding = head.encoding;
    this.delimiter = head.delimiter;
    this.columns = head.columns;
    this.headerRow = head.headerRow;
    this.rowCount = rows.count;
    this.lists = lists ?? [this];
    this.#head = head;
    this.#rows = rows;
  }

  /** True if each row combines a row of one list with a row of another. */
  get isCombined(): boolean {
    return this.lists.length > 1;
  }

  /** Returns the same rows with columns added at the end, except names that the table already has. */
  withColumns(added: readonly AddedColumn[]): Table {
    const known = new Set(this.columns.map(({ key }) => key));
    const fresh = added.filter(({ name }) => !known.has(toColumnKey(name)));
    const columns = fresh.map(({ name }) => ({ name, key: toColumnKey(name), letter: '' }));
    const rows = {
      ...this.#rows,
      getCells: (row: number) => [
        ...this.#rows.getCells(row),
        ...fresh.map(({ texts }) => texts[row % texts.length] ?? ''),
      ],
    };
    const head = { ...this.#head, columns: [...this.columns, ...columns] };
    return new Table(head, rows, this.isCombined ? this.lists : undefined);
  }

  /** Returns the same rows with texts for the empty cells of columns. */
  withTexts(filled: readonly AddedColumn[]): Table {
    const texts = this.columns.map(({ key }) => filled.find(({ name }) => toColumnKey(name) === key)?.texts);
    const getCells = (row: number) =>
      this.#rows
        .getCells(row)
        .map((cell, column) => (cell.trim() === '' ? (texts[column]?.[row] ?? cell) : cell));
    const lists = this.isCombined ? this.lists : undefined;
    return new Table(this.#head, { ...this.#rows, getCells }, lists);
  }

  /** Returns the texts of a row. */
  getCells(row: number): readonly string[] {
    if (row !== this.#row) {
      this.#row = row;
      this.#cells = this.#rows.getCells(row);
    }
    return this.#cells;
  }

  /** Returns the text of a cell; empty for one that doesn’t exist. */
  getCell(row: number, column: number): string {
    return this.getCells(row)[column] ?? '';
  }

  /** Checks if the text of a cell is blank. */
  isBlank(row: number, column: number): boolean {
    return this.getCell(row, column).trim() === '';
  }

  /** Returns the length of a cell in bytes of UTF-8, at most 65,535. */
  getLength(row: number, column: number): number {
    return countBytes(this.getCell(row, column));
  }

  /**
   * Returns the number of the row in the spreadsheet: the first record is row 1, including blank ones. Rows of a
   * combination are numbered as if they were a sheet of their own, from 2.
   */
  rowNumber(row: number): number {
    return this.#rows.getNumber(row);
  }

  /** Finds the row with that number in the spreadsheet; returns its index or -1. */
  findRow(number: number): number {
    let low = 0;
    let high = this.rowCount - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.rowNumber(middle);
      if (found === number) return middle;
      if (found < number) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Returns problems of severity `loss` that were found in this row, which must then be skipped. */
  rowProblems(row: number): readonly Problem[] {
    return this.#rows.getProblems(row);
  }

  /** Returns cells with spreadsheet errors; the row is skipped if such a column is used. */
  cellErrors(row: number): readonly CellError[] {
    return this.#rows.getErrors(row);
  }

  /** Returns the index of the list that has the column; of columns that were added, the last one. */
  findList(column: number): number {
    const width = this.lists[0]?.columns.length ?? 0;
    return this.isCombined && column >= width ? 1 : 0;
  }

  /** Returns the row of a list that is part of a row of this table. */
  listRow(row: number, list: number): number {
    const size = this.isCombined ? (this.lists[1]?.rowCount ?? 1) : 1;
    return list === 0 ? Math.floor(row / size) : row % size;
  }

  /** Returns the indexes of the first rows; of a combination, rows that differ in both lists as long as possible. */
  listFirstRows(limit: number): number[] {
    const count = Math.min(limit, this.rowCount);
    const [first, second] = this.lists;
    if (!this.isCombined || !first || !second) return Array.from({ length: count }, (_, row) => row);
    const rows = Array.from(
      { length: count },
      (_, index) => (index % first.rowCount) * second.rowCount + (index % second.rowCount),
    );
    return [...new Set(rows)];
  }

  /**
   * Returns the place of a row in its file.
   * @param columns that a problem comes from: a combination has the problem of one of its lists in many rows
   */
  findPlace(row: number, columns: readonly number[] = []): RowPlace {
    const [first = 0, ...more] = new Set(columns.map((column) => this.findList(column)));
    const isOfOne = columns.length > 0 && more.length === 0;
    const number = (list: number): number => this.lists[list]?.rowNumber(this.listRow(row, list)) ?? 0;
    const list = isOfOne ? first : 0;
    return {
      file: this.lists[list]?.file ?? this.file,
      row: number(list),
      ...(this.isCombined && !isOfOne && { combinedRow: number(1) }),
    };
  }

  /** Names a row, in a combination by its rows in both files. */
  nameRow(row: number): string {
    const place = this.findPlace(row);
    const other = this.nameCombinedRow(place);
    return other === '' ? `row ${place.row}` : `row ${place.row} of ${place.file} with ${other}`;
  }

  /** Names the second row of a place, for a text about the combination; empty without one. */
  nameCombinedRow({ combinedRow }: Pick<RowPlace, 'combinedRow'>): string {
    return combinedRow === undefined ? '' : `row ${combinedRow} of ${this.lists[1]?.file}`;
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
  /** The sheet without rows, if that is its only fault. */
  header?: Table;
  problems: Problem[];
  /** Rows that the spreadsheet hides, which are not in the table. */
  hidden?: HiddenRows;
  /** Only for an Excel file. */
  workbook?: WorkbookSheets;
}
