/**
 * Decodes the text of an element without child elements: character data, CDATA sections and references
 * combined as a parser reports them, each character with its range in the raw text.
 */
import { type SourceText, SourceTextBuilder } from '../../text/source-text.ts';
import { type XmlElement, findChild } from '../../text/xml-outline.ts';

const PREDEFINED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const MARKUP = /<!\[CDATA\[|<!--|<\?|&(?:#x[0-9a-fA-F]+|#[0-9]+|[A-Za-z][A-Za-z0-9]*);|\r\n?/g;
const CLOSERS: Record<string, string> = { '<![CDATA[': ']]>', '<!--': '-->', '<?': '?>' };

export interface XmlLeaf {
  /** The text that a parser reports: line breaks are LF. */
  decoded: SourceText;
  /** Ranges of the source inside CDATA sections, in order. */
  sections: readonly { from: number; to: number }[];
}

/** Decodes an XML reference; `undefined` for a name that XML doesn't define. */
export function decodeXmlReference(reference: string): string | undefined {
  const name = reference.slice(1, -1);
  if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
  if (name.startsWith('#')) return String.fromCodePoint(Number.parseInt(name.slice(1), 10));
  return PREDEFINED.get(name);
}

class LeafReader {
  readonly #offset: number;
  readonly #raw: string;
  readonly #builder: SourceTextBuilder;
  readonly #sections: { from: number; to: number }[] = [];
  /** Position of the next carriage return, searched for once for all sections before it. */
  #carriage: number;

  constructor(source: string, from: number, to: number) {
    this.#offset = from;
    // markup is searched for in the leaf only: a search in the whole file would run past it
    this.#raw = source.slice(from, to);
    this.#builder = new SourceTextBuilder(source);
    this.#carriage = this.#nextCarriage(0);
  }

  #nextCarriage(from: number): number {
    const found = this.#raw.indexOf('\r', from);
    return found < 0 ? Number.POSITIVE_INFINITY : found;
  }

  read(): XmlLeaf {
    let last = 0;
    const markup = new RegExp(MARKUP);
    for (let match = markup.exec(this.#raw); match; match = markup.exec(this.#raw)) {
      this.#copy(last, match.index);
      last = this.#readToken(match[0], match.index);
      markup.lastIndex = last;
    }
    this.#copy(last, this.#raw.length);
    return { decoded: this.#builder.finish(), sections: this.#sections };
  }

  #copy(from: number, to: number): void {
    this.#builder.copy(from + this.#offset, to + this.#offset);
  }

  /** Reads the token at `at` and returns the index after it. */
  #readToken(token: string, at: number): number {
    const after = at + token.length;
    const closer = CLOSERS[token];
    if (closer === undefined) {
      const text = token.startsWith('\r') ? '\n' : (decodeXmlReference(token) ?? token);
      this.#builder.replace(at + this.#offset, after + this.#offset, text);
      return after;
    }
    const close = this.#raw.indexOf(closer, after);
    const end = close < 0 ? this.#raw.length : close;
    if (token === '<![CDATA[') this.#addSection(after, end);
    return close < 0 ? end : close + closer.length;
  }

  #addSection(start: number, to: number): void {
    this.#sections.push({ from: start + this.#offset, to: to + this.#offset });
    let from = start;
    if (this.#carriage < from) this.#carriage = this.#nextCarriage(from);
    while (this.#carriage < to) {
      const at = this.#carriage;
      const after = at + (this.#raw[at + 1] === '\n' ? 2 : 1);
      this.#copy(from, at);
      this.#builder.replace(at + this.#offset, after + this.#offset, '\n');
      from = after;
      this.#carriage = this.#nextCarriage(from);
    }
    this.#copy(from, to);
  }
}

/** Decodes the raw content `[from, to)` of an element. */
export function readXmlLeaf(source: string, from: number, to: number): XmlLeaf {
  return new LeafReader(source, from, to).read();
}

/** Decodes the raw content `[from, to)` of an element to its text. */
export function decodeXmlText(source: string, from: number, to: number): SourceText {
  return readXmlLeaf(source, from, to).decoded;
}

/** Reads the text of an element without child elements; empty without an element. */
export function readElementText(source: string, element: XmlElement | undefined): string {
  return element ? decodeXmlText(source, element.contentStart, element.contentEnd).text : '';
}

/** Reads the text of the first child with that name, trimmed; empty without one. */
export function readChildText(source: string, parent: XmlElement | undefined, name: string): string {
  return readElementText(source, parent && findChild(parent, name)).trim();
}

/** Checks if a raw position is inside a CDATA section of the leaf. */
export function isInCdata(leaf: XmlLeaf, position: number): boolean {
  let low = 0;
  let high = leaf.sections.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((leaf.sections[middle]?.from ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const section = leaf.sections[low - 1];
  return section !== undefined && position <= section.to;
}
