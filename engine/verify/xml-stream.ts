/**
 * saxes with a bypass for CDATA: the parser walks every character in JavaScript, and nearly all of a
 * part is CDATA, so those sections are cut out with native searches and only the markup is parsed.
 */
import { SaxesParser, type SaxesTagNS } from 'saxes';

export interface XmlHandlers {
  open(tag: SaxesTagNS): void;
  close(tag: SaxesTagNS): void;
  /** Text of the current element; may come in several pieces. */
  text(text: string): void;
  /** The document isn't well-formed; this is the last event. */
  error(message: string): void;
  doctype(): void;
  declaration(version: string, encoding: string): void;
}

type Section = 'markup' | 'cdata' | 'comment' | 'instruction';

const STARTS = { cdata: '<![CDATA[', comment: '<!--', instruction: '<?' } as const;
const ENDS = { cdata: ']]>', comment: '-->', instruction: '?>' } as const;
const START_PATTERN = /<!\[CDATA\[|<!--|<\?/gu;
/** Characters that XML 1.0 forbids and decoded UTF-8 can contain. */
// oxlint-disable-next-line no-control-regex -- they are what it looks for
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/; // no u flag: one unit at a time is fast

/** An `&` that begins no reference: saxes would read on for a `;`, to the end of the file. */
const BARE_AMPERSAND = /&(?!(?:#\d{1,30}|#x[\da-fA-F]{1,30}|[A-Za-z][A-Za-z\d]{0,30});)/u;
/** A reference whose end may come with the next chunk. */
const OPEN_REFERENCE = /&[#A-Za-z\d]{0,32}$/u;

/** The message of saxes without the position that it puts before. */
function bareMessage(error: Error): string {
  return error.message.replace(/^\d+:\d+: /u, '').replace(/\.$/u, '');
}

/** Counts the lines in CDATA, which saxes never sees. */
function createPosition(parser: SaxesParser<{ xmlns: true }>) {
  let hiddenLines = 0;
  let shift = 0;
  let shiftLine = 1;
  return {
    hide(text: string) {
      let lines = 0;
      let last = -1;
      for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
        lines += 1;
        last = at;
      }
      if (lines > 0) shift = text.length - last - 1 - parser.column;
      else shift = (shiftLine === parser.line ? shift : 0) + text.length;
      shiftLine = parser.line;
      hiddenLines += lines;
    },
    line: () => parser.line + hiddenLines,
    column: () => parser.column + (shiftLine === parser.line ? shift : 0) + 1,
  };
}

/** Index from which the text must wait for the next chunk, because a section may begin or end there. */
function holdFrom(text: string, section: Section, from: number): number {
  if (section !== 'markup') {
    const end = ENDS[section];
    for (let length = Math.min(end.length - 1, text.length - from); length > 0; length -= 1) {
      if (text.endsWith(end.slice(0, length))) return text.length - length;
    }
    return text.length;
  }
  const last = text.lastIndexOf('<');
  if (last < from || text.length - last >= STARTS.cdata.length) return holdReference(text, from);
  const tail = text.slice(last);
  return Object.values(STARTS).some((start) => start.startsWith(tail)) ? last : holdReference(text, from);
}

function holdReference(text: string, from: number): number {
  const at = text.slice(Math.max(from, text.length - 33)).search(OPEN_REFERENCE);
  return at === -1 ? text.length : Math.max(from, text.length - 33) + at;
}

/** Parses text in any chunking; the events don't depend on where it was cut. */
export class XmlStream {
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #position = createPosition(this.#parser);
  readonly #handlers: XmlHandlers;
  #section: Section = 'markup';
  #carry = '';
  #failed = false;

  constructor(handlers: XmlHandlers) {
    this.#handlers = handlers;
    const parser = this.#parser;
    parser.on('error', (error) => this.#fail(bareMessage(error)));
    parser.on('opentag', (tag) => handlers.open(tag));
    parser.on('closetag', (tag) => handlers.close(tag));
    parser.on('text', (text) => handlers.text(text));
    parser.on('doctype', () => handlers.doctype());
    parser.on('xmldecl', ({ version = '', encoding = '' }) => handlers.declaration(version, encoding));
  }

  /** Line of the parser, from 1; columns count characters. */
  get line(): number {
    return this.#position.line();
  }

  get column(): number {
    return this.#position.column();
  }

  write(piece: string): void {
    if (this.#failed || piece === '') return;
    let text = this.#carry + piece;
    // CR waits for a LF; both are one line break to an XML parser
    const isCut = text.endsWith('\r');
    if (isCut) text = text.slice(0, -1);
    if (text.includes('\r')) text = text.replace(/\r\n?/gu, '\n');
    let from = 0;
    for (let next = this.#step(text, 0); next !== -1; next = this.#step(text, next)) from = next;
    const hold = holdFrom(text, this.#section, from);
    this.#pass(text.slice(from, hold));
    this.#carry = text.slice(hold) + (isCut ? '\r' : '');
  }

  end(): void {
    if (this.#failed) return;
    if (this.#section === 'cdata') {
      this.#fail('the file ends within a CDATA section');
      return;
    }
    this.#writeMarkup(this.#carry.replace(/\r\n?/gu, '\n'));
    if (!this.#failed) this.#parser.close();
  }

  #fail(message: string): void {
    if (!this.#failed) this.#handlers.error(message);
    this.#failed = true;
  }

  #pass(text: string): void {
    if (text === '' || this.#failed) return;
    if (this.#section === 'markup') {
      this.#writeMarkup(text);
      return;
    }
    if (this.#section !== 'cdata') {
      this.#parser.write(text);
      return;
    }
    if (FORBIDDEN.test(text)) {
      this.#position.hide(text.slice(0, text.search(FORBIDDEN)));
      this.#fail('disallowed character');
      return;
    }
    this.#position.hide(text);
    this.#handlers.text(text);
  }

  #writeMarkup(text: string): void {
    const bare = text.includes('&') ? text.search(BARE_AMPERSAND) : -1;
    this.#parser.write(bare === -1 ? text : text.slice(0, bare));
    if (bare !== -1) this.#fail('an "&" is not escaped and has to be written "&amp;"');
  }

  /** One section from `from`; returns where the next one begins, or -1 when the text is used up. */
  #step(text: string, from: number): number {
    if (this.#failed) return -1;
    if (this.#section === 'markup') {
      START_PATTERN.lastIndex = from;
      const start = START_PATTERN.exec(text);
      if (start === null) return -1;
      const found = start[0];
      this.#writeMarkup(text.slice(from, start.index));
      if (this.#failed) return -1;
      this.#parser.write(found);
      this.#section = found === STARTS.cdata ? 'cdata' : found === STARTS.comment ? 'comment' : 'instruction';
      return start.index + found.length;
    }
    const end = ENDS[this.#section];
    const at = text.indexOf(end, from);
    if (at === -1) return -1;
    this.#pass(text.slice(from, at));
    this.#section = 'markup';
    this.#parser.write(end);
    return at + end.length;
  }
}
