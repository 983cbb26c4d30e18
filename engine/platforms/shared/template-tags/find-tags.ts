/** Tags of template languages and the string literals in them. */
import type { Piece, Range } from '../../../encoding/piece.ts';

/** A string literal: the range is what is between its quotes. */
export interface TagString extends Range {
  quote: '"' | "'" | '`';
  /** The quotes are references, as editors of HTML write them. */
  isReference: boolean;
}

export interface TemplateTag extends Range {
  opener: '{{' | '{%' | '{#';
  strings: TagString[];
  /** The tag isn't closed, so it extends to the end of the text. */
  isUnclosed: boolean;
  /** A backslash outside of strings, which one setting of Jinjava skips with the next character. */
  hasBackslash: boolean;
}

const QUOTE_REFERENCE = /&(?:quot|apos|#0*3[49]|#x0*2[27]);/iy;
interface Quote {
  quote: TagString['quote'];
  isReference: boolean;
  length: number;
}

function readQuote(text: string, at: number, hasTemplates: boolean): Quote | undefined {
  const character = text[at];
  if (character === '"' || character === "'" || (hasTemplates && character === '`'))
    return { quote: character, isReference: false, length: 1 };
  if (character !== '&') return undefined;
  QUOTE_REFERENCE.lastIndex = at;
  const reference = QUOTE_REFERENCE.exec(text)?.[0];
  if (reference === undefined) return undefined;
  const quote = /apos|39|27/.test(reference) ? "'" : '"';
  return { quote, isReference: true, length: reference.length };
}

/** Follows the string literals of a tag, character by character. */
export class StringReader {
  readonly strings: TagString[] = [];
  hasBackslash = false;
  readonly #text: string;
  readonly #hasTemplates: boolean;
  #open: (Quote & { from: number }) | undefined;

  constructor(text: string, hasTemplates: boolean) {
    this.#text = text;
    this.#hasTemplates = hasTemplates;
  }

  /** Checks if a string with plain quotes is open. */
  get isInString(): boolean {
    return this.#open !== undefined && !this.#open.isReference;
  }

  /** Reads the character at a place; returns the next place. */
  read(at: number): number {
    if (this.#text[at] === '\\') {
      this.hasBackslash ||= !this.isInString;
      return at + 2;
    }
    const found = readQuote(this.#text, at, this.#hasTemplates);
    if (!found) return at + 1;
    const open = this.#open;
    if (!open) this.#open = { ...found, from: at + found.length };
    else if (open.quote === found.quote && (open.isReference === found.isReference || this.#hasTemplates)) {
      const { quote, isReference, from } = open;
      this.strings.push({ from, to: at, quote, isReference });
      this.#open = undefined;
    }
    return at + found.length;
  }

  /** All strings; one that is still open ends with its tag. */
  finish(to: number): TagString[] {
    const open = this.#open;
    if (open)
      this.strings.push({
        from: Math.min(open.from, to),
        to,
        quote: open.quote,
        isReference: open.isReference,
      });
    return this.strings;
  }
}

/** Makes a tag of its range and the strings that were read in it. */
export function toTag(reader: StringReader, tag: Omit<TemplateTag, 'strings' | 'hasBackslash'>): TemplateTag {
  const strings = reader.finish(tag.isUnclosed ? tag.to : tag.to - 2);
  return { ...tag, strings, hasBackslash: reader.hasBackslash };
}

/** The string literal of a tag that contains a piece. */
export function findString({ strings }: TemplateTag, { start, end }: Piece): TagString | undefined {
  return strings.find(({ from, to }) => from <= start && end <= to);
}
