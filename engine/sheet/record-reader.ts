/**
 * Splits text into records, block by block. An incomplete record is continued with the next block, up to the
 * maximum length of a record.
 */
import { countBytes, MAX_UNIT_BYTES } from './clean-cell.ts';
import { type Dialect, type RecordEnd, RecordScanner } from './record-scanner.ts';
import { RECORD_BYTES } from './sheet-limits.ts';
import type { RecordFlaws, SheetRows } from './sheet-rows.ts';

/** Reads blocks of text and adds their records to the rows. */
export class RecordReader {
  readonly delimiter: string;
  readonly #rows: SheetRows;
  readonly #newline: string;
  readonly #scanner: RecordScanner;
  /** Text from the current record on. */
  #text = '';
  /** An incomplete record is scanned again when it is twice as long, so that time stays linear. */
  #enough = 0;
  /** Inside a record that is too long and already stored; the rest of its line is skipped. */
  #isSkipping = false;
  /** A row above has a stray quotation mark, so the lines below it may be the rest of its cell. */
  #isAfterStray = false;

  constructor(rows: SheetRows, dialect: Dialect) {
    this.#rows = rows;
    this.delimiter = dialect.delimiter;
    this.#newline = dialect.newline;
    this.#scanner = new RecordScanner(dialect);
  }

  /** Adds the records of the next block. */
  read(block: string, isLast: boolean): void {
    const text = this.#text + this.#skip(block);
    if (text.length < this.#enough && !isLast) {
      this.#text = text;
      return;
    }
    let start = 0;
    while (start < text.length && !this.#rows.isFull) {
      let end = this.#scanner.scan(text, start);
      if (end !== 'whole' && !isLast && text.length - start <= RECORD_BYTES) break;
      let literalCell = -1;
      if (end === 'open' && this.delimiter === '\t') {
        literalCell = this.#scanner.cells.length;
        end = this.#scanner.scan(text, start, this.#scanner.openAt);
      }
      this.#add(end, text.slice(start, this.#scanner.end), literalCell);
      this.#isSkipping = end === 'cut' && !isLast;
      start = this.#scanner.end;
    }
    this.#text = text.slice(start);
    this.#enough = Math.min(2 * this.#text.length, RECORD_BYTES + 1);
  }

  #skip(block: string): string {
    if (!this.#isSkipping) return block;
    const end = block.indexOf(this.#newline);
    if (end === -1) return '';
    this.#isSkipping = false;
    return block.slice(end + 1);
  }

  #add(end: RecordEnd, record: string, literalCell: number): void {
    const { cells, strayCell } = this.#scanner;
    if (end === 'open') {
      this.#rows.addOpenQuote(cells.length);
      return;
    }
    const isTooLong = record.length * MAX_UNIT_BYTES > RECORD_BYTES && countBytes(record) > RECORD_BYTES;
    const isTail = this.#isTailOfStray();
    if (!isTooLong && !isTail && strayCell === -1 && literalCell === -1) {
      this.#rows.add(cells);
      return;
    }
    const flaws: RecordFlaws = { isTooLong, isTail, strayCell, literalCell };
    this.#rows.add(cells, flaws);
  }

  /** Checks if this record may be the end of a cell that began above, in a row with a stray quotation mark. */
  #isTailOfStray(): boolean {
    const { cells, strayCell, hasBareQuote } = this.#scanner;
    const isShort = cells.length < this.#rows.width;
    const isTail = this.#isAfterStray && strayCell === -1 && (hasBareQuote || isShort);
    const isWhole = cells.length === this.#rows.width && strayCell === -1;
    if (strayCell !== -1) this.#isAfterStray = true;
    else if (hasBareQuote || isWhole) this.#isAfterStray = false;
    return isTail;
  }
}
