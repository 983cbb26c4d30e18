/** Where the seed's CSS meets a value. */
import { type Join, TAG_START, partStar, withoutBackslash } from '../join.ts';

/** The same in CSS, within strings, addresses and comments. */
export function joinCss(before: string): Join | undefined {
  return withoutBackslash(before, (text) => {
    const open = TAG_START.exec(text)?.[0];
    if (open !== undefined) return { length: open.length, text: `\\3C ${open.slice(1)}` };
    return endEscape(text);
  });
}

/** Outside of them an empty value must not make a comment of a slash and a star. */
export function joinBareCss(before: string, after: string | undefined): Join | undefined {
  if (before.endsWith('/') && after === '*') return { length: 0, text: ' ' };
  return withoutBackslash(before, endEscape);
}

/**
 * Could a value end the style here? An escaped bracket would become a part of a name, so it stays, and the value
 * is another. A backslash in between goes with the placeholder.
 */
export function isBehindTag(before: string): boolean {
  return TAG_START.test(before.replace(/\\$/, ''));
}

/** A value must not lengthen an escape such as `\2192`. */
function endEscape(before: string): Join | undefined {
  return /\\[0-9A-Fa-f]{1,6}$/.test(before) ? { length: 0, text: ' ' } : undefined;
}

/** The same in a comment of CSS. */
export function joinCssComment(before: string): Join | undefined {
  return partStar(before) ?? joinCss(before);
}
