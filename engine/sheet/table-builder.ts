/**
 * Builds a table cell by cell: copies bytes to segments, drops characters that XML 1.0 doesn't allow, records
 * character classes, and doubles its arrays when they are full.
 */
import { CELL_BYTES } from '../limits.ts';
import { isUtf8, repairUtf8 } from './byte-string.ts';
import { ASCII_CLASS, CHAR_CLASS } from './char-class.ts';
import { SEGMENT_BITS, SEGMENT_BYTES, Table, type TableParts } from './table.ts';

const FIRST_CELLS = 1024;
/** Size of the first segment; each later one is four times as long, up to `SEGMENT_BYTES`. */
const FIRST_BYTES = 128 * 1024;
/** Maximum number of copied bytes: one character more than a cell may have. */
const CELL_ROOM = CELL_BYTES + 4;

/** Classes take 15 bits; this bit marks a character that XML 1.0 doesn't allow. */
const FORBIDDEN = 1 << 15;

const LF = 0x0a;
const VERTICAL_TAB = 0x0b;
const FORM_FEED = 0x0c;
const CR = 0x0d;
const SPACE = 0x20;

const BYTE_CLASS = (() => {
  const classes = new Uint16Array(256).fill(CHAR_CLASS.nonAscii);
  classes.set(ASCII_CLASS);
  for (let code = 0; code < 32; code += 1) {
    // CR, vertical tab and form feed are replaced without an extra pass over ordinary cells.
    if (code !== 9 && code !== 10) classes[code] = FORBIDDEN;
  }
  return classes;
})();

/** Changes to the last added cell. */
export interface AddedCell {
  /** The cell was stored unchanged. */
  isPlain: boolean;
  isNonAscii: boolean;
  /** Length in bytes before it was truncated; 0 if it wasn't. */
  cutFrom: number;
  /** Some bytes weren't UTF-8 and were read as Windows-1252. */
  isGuessed: boolean;
  /** Number of removed characters, which XML 1.0 doesn't allow. */
  dropped: number;
  /** CRLF and CR that became LF. */
  lineEnds: number;
  /** Vertical tabs and form feeds that became a space. */
  breaks: number;
}

/** Properties of a table that don't depend on its cells. */
export type TableAbout = Omit<TableParts, 'segments' | 'starts' | 'lengths' | 'classes' | 'rowNumbers'>;

function grow<Numbers extends Uint16Array | Uint32Array>(numbers: Numbers, grown: Numbers): Numbers {
  grown.set(numbers);
  return grown;
}

/** Returns the used part of an array; copies it only if that is less than half. Unwritten pages take no memory. */
function fit<Numbers extends Uint8Array | Uint16Array | Uint32Array>(
  numbers: Numbers,
  used: number,
): Numbers {
  return (used * 2 < numbers.length ? numbers.slice(0, used) : numbers.subarray(0, used)) as Numbers;
}

/** Call `addRow`, then `addCell` for each column, for each row; then `finish`. */
export class TableBuilder {
  rowCount = 0;
  /** Bytes of all cells. */
  bytes = 0;
  readonly added: AddedCell = {
    isPlain: true,
    isNonAscii: false,
    cutFrom: 0,
    isGuessed: false,
    dropped: 0,
    lineEnds: 0,
    breaks: 0,
  };
  #cellCount = 0;
  #segments: Uint8Array[] = [];
  #segment = new Uint8Array(0);
  /** Start and end of the current cell in its segment. */
  #start = 0;
  #end = 0;
  #starts = new Uint32Array(FIRST_CELLS);
  #lengths = new Uint16Array(FIRST_CELLS);
  #classes = new Uint16Array(FIRST_CELLS);
  #rowNumbers = new Uint32Array(FIRST_CELLS);

  /** Begins a row; one cell for each column of the table must follow. */
  addRow(rowNumber: number): void {
    const { rowCount } = this;
    if (rowCount === this.#rowNumbers.length) {
      this.#rowNumbers = grow(this.#rowNumbers, new Uint32Array(rowCount * 2));
    }
    this.#rowNumbers[rowCount] = rowNumber;
    this.rowCount += 1;
  }

  /** Adds a cell (a byte string); the result is valid until the next call. */
  addCell(byteString: string): AddedCell {
    const { added } = this;
    added.isNonAscii = false;
    added.cutFrom = 0;
    added.isGuessed = false;
    added.dropped = 0;
    added.lineEnds = 0;
    added.breaks = 0;
    let classes = this.#copy(byteString);
    if (classes & CHAR_CLASS.nonAscii) classes = this.#validate(byteString, classes);
    added.isPlain = added.dropped + added.cutFrom + added.lineEnds + added.breaks === 0 && !added.isGuessed;
    const cell = this.#cellCount;
    if (cell === this.#starts.length) this.#growCells();
    this.#starts[cell] = ((this.#segments.length - 1) << SEGMENT_BITS) | this.#start;
    this.#lengths[cell] = this.#end - this.#start;
    this.#classes[cell] = classes;
    this.#cellCount += 1;
    this.bytes += this.#end - this.#start;
    this.#start = this.#end;
    return added;
  }

  /** Copies the cell to the segment; returns the classes of its bytes. */
  #copy(byteString: string): number {
    const { length } = byteString;
    if (this.#start + (length < CELL_ROOM ? length : CELL_ROOM) > this.#segment.length) this.#addSegment();
    const segment = this.#segment;
    const start = this.#start;
    if (length > CELL_BYTES) return this.#copySome(byteString);
    let classes = 0;
    for (let at = 0; at < length; at += 1) {
      const byte = byteString.charCodeAt(at);
      classes |= BYTE_CLASS[byte] as number;
      segment[start + at] = byte;
    }
    if (classes & FORBIDDEN) return this.#copySome(byteString);
    this.#end = start + length;
    return classes;
  }

  /** Copies the cell without forbidden characters, up to the limit of a cell. */
  #copySome(byteString: string): number {
    const { length } = byteString;
    const segment = this.#segment;
    const limit = this.#start + CELL_ROOM;
    let end = this.#start;
    let classes = 0;
    for (let at = 0; at < length; at += 1) {
      let byte = byteString.charCodeAt(at);
      if (BYTE_CLASS[byte] === FORBIDDEN) {
        const replacement = this.#replace(byteString, at);
        if (replacement === undefined) continue;
        byte = replacement;
      }
      if (end === limit) break;
      classes |= BYTE_CLASS[byte] as number;
      segment[end] = byte;
      end += 1;
    }
    this.#end = end;
    if (end - this.#start > CELL_BYTES) this.#cut(length);
    return classes;
  }

  /** Returns the replacement of a forbidden byte, or `undefined` if it is removed. */
  #replace(byteString: string, at: number): number | undefined {
    const { added } = this;
    const byte = byteString.charCodeAt(at);
    if (byte === CR) {
      added.lineEnds += 1;
      // CR CR LF is also one line end: text mode converts the LF of CRLF to CRLF.
      const isOfNext = /^\r{1,2}\n/.test(byteString.slice(at, at + 3));
      return isOfNext ? undefined : LF;
    }
    if (byte !== VERTICAL_TAB && byte !== FORM_FEED) {
      added.dropped += 1;
      return undefined;
    }
    added.breaks += 1;
    return SPACE;
  }

  /** Truncates the cell at its limit, before a whole character. */
  #cut(bytes: number): void {
    this.added.cutFrom = bytes;
    let end = this.#start + CELL_BYTES;
    while (end > this.#start && ((this.#segment[end] ?? 0) & 0xc0) === 0x80) end -= 1;
    this.#end = end;
  }

  /** Validates a cell that isn't ASCII: repairs its encoding and drops noncharacters. */
  #validate(byteString: string, copied: number): number {
    let classes = copied;
    this.added.isNonAscii = true;
    if (!isUtf8(this.#segment, this.#start, this.#end)) {
      this.added.isGuessed = true;
      this.added.dropped = 0;
      this.added.lineEnds = 0;
      this.added.breaks = 0;
      classes = this.#copy(repairUtf8(byteString));
    }
    const { dropped } = this.added;
    this.#dropNonCharacters();
    return this.added.dropped === dropped ? classes : this.#classifyBytes();
  }

  /** U+FFFE and U+FFFF are EF BF BE and EF BF BF. */
  #dropNonCharacters(): void {
    const segment = this.#segment;
    let to = this.#start;
    for (let from = this.#start; from < this.#end; from += 1) {
      if (segment[from] === 0xef && segment[from + 1] === 0xbf && (segment[from + 2] ?? 0) >= 0xbe) {
        this.added.dropped += 1;
        from += 2;
      } else {
        segment[to] = segment[from] ?? 0;
        to += 1;
      }
    }
    this.#end = to;
  }

  #classifyBytes(): number {
    let classes = 0;
    for (let at = this.#start; at < this.#end; at += 1) classes |= BYTE_CLASS[this.#segment[at] ?? 0] ?? 0;
    return classes;
  }

  #growCells(): void {
    const size = this.#cellCount * 2;
    this.#starts = grow(this.#starts, new Uint32Array(size));
    this.#lengths = grow(this.#lengths, new Uint16Array(size));
    this.#classes = grow(this.#classes, new Uint16Array(size));
  }

  #addSegment(): void {
    const size = this.#segment.length === 0 ? FIRST_BYTES : Math.min(SEGMENT_BYTES, this.#segment.length * 4);
    this.#closeSegment();
    this.#segment = new Uint8Array(size);
    this.#segments.push(this.#segment);
    this.#start = 0;
  }

  #closeSegment(): void {
    const last = this.#segments.length - 1;
    if (last >= 0) this.#segments[last] = fit(this.#segment, this.#start);
  }

  /** Returns the index of the row with this number, or -1. */
  findRow(rowNumber: number): number {
    const row = this.countRowsBefore(rowNumber);
    return row < this.rowCount && this.#rowNumbers[row] === rowNumber ? row : -1;
  }

  /** Returns the number of the row at this index. */
  rowNumberAt(row: number): number {
    return this.#rowNumbers[row] ?? 0;
  }

  /** Counts the rows above the one with this number. */
  countRowsBefore(rowNumber: number): number {
    let low = 0;
    let high = this.rowCount;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#rowNumbers[middle] ?? 0) < rowNumber) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Returns the length of an added cell in bytes. */
  getLength(cell: number): number {
    return this.#lengths[cell] ?? 0;
  }

  /** Repeats the value of one cell in another one without copying its bytes. */
  repeatCell(from: number, to: number): void {
    this.#starts[to] = this.#starts[from] ?? 0;
    this.#lengths[to] = this.#lengths[from] ?? 0;
    this.#classes[to] = this.#classes[from] ?? 0;
  }

  /** Removes rows (sorted indexes) from a table with `width` columns. */
  dropRows(rows: readonly number[], width: number): void {
    let to = rows[0] ?? this.rowCount;
    rows.forEach((row, at) => {
      const [from, end] = [row + 1, rows[at + 1] ?? this.rowCount];
      this.#rowNumbers.copyWithin(to, from, end);
      for (const cells of [this.#starts, this.#lengths, this.#classes])
        cells.copyWithin(to * width, from * width, end * width);
      to += end - from;
    });
    this.rowCount = to;
    this.#cellCount = to * width;
  }

  /** Creates the table; the builder must not be used afterwards. */
  finish(about: TableAbout): Table {
    this.#closeSegment();
    const table = new Table({
      ...about,
      segments: this.#segments,
      starts: fit(this.#starts, this.#cellCount),
      lengths: fit(this.#lengths, this.#cellCount),
      classes: fit(this.#classes, this.#cellCount),
      rowNumbers: fit(this.#rowNumbers, this.rowCount),
    });
    // Release memory even if a caller still holds the reader.
    this.#segment = new Uint8Array(0);
    this.#starts = new Uint32Array(0);
    this.#lengths = new Uint16Array(0);
    this.#classes = new Uint16Array(0);
    this.#rowNumbers = new Uint32Array(0);
    return table;
  }
}
