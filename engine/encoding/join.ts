/**
 * Where the seed's own text meets a value: an encoder sees its value alone, but `&` before a
 * value `lt;`, `<` before `b` or `]]` before an empty cell and `>` would come to mean something. The
 * seed's side of such a join is rewritten so that it means the same whatever follows.
 */
import { type Piece, comparePieces } from './piece.ts';

/** What the last `length` characters before a hole become. */
export interface Join {
  length: number;
  text: string;
}

/**
 * The pieces (sorted, of this text) and what has to be written anew before their holes.
 * @param join - asked for each hole, with the seed's own text before it and the index of the hole's end
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
    const found = kind === 'hole' ? join(before, end) : undefined;
    if (found) joined.push({ kind: 'rewrite', start: start - found.length, end: start, text: found.text });
  }
  return joined.length === 0 ? pieces : [...joined, ...pieces].sort(comparePieces);
}

/** A backslash that escapes what comes next: the bracket of the placeholder, as the seed is written. */
const ESCAPING = /(?:^|[^\\])(?:\\\\)*\\$/;

/**
 * Without that backslash, which would escape the value, or the quote behind an empty one; and without one
 * that would escape what is written anew.
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

/** A tag could begin here with the value behind it. */
export const TAG_START = /<(?:\/?[A-Za-z]*|!-?)$/;

/** A `*` could end a comment of a script or a style sheet with a `/` behind an empty value. */
export function partStar(before: string): Join | undefined {
  return before.endsWith('*') ? { length: 0, text: ' ' } : undefined;
}
