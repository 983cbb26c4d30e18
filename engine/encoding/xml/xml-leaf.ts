/**
 * The text of an element without child elements: character data, CDATA sections and references put
 * together as a parser reports them, with the way back to the raw text.
 */
import { type SourceText, SourceTextBuilder } from '../../text/source-text.ts';

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
  /** As a parser reports it: line breaks are LF. */
  decoded: SourceText;
  /** Ranges of the source inside CDATA sections, in order. */
  sections: readonly { from: number; to: number }[];
}

/** The character that an XML reference stands for; `undefined` for a name XML does not know. */
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
  /** The next carriage return, sought once however many sections stand before it. */
  #carriage: number;

  constructor(source: string, from: number, to: number) {
    this.#offset = from;
    // markup is sought in the leaf alone: a search in the whole file would run on behind it
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
      last = this.#token(match[0], match.index);
      markup.lastIndex = last;
    }
    this.#copy(last, this.#raw.length);
    return { decoded: this.#builder.finish(), sections: this.#sections };
  }

  #copy(from: number, to: number): void {
    this.#builder.copy(from + this.#offset, to + this.#offset);
  }

  /** Takes in what begins at `at`; the index behind it. */
  #token(token: string, at: number): number {
    const behind = at + token.length;
    const closer = CLOSERS[token];
    if (closer === undefined) {
      const text = token.startsWith('\r') ? '\n' : (decodeXmlReference(token) ?? token);
      this.#builder.replace(at + this.#offset, behind + this.#offset, text);
      return behind;
    }
    const close = this.#raw.indexOf(closer, behind);
    const end = close < 0 ? this.#raw.length : close;
    if (token === '<![CDATA[') this.#section(behind, end);
    return close < 0 ? end : close + closer.length;
  }

  #section(start: number, to: number): void {
    this.#sections.push({ from: start + this.#offset, to: to + this.#offset });
    let from = start;
    if (this.#carriage < from) this.#carriage = this.#nextCarriage(from);
    while (this.#carriage < to) {
      const at = this.#carriage;
      const behind = at + (this.#raw[at + 1] === '\n' ? 2 : 1);
      this.#copy(from, at);
      this.#builder.replace(at + this.#offset, behind + this.#offset, '\n');
      from = behind;
      this.#carriage = this.#nextCarriage(from);
    }
    this.#copy(from, to);
  }
}

/** The raw content `[from, to)` of an element, decoded. */
export function readXmlLeaf(source: string, from: number, to: number): XmlLeaf {
  return new LeafReader(source, from, to).read();
}

/** Decoded text alone. */
export function decodeXmlText(source: string, from: number, to: number): SourceText {
  return readXmlLeaf(source, from, to).decoded;
}

/** Does the raw position stand inside a CDATA section of the leaf? */
export function standsInCdata(leaf: XmlLeaf, position: number): boolean {
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
