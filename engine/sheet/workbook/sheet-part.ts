/** Reads the cells of one worksheet row by row while its part is unpacked, without storing the whole sheet. */
import { findCellError, UNCALCULATED } from '../cell-error.ts';
import { toColumnIndex } from '../column-name.ts';
import { RECORD_BYTES } from '../sheet-limits.ts';
import type { MergedRange, SheetRows } from '../sheet-rows.ts';
import type { CellFormats } from './cell-formats.ts';
import { formatNumber } from './cell-text.ts';
import { corruptPart } from './unreadable-workbook.ts';
import { decodeEscapes, type PartHandler } from './xml-part.ts';

/** Data of other parts of the workbook that cells refer to. */
export interface CellSources {
  sharedTexts: readonly string[];
  formats: CellFormats;
  /** Read hidden rows like the others. */
  hasHiddenRows: boolean;
}

/** Limits of Excel: the last column is XFD. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
/** Number of columns that are read. */
const READ_COLUMNS = 1024;
/** Maximum number of merged ranges: three in each of 100,000 rows. */
const MAX_MERGED = 300_000;
const REFERENCE = /^([A-Z]{1,3})\d+$/;
const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/;
const ROW_NUMBER = /^\d{1,7}$/;

/** Returns the column index of a reference such as `AB12`, or -1. */
function readColumn(reference: string): number {
  const letters = REFERENCE.exec(reference)?.[1];
  if (letters === undefined) return -1;
  const column = toColumnIndex(letters);
  return column < MAX_COLUMNS ? column : -1;
}

/** Parses `B2:B4`; returns `undefined` if the reference isn't a range. */
function readMergedRange(reference: string): MergedRange | undefined {
  const [, left, top, right, bottom] = RANGE.exec(reference) ?? [];
  if (left === undefined || right === undefined) return undefined;
  const range = {
    top: Number(top),
    bottom: Number(bottom),
    left: toColumnIndex(left),
    right: toColumnIndex(right),
  };
  return range.top <= range.bottom && range.left <= range.right ? range : undefined;
}

/** Handles the elements of a worksheet and adds its rows. */
export class SheetPart implements PartHandler {
  readonly #path: string;
  readonly #rows: SheetRows;
  readonly #sources: CellSources;
  /** Texts of the current row, up to its last cell with text. */
  #cells: string[] = [];
  #column = -1;
  #type = '';
  #style = 0;
  #hasFormula = false;
  #text = '';
  /** Inside an element with the text of the cell. */
  #isText = false;
  #phonetics = 0;
  /** The current row is hidden. */
  #isHidden = false;
  #merged = 0;

  constructor(path: string, rows: SheetRows, sources: CellSources) {
    this.#path = path;
    this.#rows = rows;
    this.#sources = sources;
  }

  isDone(): boolean {
    return this.#rows.isFull;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isText = true;
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'mergeCell') this.#addMerged(attributes['ref'] ?? '');
    else if (name === 'rPh') this.#phonetics += 1;
    else if (name === 't') this.#isText = this.#phonetics === 0;
  }

  text(piece: string): void {
    // The table rejects longer cells, so the rest of the text isn't needed.
    if (this.#isText && this.#text.length < RECORD_BYTES) this.#text += piece;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
    else if (name === 'rPh') this.#phonetics -= 1;
  }

  /** Ranges come after all rows. */
  #addMerged(reference: string): void {
    const range = readMergedRange(reference);
    this.#merged += 1;
    if (this.#merged > MAX_MERGED) throw corruptPart(this.#path, 'merges more cells than a sheet can show');
    if (range) this.#rows.addMerged(range);
  }

  #openRow({ r: number, hidden = '0' }: Record<string, string>): void {
    this.#cells = [];
    this.#isHidden = !this.#sources.hasHiddenRows && /^(?:1|true)$/.test(hidden);
    this.#column = -1;
    const next = this.#rows.recordCount + 1;
    const row = number === undefined ? next : ROW_NUMBER.test(number) ? Number(number) : 0;
    if (row < next || row > MAX_ROWS) throw corruptPart(this.#path, `counts its rows wrongly at row ${next}`);
    this.#rows.skipTo(row);
  }

  #openCell({ r: reference, s: style, t: type = 'n' }: Record<string, string>): void {
    this.#column = reference === undefined ? this.#column + 1 : readColumn(reference);
    if (this.#column === -1 || this.#column >= MAX_COLUMNS) {
      throw corruptPart(this.#path, `has a cell in row ${this.#rows.recordCount + 1} without a valid column`);
    }
    this.#type = type;
    this.#style = style === undefined ? 0 : Number(style);
    this.#hasFormula = false;
    this.#text = '';
  }

  #closeCell(): void {
    const cell = this.#readCell();
    if (cell === '') return;
    if (this.#column >= READ_COLUMNS) {
      this.#rows.addFarCell(this.#column);
      return;
    }
    const cells = this.#cells;
    while (cells.length < this.#column) cells.push('');
    cells[this.#column] = cell;
  }

  #readCell(): string {
    const text = this.#text;
    if (this.#type === 's' && text !== '') return this.#sharedText(text);
    // A formula with an empty text as result has the type `str`.
    if (text === '' && this.#hasFormula && this.#type !== 'str') return UNCALCULATED;
    // Newer programs may have unknown errors.
    if (this.#type === 'e') return findCellError(text) ?? '#VALUE!';
    if (this.#type === 'n') return this.#readNumber(text);
    if (this.#type === 'b') return text === '' ? '' : text === '0' ? 'FALSE' : 'TRUE';
    if (this.#type === 'd')
      return text
        .replace('T', ' ')
        .replace(/(?:\.\d+)?Z?$/, '')
        .replace(/ 00:00:00$/, '');
    return decodeEscapes(text);
  }

  #readNumber(text: string): string {
    const value = Number(text);
    if (text === '' || Number.isNaN(value)) return text;
    const { formats } = this.#sources;
    return this.#style === 0 ? formatNumber(value) : formats.format(value, this.#style);
  }

  #sharedText(index: string): string {
    const text = this.#sources.sharedTexts[Number(index)];
    if (text === undefined) {
      throw corruptPart(this.#path, `refers in row ${this.#rows.recordCount + 1} to a missing text`);
    }
    return text;
  }

  #closeRow(): void {
    if (!this.#rows.isFull) this.#rows.add(this.#cells, undefined, this.#isHidden);
  }
}
