/**
 * A sheet as the engine keeps it: 100,000 rows of text cells in a few large byte segments and flat
 * number arrays, because an object or a string for each cell would cost ten times the memory.
 */
import type { Problem } from '../problem.ts';
import { ASCII_CLASS, CHAR_CLASS } from './char-class.ts';
import { toColumnKey } from './column-name.ts';

/** A cell start is `segment << SEGMENT_BITS | offset`. */
export const SEGMENT_BITS = 22;
/** Longest segment in bytes (4 MiB); the first ones of a table and its last are shorter. */
export const SEGMENT_BYTES = 1 << SEGMENT_BITS;
const OFFSET_MASK = SEGMENT_BYTES - 1;

/** A column that has a name; columns without one are not in the table. */
export interface TableColumn {
  /** As written in the header, trimmed. */
  readonly name: string;
  /** `toColumnKey(name)`, unique in the table; empty where a column before it has the same name. */
  readonly key: string;
  /** Where it is in the sheet: `A`, `AB`. */
  readonly letter: string;
}

/** A cell with an error of the spreadsheet, such as `#REF!`, in the place of a value. */
export interface CellError {
  /** Index of the table's column. */
  column: number;
  error: string;
}

/** What a table is made of; the arrays hold one entry a cell (or a row) and belong to the table from then on. */
export interface TableParts {
  file: string;
  encoding: string;
  delimiter: string;
  columns: readonly TableColumn[];
  headerRow: number;
  segments: readonly Uint8Array[];
  starts: Uint32Array;
  lengths: Uint16Array;
  classes: Uint16Array;
  rowNumbers: Uint32Array;
  rowProblems: ReadonlyMap<number, readonly Problem[]>;
  cellErrors: ReadonlyMap<number, readonly CellError[]>;
}

/** A column that is in no file: its texts stand in the rows one after another, and begin again. */
export interface AddedColumn {
  name: string;
  /** At least one; none longer than a cell may be, and all together than a segment. */
  texts: readonly string[];
}

const NO_PROBLEMS: readonly Problem[] = [];
const NO_ERRORS: readonly CellError[] = [];
const NO_BYTES = new Uint8Array(0);

/**
 * Rows and columns are counted from 0 here; a cell's index is `row * columns.length + column`.
 * Rows that are lost stay in the table (padded or cut to its width), so that a grid can show them.
 */
export class Table {
  readonly file: string;
  /** `UTF-8`, `UTF-16LE`, `UTF-16BE`, `Windows-1252`, or `cells` where the cells came apart already. */
  readonly encoding: string;
  /** `,` `;` `|` TAB, or `cells`. */
  readonly delimiter: string;
  readonly columns: readonly TableColumn[];
  /** Number of the row with the names. */
  readonly headerRow: number;
  readonly rowCount: number;
  /** UTF-8 bytes of the cells; a cell never spans two segments. */
  readonly segments: readonly Uint8Array[];
  readonly #starts: Uint32Array;
  readonly #lengths: Uint16Array;
  readonly #classes: Uint16Array;
  readonly #rowNumbers: Uint32Array;
  readonly #rowProblems: ReadonlyMap<number, readonly Problem[]>;
  readonly #cellErrors: ReadonlyMap<number, readonly CellError[]>;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });

  constructor(parts: TableParts) {
    this.file = parts.file;
    this.encoding = parts.encoding;
    this.delimiter = parts.delimiter;
    this.columns = parts.columns;
    this.headerRow = parts.headerRow;
    this.segments = parts.segments;
    this.rowCount = parts.rowNumbers.length;
    this.#starts = parts.starts;
    this.#lengths = parts.lengths;
    this.#classes = parts.classes;
    this.#rowNumbers = parts.rowNumbers;
    this.#rowProblems = parts.rowProblems;
    this.#cellErrors = parts.cellErrors;
  }

  /** The same rows with further columns behind the others; a name that is there already is left out. */
  withColumns(added: readonly AddedColumn[]): Table {
    const known = new Set(this.columns.map(({ key }) => key));
    const fresh = added.filter(({ name }) => !known.has(toColumnKey(name)));
    const width = this.columns.length;
    const wide = width + fresh.length;
    const widen = <Numbers extends Uint32Array | Uint16Array>(old: Numbers, wanted: Numbers): Numbers => {
      for (let row = 0; row < this.rowCount; row += 1)
        wanted.set(old.subarray(row * width, (row + 1) * width), row * wide);
      return wanted;
    };
    const cells = this.rowCount * wide;
    const starts = widen(this.#starts, new Uint32Array(cells));
    const lengths = widen(this.#lengths, new Uint16Array(cells));
    const classes = widen(this.#classes, new Uint16Array(cells));
    const segments = [...this.segments];
    fresh.forEach(({ texts }, index) => {
      const written = texts.map((text) => ({ text, bytes: new TextEncoder().encode(text) }));
      const segment = new Uint8Array(written.reduce((sum, { bytes }) => sum + bytes.length, 0));
      segments.push(segment);
      let offset = 0;
      const placed = written.map(({ text, bytes }) => {
        segment.set(bytes, offset);
        const start = (((segments.length - 1) << SEGMENT_BITS) | offset) >>> 0;
        offset += bytes.length;
        return { start, length: bytes.length, classes: classesOfText(text) };
      });
      for (let row = 0; row < this.rowCount; row += 1) {
        const cell = row * wide + width + index;
        const text = placed[row % placed.length];
        if (!text) continue;
        starts[cell] = text.start;
        lengths[cell] = text.length;
        classes[cell] = text.classes;
      }
    });
    const columns = fresh.map(({ name }) => ({ name, key: toColumnKey(name), letter: '' }));
    const { file, encoding, delimiter, headerRow } = this;
    const [rowNumbers, rowProblems, cellErrors] = [this.#rowNumbers, this.#rowProblems, this.#cellErrors];
    const kept = { file, encoding, delimiter, headerRow, rowNumbers, rowProblems, cellErrors };
    return new Table({ ...kept, columns: [...this.columns, ...columns], segments, starts, lengths, classes });
  }

  /** The segment that holds the cell's bytes, from `getOffset` on for `getLength` bytes. */
  getSegment(cell: number): Uint8Array {
    return this.segments[(this.#starts[cell] ?? 0) >>> SEGMENT_BITS] ?? NO_BYTES;
  }

  getOffset(cell: number): number {
    return (this.#starts[cell] ?? 0) & OFFSET_MASK;
  }

  /** In bytes of UTF-8, at most 65,535. */
  getLength(cell: number): number {
    return this.#lengths[cell] ?? 0;
  }

  /** Union of the classes of the cell's characters (`CHAR_CLASS`). */
  getClasses(cell: number): number {
    return this.#classes[cell] ?? 0;
  }

  text(cell: number): string {
    const length = this.getLength(cell);
    if (length === 0) return '';
    const offset = this.getOffset(cell);
    return this.#decoder.decode(this.getSegment(cell).subarray(offset, offset + length));
  }

  /** Is the text blank? Most cells tell by their first byte, without being decoded. */
  isBlank(cell: number): boolean {
    const first = this.byteAt(cell, 0);
    return (first <= 32 || first > 127) && this.text(cell).trim() === '';
  }

  /** 0 behind the end of the cell. */
  byteAt(cell: number, index: number): number {
    return index < this.getLength(cell) ? (this.getSegment(cell)[this.getOffset(cell) + index] ?? 0) : 0;
  }

  /** The row as a spreadsheet counts it: the first record is row 1, blank ones count. */
  rowNumber(row: number): number {
    return this.#rowNumbers[row] ?? 0;
  }

  /** Losses that the reading found in this row; with one, the row must not land. */
  rowProblems(row: number): readonly Problem[] {
    return this.#rowProblems.get(row) ?? NO_PROBLEMS;
  }

  /** Cells that a page must not be made of; a row with one is lost where its column is used. */
  cellErrors(row: number): readonly CellError[] {
    return this.#cellErrors.get(row) ?? NO_ERRORS;
  }
}

function classesOfText(text: string): number {
  let classes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    classes |= code < 128 ? (ASCII_CLASS[code] ?? 0) : CHAR_CLASS.nonAscii;
  }
  return classes;
}

/** The sheets of an Excel file that hold cells, in its order. */
export interface WorkbookSheets {
  sheets: { name: string; isHidden: boolean }[];
  /** Name of the one that was read. */
  read?: string;
}

export interface HiddenRows {
  rows: number;
  /** Number of the first one. */
  first: number;
}

/** What reading a sheet gives: a table exactly when no fault is among the problems. */
export interface TableReading {
  table?: Table;
  problems: Problem[];
  /** Rows that the spreadsheet hides, which are not in the table. */
  hidden?: HiddenRows;
  /** Only of an Excel file. */
  workbook?: WorkbookSheets;
}
