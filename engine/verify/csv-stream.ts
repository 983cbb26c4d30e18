/** Reads CSV as its text comes (RFC 4180, strictly), one record at a time. */

export interface CsvCell {
  text: string;
  isQuoted: boolean;
}

export interface CsvHandlers {
  record(cells: readonly CsvCell[], line: number): void;
  /** The last event. */
  broken(text: string, line: number): void;
}

/** Reads the next cell of a text; `end` is the index after it, -1 if the text may continue. */
interface ReadCell extends CsvCell {
  end: number;
}

function readQuoted(text: string, start: number): ReadCell {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || at + 1 >= text.length) return { text: '', isQuoted: true, end: -1 };
    if (text[at + 1] !== '"')
      return { text: text.slice(start + 1, at).replaceAll('""', '"'), isQuoted: true, end: at + 1 };
  }
}

const PLAIN_END = /[,\r\n]/g;

function readPlain(text: string, start: number): ReadCell {
  PLAIN_END.lastIndex = start;
  const end = PLAIN_END.exec(text)?.index ?? -1;
  return { text: end < 0 ? '' : text.slice(start, end), isQuoted: false, end };
}

/** `write` pieces cut anywhere, then `end`. */
export class CsvStream {
  /** Line of the record in work, from 1. */
  line = 1;
  readonly #handlers: CsvHandlers;
  #rest = '';
  #isBroken = false;

  constructor(handlers: CsvHandlers) {
    this.#handlers = handlers;
  }

  write(piece: string): void {
    if (this.#isBroken) return;
    const text = this.#rest + piece;
    let at = 0;
    for (let next = this.#record(text, at); next >= 0; next = this.#record(text, at)) at = next;
    this.#rest = text.slice(at);
  }

  /** A record may end with the file. */
  end(): void {
    if (this.#isBroken || this.#rest === '') return;
    const text = `${this.#rest}\n`;
    if (this.#record(text, 0) < 0 && !this.#isBroken)
      this.#break('The file ends within a cell in quotation marks.');
  }

  #break(text: string): void {
    this.#isBroken = true;
    this.#handlers.broken(text, this.line);
  }

  /** Reads one whole record; returns where the next one begins, or -1. */
  #record(text: string, start: number): number {
    if (this.#isBroken || start >= text.length) return -1;
    const cells: CsvCell[] = [];
    let at = start;
    for (;;) {
      const cell = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at);
      if (cell.end < 0) return -1;
      cells.push({ text: cell.text, isQuoted: cell.isQuoted });
      at = cell.end;
      if (text[at] !== ',') break;
      at += 1;
      if (at >= text.length) return -1;
    }
    // CR waits for the LF that may follow
    if (text[at] === '\r' && at + 1 >= text.length) return -1;
    if (text[at] !== '\r' && text[at] !== '\n') {
      this.#break('Text follows the closing quotation mark of a cell.');
      return -1;
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
    const isBlank = cells.length === 1 && cells[0]?.text === '' && !cells[0].isQuoted;
    if (!isBlank) this.#handlers.record(cells, this.line);
    this.line += text.slice(start, at).split('\n').length - 1;
    return at;
  }
}
