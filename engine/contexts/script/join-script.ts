/** Where the seed's script meets a value: strings, templates, regular expressions, comments and code. */
import { type Join, TAG_START, partStar, withJoins, withoutBackslash } from '../join.ts';
import type { Piece } from '../piece.ts';

/** `\0` and the other escapes of one or two octal digits, which a digit would lengthen. */
const OCTAL = /(?:^|[^\\])(?:\\\\)*\\([0-7]{1,2})$/;

function joinOctal(before: string): Join | undefined {
  const digits = OCTAL.exec(before)?.[1];
  if (digits === undefined) return undefined;
  const code = Number.parseInt(digits, 8).toString(16).padStart(2, '0');
  return { length: digits.length + 1, text: `\\x${code}` };
}

/** In a script a `<` could become the end of the script with the value behind it. */
export function joinScript(before: string): Join | undefined {
  return withoutBackslash(before, (open) => joinOctal(open) ?? joinTagStart(open));
}

function joinTagStart(before: string): Join | undefined {
  const open = TAG_START.exec(before)?.[0];
  return open === undefined ? undefined : { length: open.length, text: `\\u003C${open.slice(1)}` };
}

/** Outside of strings a `-` would join with that of a negative number: `--5` is something else. */
export function joinCode(before: string): Join | undefined {
  return before.endsWith('-') ? { length: 0, text: ' ' } : undefined;
}

/** The same in a template literal, where a `$` could begin code with the value behind it: `$[price]`. */
export function joinTemplate(before: string): Join | undefined {
  return withoutBackslash(before, (open) =>
    open.endsWith('$') ? { length: 1, text: '\\u0024' } : (joinOctal(open) ?? joinTagStart(open)),
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
export function withRegexpJoins(text: string, pieces: Piece[]): Piece[] {
  const repeated = findRepeated(text, pieces);
  return withJoins(text, pieces, (before, end) =>
    withoutBackslash(before, (open) =>
      open === '/' || repeated.has(end) ? { length: 0, text: '(?:)' } : joinTagStart(open),
    ),
  );
}

/** The same in a comment of a script, whose end an empty value must not make. */
export function joinScriptComment(before: string): Join | undefined {
  return partStar(before) ?? joinTagStart(before);
}
