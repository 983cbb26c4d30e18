/**
 * Fills a table cell by cell: copies bytes into segments, drops the characters that XML 1.0 forbids,
 * notes the classes of what it copied, and grows its arrays by halves so that growing stays cheap.
 */
import { CELL_BYTES } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { ASCII_CLASS, CHAR_CLASS } from './char-class.ts';
import { SEGMENT_BITS, SEGMENT_BYTES, Table, type TableColumn } from './table.ts';

const FIRST_CELLS = 4096;
/** Longest cell that is looked at whole before its segment must have room for it. */
const CELL_ROOM = CELL_BYTES + 4;

/** Class bits are 15; this one marks a character that XML 1.0 forbids. */
const FORBIDDEN = 1 << 15;

const BYTE_CLASS = (() => {
  const classes = new Uint16Array(256).fill(CHAR_CLASS.nonAscii);
  classes.set(ASCII_CLASS);
  for (let code = 0; code < 32; code += 1) {
    if (code !== 9 && code !== 10 && code !== 13) classes[code] = FORBIDDEN;
  }
  return classes;
})();

/** What became of the cell that was added last. */
export interface AddedCell {
  /** Cut at the limit of a cell. */
  isCut: boolean;
  /** Characters that XML 1.0 forbids, left out. */
  dropped: number;
}

export class TableBuilder {
  rowCount = 0;
  cellCount = 0;
  bytes = 0;
  #segments: Uint8Array[] = [];
  #segment = new Uint8Array(0);
  #used = 0;
  #starts = new Uint32Array(FIRST_CELLS);
  #lengths = new Uint16Array(FIRST_CELLS);
  #classes = new Uint16Array(FIRST_CELLS);
  #rowNumbers = new Uint32Array(FIRST_CELLS);
  #added: AddedCell = { isCut: false, dropped: 0 };

  /** Begins a row; exactly as many cells as the table has columns must follow. */
  addRow(rowNumber: number): void {
    if (this.rowCount === this.#rowNumbers.length) {
      const grown = new Uint32Array(this.rowCount + (this.rowCount >> 1));
      grown.set(this.#rowNumbers);
      this.#rowNumbers = grown;
    }
    this.#rowNumbers[this.rowCount] = rowNumber;
    this.rowCount += 1;
  }

  /** Adds a cell, given as a byte string; the answer is valid until the next one. */
  addCell(byteString: string): AddedCell {
    const added = this.#added;
    added.isCut = false;
    added.dropped = 0;
    if (this.cellCount === this.#starts.length) this.#growCells();
    if (this.#used + Math.min(byteString.length, CELL_ROOM) > this.#segment.length) this.#addSegment();
    const segment = this.#segment;
    const start = this.#used;
    let end = start;
    let classes = 0;
    for (let at = 0; at < byteString.length; at += 1) {
      const byte = byteString.charCodeAt(at) & 0xff;
      const bits = BYTE_CLASS[byte] ?? 0;
      if (bits === FORBIDDEN) {
        added.dropped += 1;
        continue;
      }
      classes |= bits;
      segment[end] = byte;
      end += 1;
      if (end - start === CELL_ROOM) break;
    }
    this.#close(start, end, classes);
    return added;
  }

  #close(start: number, end: number, classes: number): void {
    let length = end - start;
    if (classes & CHAR_CLASS.nonAscii) length = this.#dropNonCharacters(start, end) - start;
    if (length > CELL_BYTES) {
      this.#added.isCut = true;
      length = CELL_BYTES;
      // Never through the middle of a character.
      while (length > 0 && ((this.#segment[start + length] ?? 0) & 0xc0) === 0x80) length -= 1;
    }
    this.#starts[this.cellCount] = ((this.#segments.length - 1) << SEGMENT_BITS) | start;
    this.#lengths[this.cellCount] = length;
    this.#classes[this.cellCount] = classes;
    this.#used = start + length;
    this.bytes += length;
    this.cellCount += 1;
  }

  /** U+FFFE and U+FFFF are EF BF BE and EF BF BF; returns the new end. */
  #dropNonCharacters(start: number, end: number): number {
    const segment = this.#segment;
    let to = start;
    for (let from = start; from < end; from += 1) {
      if (segment[from] === 0xef && segment[from + 1] === 0xbf && from + 2 < end && (segment[from + 2] ?? 0) >= 0xbe) {
        this.#added.dropped += 1;
        from += 2;
        continue;
      }
      segment[to] = segment[from] ?? 0;
      to += 1;
    }
    return to;
  }

  #growCells(): void {
    const size = this.cellCount + (this.cellCount >> 1);
    const starts = new Uint32Array(size);
    const lengths = new Uint16Array(size);
    const classes = new Uint16Array(size);
    starts.set(this.#starts);
    lengths.set(this.#lengths);
    classes.set(this.#classes);
    this.#starts = starts;
    this.#lengths = lengths;
    this.#classes = classes;
  }

  #addSegment(): void {
    this.#closeSegment();
    this.#segment = new Uint8Array(SEGMENT_BYTES);
    this.#segments.push(this.#segment);
    this.#used = 0;
  }

  #closeSegment(): void {
    const last = this.#segments.length - 1;
    if (last >= 0) this.#segments[last] = this.#segment.slice(0, this.#used);
  }

  /** Ends the building; the builder must not be used afterwards. */
  finish(about: {
    file: string;
    encoding: string;
    delimiter: string;
    columns: readonly TableColumn[];
    rowProblems: ReadonlyMap<number, readonly Problem[]>;
  }): Table {
    this.#closeSegment();
    return new Table({
      ...about,
      segments: this.#segments,
      starts: this.#starts.slice(0, this.cellCount),
      lengths: this.#lengths.slice(0, this.cellCount),
      classes: this.#classes.slice(0, this.cellCount),
      rowNumbers: this.#rowNumbers.slice(0, this.rowCount),
    });
  }
}
