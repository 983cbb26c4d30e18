/**
 * A sheet in memory: cells in a few large segments of UTF-8 bytes, which pages copy without encoding them again, and
 * flat arrays of numbers.
 */
import type { Problem } from '../problem.ts';
import { ASCII_CLASS, CHAR_CLASS } from './char-class.ts';
import { toColumnKey } from './column-name.ts';

/** A cell start is `segment << SEGMENT_BITS | offset`. */
export const SEGMENT_BITS = 22;
/** Maximum size of a segment in bytes (4 MiB); the first ones and the last of a table are shorter. */
export const SEGMENT_BYTES = 1 << SEGMENT_BITS;
const OFFSET_MASK = SEGMENT_BYTES - 1;

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

/** Parts of a table; the arrays hold one entry per cell (or row), and the table owns them. */
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

/** A column that isn't in the file; its texts are repeated in rotation. */
export interface AddedColumn {
  name: string;
  /** At least one; each at most as long as a cell, all together at most as long as a segment. */
  texts: readonly string[];
}

const NO_PROBLEMS: readonly Problem[] = [];
const NO_ERRORS: readonly CellError[] = [];
const NO_BYTES = new Uint8Array(0);

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
  /** UTF-8 bytes of the cells; a cell is in one segment. */
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

  /** Returns the same rows with columns added at the end, except names that the table already has. */
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
        return { start, length: bytes.length, classes: classifyText(text) };
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
    const unchanged = { file, encoding, delimiter, headerRow, rowNumbers, rowProblems, cellErrors };
    return new Table({
      ...unchanged,
      columns: [...this.columns, ...columns],
      segments,
      starts,
      lengths,
      classes,
    });
  }

  /** Returns the segment with the bytes of the cell, which begin at `getOffset`. */
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

  /** Checks if the text is blank; decodes it only if its first byte doesn't decide. */
  isBlank(cell: number): boolean {
    const first = this.byteAt(cell, 0);
    return (first <= 32 || first > 127) && this.text(cell).trim() === '';
  }

  /** Returns 0 after the end of the cell. */
  byteAt(cell: number, index: number): number {
    return index < this.getLength(cell) ? (this.getSegment(cell)[this.getOffset(cell) + index] ?? 0) : 0;
  }

  /** Returns the number of the row in the spreadsheet: the first record is row 1, including blank ones. */
  rowNumber(row: number): number {
    return this.#rowNumbers[row] ?? 0;
  }

  /** Returns problems of severity `loss` that were found in this row, which must then be skipped. */
  rowProblems(row: number): readonly Problem[] {
    return this.#rowProblems.get(row) ?? NO_PROBLEMS;
  }

  /** Returns cells with spreadsheet errors; the row is skipped if such a column is used. */
  cellErrors(row: number): readonly CellError[] {
    return this.#cellErrors.get(row) ?? NO_ERRORS;
  }
}

function classifyText(text: string): number {
  let classes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    classes |= code < 128 ? (ASCII_CLASS[code] ?? 0) : CHAR_CLASS.nonAscii;
  }
  return classes;
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
