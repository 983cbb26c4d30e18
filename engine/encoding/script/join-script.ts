/** Text of the seed's script right before a value: in strings, templates, comments and code. */
import { type Join, TAG_START, partStar, withoutBackslash } from '../join.ts';

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

/** Words that a value goes on from where there is no space: `return[lat]`. */
export const WORD_BEFORE_VALUE =
  /(?:^|[^\p{L}\p{N}_$.\\])(?:await|case|default|delete|do|else|extends|in|instanceof|new|of|return|throw|typeof|void|yield)$/u;

/** Outside of strings a `-` would join with that of a negative number: `--5` is something else. */
export function joinCode(before: string): Join | undefined {
  return before.endsWith('-') || WORD_BEFORE_VALUE.test(before) ? { length: 0, text: ' ' } : undefined;
}

/** The same in a template literal, where a `$` could begin code with the value behind it: `$[price]`. */
export function joinTemplate(before: string): Join | undefined {
  return withoutBackslash(before, (open) =>
    open.endsWith('$') ? { length: 1, text: '\\u0024' } : (joinOctal(open) ?? joinTagStart(open)),
  );
}

/** The same in a comment of a script, whose end an empty value must not make. */
export function joinScriptComment(before: string): Join | undefined {
  return partStar(before) ?? joinTagStart(before);
}
