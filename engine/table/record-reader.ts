/**
 * Divides text into records with papaparse's own parser, block by block: what a block leaves
 * unfinished goes before the next one.
 */
import Papa from 'papaparse';
import { breakLongBlanks, liftBlank } from './break-blanks.ts';
import type { Dialect } from './sheet-head.ts';
import { RECORD_BYTES } from './sheet-limits.ts';
import type { SheetRows } from './sheet-rows.ts';

export interface RecordReader {
  readonly delimiter: string;
  /** Gives the records of one more block (a byte string) to the rows. */
  read(block: string, isLast: boolean): void;
}

/** The part of papaparse's results that is used here. */
interface ParserStep {
  data: string[][];
  errors: { code?: string }[];
  meta: { cursor: number };
}

interface PapaParser {
  parse(text: string, baseIndex: number, ignoreLastRow: boolean): unknown;
  abort(): void;
}

const QUOTE = 0x22;
const CARRIAGE_RETURN = 0x0d;

export function createRecordReader(rows: SheetRows, dialect: Dialect): RecordReader {
  return new PapaRecordReader(rows, dialect);
}

class PapaRecordReader implements RecordReader {
  readonly delimiter: string;
  readonly #rows: SheetRows;
  readonly #newline: '\n' | '\r';
  /** What stands for the delimiter in the text, so that the parser never takes a TAB for a blank. */
  readonly #separator: string;
  readonly #parser: PapaParser;
  #text = '';
  /** Where the record at hand begins in the text. */
  #start = 0;
  /** Inside a record that is too long and stored already: all is passed over up to its line end. */
  #isSkipping = false;

  constructor(rows: SheetRows, { delimiter, newline }: Dialect) {
    this.#rows = rows;
    this.delimiter = delimiter;
    this.#newline = newline;
    this.#separator = liftBlank(delimiter);
    this.#parser = this.#createParser((results) => this.#addRecord(results));
  }

  read(block: string, isLast: boolean): void {
    this.#parse(this.#skip(this.#prepare(block)));
    if (this.#rows.isFull) return;
    if (isLast) {
      // Every record ends with a line end, so what is left after one more has an open quotation mark.
      if (this.#text !== '') this.#parse(this.#newline);
      if (this.#text !== '' && !this.#rows.isFull) this.#addUnfinished();
    } else if (this.#text.length > RECORD_BYTES) {
      this.#addUnfinished();
    }
  }

  #createParser(step: (results: ParserStep) => void): PapaParser {
    return new Papa.Parser({ delimiter: this.#separator, newline: this.#newline, step });
  }

  #prepare(block: string): string {
    const separated =
      this.#separator === this.delimiter ? block : block.replaceAll(this.delimiter, this.#separator);
    return breakLongBlanks(separated, this.#newline);
  }

  #skip(text: string): string {
    if (!this.#isSkipping) return text;
    const end = text.indexOf(this.#newline);
    if (end === -1) return '';
    this.#isSkipping = false;
    return text.slice(end + 1);
  }

  #parse(text: string): void {
    this.#text += text;
    this.#start = 0;
    this.#parser.parse(this.#text, 0, true);
    this.#text = this.#text.slice(this.#start);
  }

  #addRecord({ data, errors, meta }: ParserStep): void {
    const cells = data[0] ?? [];
    const end = meta.cursor;
    if (this.#newline === '\n') this.#dropCarriageReturn(cells, end);
    const isTooLong = end - this.#start > RECORD_BYTES;
    const hasStrayQuote = errors.length > 0;
    this.#start = end;
    if (isTooLong || hasStrayQuote) this.#rows.add(cells, { isTooLong, hasStrayQuote });
    else this.#rows.add(cells);
    if (this.#rows.isFull) this.#parser.abort();
  }

  /** The text holds the beginning of a record that is too long, or whose quotation mark nothing closes. */
  #addUnfinished(): void {
    let cells: string[] = [];
    let isOpen = false;
    const parser = this.#createParser(({ data, errors }) => {
      cells = data[0] ?? [];
      isOpen = errors.some((error) => error.code === 'MissingQuotes');
    });
    parser.parse(this.#text, 0, false);
    this.#text = '';
    if (isOpen) {
      this.#rows.addOpenQuote(cells.length - 1);
    } else {
      this.#rows.add(cells, { isTooLong: true });
      this.#isSkipping = true;
    }
  }

  /** Takes the CR of a CRLF off the last cell, but not a CR that stands inside quotation marks. */
  #dropCarriageReturn(cells: string[], end: number): void {
    if (this.#text.charCodeAt(end - 2) !== CARRIAGE_RETURN) return;
    const last = cells.length - 1;
    const cell = cells[last] ?? '';
    if (!cell.endsWith('\r') || this.#isQuoted(cells, end)) return;
    cells[last] = cell.slice(0, -1);
  }

  /** Whether the last cell of the record that ends at `end` stands in quotation marks. */
  #isQuoted(cells: readonly string[], end: number): boolean {
    const behind = this.#text.slice(this.#start, end).trimEnd();
    if (!behind.endsWith('"')) return false;
    let at = this.#start;
    for (let index = 0; index < cells.length - 1; index += 1) {
      const cell = cells[index] ?? '';
      if (this.#text.charCodeAt(at) === QUOTE) {
        const doubled = cell.split('"').length - 1;
        at = this.#text.indexOf(this.#separator, at + cell.length + doubled + 2) + 1;
      } else {
        at += cell.length + 1;
      }
    }
    return this.#text.charCodeAt(at) === QUOTE;
  }
}
