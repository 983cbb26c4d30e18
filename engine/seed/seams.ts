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

/**
 * The pieces (sorted, of this text) and what has to be written anew before their holes.
 * @param mend - asked for each hole, with the seed's own text before it and the index of the hole's end
 */
export function withSeams(
  text: string,
  pieces: Piece[],
  mend: (before: string, end: number) => Mend | undefined,
): Piece[] {
  const mended: Piece[] = [];
  let last = 0;
  for (const { kind, start, end } of pieces) {
    const before = text.slice(Math.max(last, start - 40), start);
    last = Math.max(last, end);
    const found = kind === 'hole' ? mend(before, end) : undefined;
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

/** A backslash that escapes what comes next: the bracket of the placeholder, as the seed is written. */
const ESCAPING = /(?:^|[^\\])(?:\\\\)*\\$/;

/**
 * Without that backslash, which would escape the value, or the quote behind an empty one; and without one
 * that would escape what is written anew.
 */
function unescaped(before: string, mend: (before: string) => Mend | undefined): Mend | undefined {
  const isEscaping = ESCAPING.test(before);
  const found = mend(isEscaping ? before.slice(0, -1) : before);
  if (!isEscaping && !found) return undefined;
  const { length, text } = found ?? { length: 0, text: '' };
  const end = before.length - length - (isEscaping ? 1 : 0);
  const taken = text.startsWith('\\') && ESCAPING.test(before.slice(0, end)) ? 1 : 0;
  return { length: before.length - end + taken, text };
}

const TAG_START = /<(?:\/?[A-Za-z]*|!-?)$/;

/** `\0` and the other escapes of one or two octal digits, which a digit would lengthen. */
const OCTAL = /(?:^|[^\\])(?:\\\\)*\\([0-7]{1,2})$/;

function mendOctal(before: string): Mend | undefined {
  const digits = OCTAL.exec(before)?.[1];
  if (digits === undefined) return undefined;
  const code = Number.parseInt(digits, 8).toString(16).padStart(2, '0');
  return { length: digits.length + 1, text: `\\x${code}` };
}

/** In a script a `<` could become the end of the script with the value behind it. */
export function mendScript(before: string): Mend | undefined {
  return unescaped(before, (open) => mendOctal(open) ?? mendTagStart(open));
}

function mendTagStart(before: string): Mend | undefined {
  const open = TAG_START.exec(before)?.[0];
  return open === undefined ? undefined : { length: open.length, text: `\\u003C${open.slice(1)}` };
}

/** Outside of strings a `-` would join with that of a negative number: `--5` is something else. */
export function mendCode(before: string): Mend | undefined {
  return before.endsWith('-') ? { length: 0, text: ' ' } : undefined;
}

/** The same in a template literal, where a `$` could begin code with the value behind it: `$[price]`. */
export function mendTemplate(before: string): Mend | undefined {
  return unescaped(before, (open) =>
    open.endsWith('$') ? { length: 1, text: '\\u0024' } : (mendOctal(open) ?? mendTagStart(open)),
  );
}

/** Ends of the placeholders that a `*` or the like behind them repeats; in a `[…]` that is a plain character. */
function findRepeated(regexp: string, pieces: readonly Piece[]): Set<number> {
  const repeated = new Set<number>();
  let inClass = false;
  let at = 0;
  for (const { start, end } of pieces) {
    for (; at < start; at += 1) {
      const character = regexp[at];
      if (character === '[') inClass = true;
      if (character === ']') inClass = false;
      if (character === '\\') at += 1;
    }
    at = end;
    if (!inClass && /[*+?{]/.test(regexp[end] ?? '')) repeated.add(end);
  }
  return repeated;
}

/**
 * The same in a regular expression, where an empty value leaves nothing for a `*` behind it to repeat,
 * and alone would make a comment of it.
 */
export function withRegexpSeams(text: string, pieces: Piece[]): Piece[] {
  const repeated = findRepeated(text, pieces);
  return withSeams(text, pieces, (before, end) =>
    unescaped(before, (open) =>
      open === '/' || repeated.has(end) ? { length: 0, text: '(?:)' } : mendTagStart(open),
    ),
  );
}

/** The same in CSS; and a value must not lengthen an escape such as `\2192`. */
export function mendCss(before: string): Mend | undefined {
  return unescaped(before, mendEscape);
}

function mendEscape(before: string): Mend | undefined {
  const open = TAG_START.exec(before)?.[0];
  if (open !== undefined) return { length: open.length, text: `\\3C ${open.slice(1)}` };
  return /\\[0-9A-Fa-f]{1,6}$/.test(before) ? { length: 0, text: ' ' } : undefined;
}

/** A `*` could end a comment of a script or a style sheet with a `/` behind an empty value. */
function partStar(before: string): Mend | undefined {
  return before.endsWith('*') ? { length: 0, text: ' ' } : undefined;
}

/** The same in a comment of a script, whose end an empty value must not make. */
export function mendScriptComment(before: string): Mend | undefined {
  return partStar(before) ?? mendTagStart(before);
}

/** The same in a comment of CSS. */
export function mendCssComment(before: string): Mend | undefined {
  return partStar(before) ?? mendCss(before);
}

/** In an address a `%` could become a reference with the digits of a value. */
export function mendAddress(before: string): Mend | undefined {
  const open = /%[0-9A-Fa-f]?$/.exec(before)?.[0];
  return open === undefined ? undefined : { length: open.length, text: `%25${open.slice(1)}` };
}

/** In a comment a `-` could become its end with what follows an empty value. */
export function mendComment(before: string): Mend | undefined {
  return before.endsWith('-') ? { length: 1, text: '&#45;' } : undefined;
}
