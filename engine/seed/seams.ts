/**
 * Seams between the seed's own text and a value: an encoder sees its value alone, but `&` before a
 * value `lt;`, `<` before `b` or `]]` before an empty cell and `>` would come to mean something. The
 * seed's side of such a seam is written so that it means the same and joins with nothing.
 */
import { decodeHtmlReference } from './html-reference.ts';
import { type Piece, comparePieces } from './piece.ts';

/** What the last `length` characters before a hole become. */
export interface Mend {
  length: number;
  text: string;
}

/** The pieces (sorted, of this text) and what has to be written anew before their holes. */
export function withSeams(
  text: string,
  pieces: Piece[],
  mend: (before: string) => Mend | undefined,
): Piece[] {
  const mended: Piece[] = [];
  let last = 0;
  for (const { kind, start, end } of pieces) {
    const before = text.slice(Math.max(last, start - 40), start);
    last = Math.max(last, end);
    const found = kind === 'hole' && before !== '' ? mend(before) : undefined;
    if (found) mended.push({ kind: 'rewrite', start: start - found.length, end: start, text: found.text });
  }
  return mended.length === 0 ? pieces : [...mended, ...pieces].sort(comparePieces);
}

/** `&` that begins no reference is written as one; a reference without its `;` gets it. */
export function mendReference(before: string): Mend | undefined {
  const open = /&(?:#?[A-Za-z0-9]*)$/.exec(before)?.[0];
  if (open === undefined) return undefined;
  const read = decodeHtmlReference(open);
  if (read === open) return { length: open.length, text: `&amp;${open.slice(1)}` };
  // of `&ampx` only a part is a reference, and no value makes it another
  return decodeHtmlReference(`${open};`) === read ? { length: 0, text: ';' } : undefined;
}

/** In HTML text a `<` could begin a tag with the value behind it. */
export function mendHtmlText(before: string): Mend | undefined {
  const open = /<[/!?]?$/.exec(before)?.[0];
  if (open !== undefined) return { length: open.length, text: `&lt;${open.slice(1)}` };
  return mendReference(before);
}

const TAG_START = /<(?:\/?[A-Za-z]*|!-?)$/;

/** In a script a `<` could become the end of the script with the value behind it. */
export function mendScript(before: string): Mend | undefined {
  const open = TAG_START.exec(before)?.[0];
  return open === undefined ? undefined : { length: open.length, text: `\\u003C${open.slice(1)}` };
}

/** The same in CSS; and a value must not lengthen an escape such as `\2192`. */
export function mendCss(before: string): Mend | undefined {
  const open = TAG_START.exec(before)?.[0];
  if (open !== undefined) return { length: open.length, text: `\\3C ${open.slice(1)}` };
  return /\\[0-9A-Fa-f]{1,6}$/.test(before) ? { length: 0, text: ' ' } : undefined;
}

/** In a comment a `-` could become its end with what follows an empty value. */
export function mendComment(before: string): Mend | undefined {
  return before.endsWith('-') ? { length: 1, text: '&#45;' } : undefined;
}
