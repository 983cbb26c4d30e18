/**
 * Finds strings, comments and URLs in CSS whose placeholders have stand-ins, with a tokenizer of
 * CSS Syntax Level 3.
 */
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import type { Range } from '../piece.ts';

/** Strings and URLs are the text between their marks; comments include their marks. */
export interface CssSegment extends Range {
  kind: 'bare' | 'name' | 'comment' | '"' | "'" | 'url' | 'url"' | "url'" | 'bad';
}

/** Functions whose string is a URL. */
const ADDRESS_FUNCTION = /^(?:url|src)$/i;

/** Checks that a token ends with an unescaped mark. At the end of the text the mark may be missing. */
function endsWith(text: string, mark: string): boolean {
  if (text.length < 2 || !text.endsWith(mark)) return false;
  const last = text.length - 2;
  let before = last;
  while (text[before] === '\\') before -= 1;
  return (last - before) % 2 === 0;
}

function getStringRange(text: string, from: number): Range {
  const to = from + text.length;
  return { from: from + 1, to: endsWith(text, text[0] ?? '') ? to - 1 : to };
}

/** Returns the range between `url(` and `)`, without leading spaces. */
function getAddressRange(text: string, from: number): Range {
  const [before = ''] = /^[^(]*\([\t\n\f\r ]*/.exec(text) ?? [];
  const to = from + text.length - (endsWith(text, ')') ? 1 : 0);
  return { from: Math.min(from + before.length, to), to };
}

class CssReader {
  readonly segments: CssSegment[] = [];
  /** The next string is a URL. */
  #isAddress = false;
  /** Start and end of the last number with a unit, or `#name`. */
  #wordFrom = 0;
  #wordTo = -1;

  addToken(token: CSSToken): void {
    const [type, text, from, last, data] = token;
    const to = last + 1;
    const isAddress = this.#isAddress;
    if (type !== TokenType.Whitespace && type !== TokenType.Comment) this.#isAddress = false;
    if (type === TokenType.Comment) this.#push({ from, to, kind: 'comment' });
    else if (type === TokenType.URL) this.#push({ ...getAddressRange(text, from), kind: 'url' });
    else if (type === TokenType.BadURL) this.#push({ from, to, kind: 'bad' });
    else if (type === TokenType.String || type === TokenType.BadString) {
      const quote = text[0] === '"' ? '"' : "'";
      this.#push({ ...getStringRange(text, from), kind: isAddress ? `url${quote}` : quote });
    } else if (type === TokenType.Function) {
      this.#isAddress = ADDRESS_FUNCTION.test(data.value);
      this.#push({ from, to, kind: 'name' });
    } else if (type === TokenType.AtKeyword) {
      this.#isAddress = data.value.toLowerCase() === 'import';
      this.#push({ from, to, kind: 'name' });
    } else if (type === TokenType.OpenParen && this.#wordTo === from) {
      // in `1[v]url(` a percent sign would start a function
      this.#push({ from: this.#wordFrom, to: from, kind: 'name' });
    }
    if (type === TokenType.Dimension || type === TokenType.Hash) {
      this.#wordFrom = from;
      this.#wordTo = to;
    }
  }

  #push(segment: CssSegment): void {
    const last = this.segments.at(-1)?.to ?? 0;
    if (segment.from > last) this.segments.push({ from: last, to: segment.from, kind: 'bare' });
    if (segment.to > segment.from) this.segments.push(segment);
  }

  finish(length: number): CssSegment[] {
    this.#push({ from: length, to: length, kind: 'bare' });
    return this.segments;
  }
}

/** Splits the whole text into segments. Quotes and the text around a URL belong to the bare ones. */
export function parseCss(text: string): CssSegment[] {
  const reader = new CssReader();
  for (const token of tokenize({ css: text })) reader.addToken(token);
  return reader.finish(text.length);
}
