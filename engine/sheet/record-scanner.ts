/**
 * Splits one record of CSV into cells in one pass, in linear time. A quoted cell ends at its first quotation mark
 * that isn't escaped (`""`), as in spreadsheet programs, so that a stray one affects only its own row.
 */

export interface Dialect {
  /** One character. */
  delimiter: string;
  /** LF also matches CRLF and CR CR LF, so that a sheet may mix them. */
  newline: '\n' | '\r';
}

/** `cut`: the text ends where the record may continue; `open`: it ends inside quotation marks. */
export type RecordEnd = 'whole' | 'cut' | 'open';

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x22;

/** Scans one record per call; the fields describe the last one. Positions are indexes of the text. */
export class RecordScanner {
  /** Cells of the last record, without an open cell. */
  cells: string[] = [];
  /** Start of the next record. */
  end = 0;
  /** Index of the first cell with text after its closing quotation mark, or -1. */
  strayCell = -1;
  /** An unquoted cell contains a quotation mark. */
  hasBareQuote = false;
  /** Position of the open cell's quotation mark. */
  openAt = -1;
  readonly #delimiter: number;
  readonly #lineEnd: string;
  readonly #newline: number;

  constructor({ delimiter, newline }: Dialect) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#lineEnd = newline;
    this.#newline = newline.charCodeAt(0);
  }

  /** Scans the record that begins at `start`; the quotation mark at `literalAt` is literal. */
  scan(text: string, start: number, literalAt = -1): RecordEnd {
    this.cells = [];
    this.strayCell = -1;
    this.hasBareQuote = false;
    let at = start;
    for (;;) {
      at = this.#scanCell(text, at, literalAt);
      if (at === -1) return 'open';
      this.end = at + 1;
      if (at === text.length) return 'cut';
      if (text.charCodeAt(at) === this.#newline) return 'whole';
      at += 1;
    }
  }

  /** Adds a cell and returns the position of its separator, its line end or the end of the text; -1 if it is open. */
  #scanCell(text: string, start: number, literalAt: number): number {
    let at = start;
    while (text.charCodeAt(at) === BLANK) at += 1;
    if (text.charCodeAt(at) !== QUOTE || at === literalAt) return this.#scanBare(text, start);
    return at === start ? this.#scanQuoted(text, start) : this.#scanLooselyQuoted(text, start, at);
  }

  /**
   * `"Dallas", "Texas"`: blanks before a quotation mark are ignored if the whole cell is quoted
   * in one line. An unmatched mark may be text, and must not include the lines below.
   */
  #scanLooselyQuoted(text: string, start: number, quoteAt: number): number {
    const { close, hasEscapes } = this.#findClose(text, quoteAt);
    const isInLine = close !== -1 && !text.slice(quoteAt, close).includes(this.#lineEnd);
    const end = isInLine ? this.#findEnclosedEnd(text, close) : -1;
    if (end === -1) return this.#scanBare(text, start);
    this.#addQuoted(text.slice(quoteAt + 1, close), hasEscapes);
    return end;
  }

  #scanBare(text: string, start: number): number {
    let end = start;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (code === this.#delimiter || code === this.#newline) break;
      if (code === QUOTE) this.hasBareQuote = true;
    }
    const isLast = end === text.length || text.charCodeAt(end) === LF;
    let to = end;
    // CR CR LF is also a line end: text mode converts the LF of CRLF to CRLF.
    if (isLast && this.#newline === LF) while (to > start && text.charCodeAt(to - 1) === CR) to -= 1;
    this.cells.push(text.slice(start, to));
    return end;
  }

  #scanQuoted(text: string, start: number): number {
    const { close, hasEscapes } = this.#findClose(text, start);
    if (close === -1) {
      this.openAt = start;
      return -1;
    }
    const end = this.#findEnclosedEnd(text, close);
    const content = text.slice(start + 1, close);
    if (end !== -1) {
      this.#addQuoted(content, hasEscapes);
      return end;
    }
    // Cells pasted as TSV are quoted only if they contain line breaks, so this is literal text.
    if (this.#delimiter === TAB) return this.#scanBare(text, start);
    if (this.strayCell === -1) this.strayCell = this.cells.length;
    // The closing mark may belong to a row below; ignore it so that the rows between are read.
    if (content.includes(this.#lineEnd)) return this.#scanBare(text, start);
    const next = this.#scanBare(text, close + 1);
    this.cells.push(content.replaceAll('""', '"') + (this.cells.pop() ?? ''));
    return next;
  }

  /** Finds the quotation mark that closes the one at `start`, or -1. */
  #findClose(text: string, start: number): { close: number; hasEscapes: boolean } {
    let close = text.indexOf('"', start + 1);
    let hasEscapes = false;
    while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) {
      hasEscapes = true;
      close = text.indexOf('"', close + 2);
    }
    return { close, hasEscapes };
  }

  /** Finds the end of the cell whose quotation mark closes at `close`, or -1 if text follows. */
  #findEnclosedEnd(text: string, close: number): number {
    const end = this.#skipBlanks(text, close + 1);
    const code = text.charCodeAt(end);
    return end === text.length || code === this.#delimiter || code === this.#newline ? end : -1;
  }

  #addQuoted(content: string, hasEscapes: boolean): void {
    this.cells.push(hasEscapes ? content.replaceAll('""', '"') : content);
  }

  /** Skips blanks after a closing quotation mark. */
  #skipBlanks(text: string, start: number): number {
    for (let at = start; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === this.#delimiter || code === this.#newline) return at;
      if (code !== BLANK && code !== TAB && code !== CR) return at;
    }
  }
}
