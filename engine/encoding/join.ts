/**
 * Joins of the seed's text and a value. An encoder sees only its value, but `&` before a value `lt;`, `<` before `b`,
 * or `]]` before an empty cell and `>` would become syntax. The seed's text before the value is rewritten so that it
 * means the same before any value.
 */
import { type Piece, comparePieces } from './piece.ts';

/** Replacement of the last `length` characters before a hole. */
export interface Join {
  length: number;
  text: string;
}

/**
 * Adds the replacements before the holes of a text to its pieces.
 * @param pieces in order
 * @param join called for each hole and each marker of a construct with the seed's text before it and the index of its end
 */
export function withJoins(
  text: string,
  pieces: Piece[],
  join: (before: string, end: number) => Join | undefined,
): Piece[] {
  const joined: Piece[] = [];
  let last = 0;
  for (const { kind, start, end } of pieces) {
    const before = text.slice(Math.max(last, start - 40), start);
    last = Math.max(last, end);
    const found = kind === 'hole' || kind === 'marker' ? join(before, end) : undefined;
    if (found) joined.push({ kind: 'rewrite', start: start - found.length, end: start, text: found.text });
  }
  return joined.length === 0 ? pieces : [...joined, ...pieces].sort(comparePieces);
}

/** A backslash that escapes the next character, in the seed the bracket of the placeholder. */
const ESCAPING = /(?:^|[^\\])(?:\\\\)*\\$/;

/**
 * Removes a backslash that would escape the value, the quote after an empty value, or the first character of a
 * replacement.
 */
export function withoutBackslash(
  before: string,
  join: (before: string) => Join | undefined,
): Join | undefined {
  const isEscaping = ESCAPING.test(before);
  const found = join(isEscaping ? before.slice(0, -1) : before);
  if (!isEscaping && !found) return undefined;
  const { length, text } = found ?? { length: 0, text: '' };
  const end = before.length - length - (isEscaping ? 1 : 0);
  const taken = text.startsWith('\\') && ESCAPING.test(before.slice(0, end)) ? 1 : 0;
  return { length: before.length - end + taken, text };
}

/** The start of a tag, which a value could complete. */
export const TAG_START = /<(?:\/?[A-Za-z]*|!-?)$/;

/** Separates a `*` from a `/` after an empty value, which would end a comment of a script or a style sheet. */
export function separateStar(before: string): Join | undefined {
  return before.endsWith('*') ? { length: 0, text: ' ' } : undefined;
}
