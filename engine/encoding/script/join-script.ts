/** Text of the seed's script right before a value: in strings, templates, comments and code. */
import { type Join, TAG_START, separateStar, withoutBackslash } from '../join.ts';

/** An escape of one or two octal digits, which a digit of the value would continue. */
const OCTAL = /(?:^|[^\\])(?:\\\\)*\\([0-7]{1,2})$/;

function joinOctal(before: string): Join | undefined {
  const digits = OCTAL.exec(before)?.[1];
  if (digits === undefined) return undefined;
  const code = Number.parseInt(digits, 8).toString(16).padStart(2, '0');
  return { length: digits.length + 1, text: `\\x${code}` };
}

/** In a script a `<` could end the script with the value after it. */
export function joinScript(before: string): Join | undefined {
  return withoutBackslash(before, (open) => joinOctal(open) ?? joinTagStart(open));
}

function joinTagStart(before: string): Join | undefined {
  const open = TAG_START.exec(before)?.[0];
  return open === undefined ? undefined : { length: open.length, text: `\\u003C${open.slice(1)}` };
}

/** Keywords that a value would join without a space: `return[lat]`. */
export const WORD_BEFORE_VALUE =
  /(?:^|[^\p{L}\p{N}_$.\\])(?:await|case|default|delete|do|else|extends|in|instanceof|new|of|return|throw|typeof|void|yield)$/u;

/** Outside of strings a `-` would form a decrement with that of a negative number: `--5`. */
export function joinCode(before: string): Join | undefined {
  return before.endsWith('-') || WORD_BEFORE_VALUE.test(before) ? { length: 0, text: ' ' } : undefined;
}

/** Joins in a template literal, where a `$` could begin code with the value after it: `$[price]`. */
export function joinTemplate(before: string): Join | undefined {
  return withoutBackslash(before, (open) =>
    open.endsWith('$') ? { length: 1, text: '\\u0024' } : (joinOctal(open) ?? joinTagStart(open)),
  );
}

/** Joins in a comment of a script, which an empty value must not end. */
export function joinScriptComment(before: string): Join | undefined {
  return separateStar(before) ?? joinTagStart(before);
}
