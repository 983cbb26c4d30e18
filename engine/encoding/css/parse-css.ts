/**
 * Where strings, comments and addresses are in CSS whose placeholders have stand-ins, as the tokenizer of
 * CSS Syntax Level 3 reads it.
 */
import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';
import type { Range } from '../piece.ts';

/** The text of strings and addresses is between their marks; comments hold theirs. */
export interface CssSegment extends Range {
  kind: 'bare' | 'name' | 'comment' | '"' | "'" | 'url' | 'url"' | "url'" | 'bad';
}

/** Functions whose string is an address. */
const ADDRESS_FUNCTION = /^(?:url|src)$/i;

/** Is the last character of a token that mark, and not escaped? A token may end with the text. */
function endsWith(text: string, mark: string): boolean {
  if (text.length < 2 || !text.endsWith(mark)) return false;
  const last = text.length - 2;
  let before = last;
  while (text[before] === '\\') before -= 1;
  return (last - before) % 2 === 0;
}

function stringRange(text: string, from: number): Range {
  const to = from + text.length;
  return { from: from + 1, to: endsWith(text, text[0] ?? '') ? to - 1 : to };
}

/** Between `url(` and `)`, without the blanks before it. */
function addressRange(text: string, from: number): Range {
  const [before = ''] = /^[^(]*\([\t\n\f\r ]*/.exec(text) ?? [];
  const to = from + text.length - (endsWith(text, ')') ? 1 : 0);
  return { from: Math.min(from + before.length, to), to };
}

class CssReader {
  readonly segments: CssSegment[] = [];
  /** Is the string that comes next an address? */
  #isAddress = false;
  /** Where the last number with a unit or `#name` begins and ends. */
  #word = 0;
  #behind = -1;

  token(token: CSSToken): void {
    const [type, text, from, last, data] = token;
    const to = last + 1;
    const isAddress = this.#isAddress;
    if (type !== TokenType.Whitespace && type !== TokenType.Comment) this.#isAddress = false;
    if (type === TokenType.Comment) this.#push({ from, to, kind: 'comment' });
    else if (type === TokenType.URL) this.#push({ ...addressRange(text, from), kind: 'url' });
    else if (type === TokenType.BadURL) this.#push({ from, to, kind: 'bad' });
    else if (type === TokenType.String || type === TokenType.BadString) {
      const quote = text[0] === '"' ? '"' : "'";
      this.#push({ ...stringRange(text, from), kind: isAddress ? `url${quote}` : quote });
    } else if (type === TokenType.Function) {
      this.#isAddress = ADDRESS_FUNCTION.test(data.value);
      this.#push({ from, to, kind: 'name' });
    } else if (type === TokenType.AtKeyword) {
      this.#isAddress = data.value.toLowerCase() === 'import';
      this.#push({ from, to, kind: 'name' });
    } else if (type === TokenType.OpenParen && this.#behind === from) {
      // of `1[v]url(` a percent sign would make a function
      this.#push({ from: this.#word, to: from, kind: 'name' });
    }
    if (type === TokenType.Dimension || type === TokenType.Hash) {
      this.#word = from;
      this.#behind = to;
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

/** The whole text in segments, in order; quotes and what is around an address belong to the bare ones. */
export function parseCss(text: string): CssSegment[] {
  const reader = new CssReader();
  for (const token of tokenize({ css: text })) reader.token(token);
  return reader.finish(text.length);
}
