/** Text of the seed's CSS right before a value. */
import { type Join, TAG_START, separateStar, withoutBackslash } from '../join.ts';

/** Joins within strings, URLs and comments. */
export function joinCss(before: string): Join | undefined {
  return withoutBackslash(before, (text) => {
    const open = TAG_START.exec(text)?.[0];
    if (open !== undefined) return { length: open.length, text: `\\3C ${open.slice(1)}` };
    return endEscape(text);
  });
}

/** Joins outside of them, where an empty value must not turn a slash and a star into a comment. */
export function joinBareCss(before: string, after: string | undefined): Join | undefined {
  if (before.endsWith('/') && after === '*') return { length: 0, text: ' ' };
  return withoutBackslash(before, endEscape);
}

/**
 * Recognizes a place where a value could end the style. The `<` can't be escaped: it would become part of a name.
 * A backslash in between is removed with the placeholder.
 */
export function isAfterTagStart(before: string): boolean {
  return TAG_START.test(before.replace(/\\$/, ''));
}

/** A value must not lengthen an escape such as `\2192`. */
function endEscape(before: string): Join | undefined {
  return /\\[0-9A-Fa-f]{1,6}$/.test(before) ? { length: 0, text: ' ' } : undefined;
}

/** Joins within a comment. */
export function joinCssComment(before: string): Join | undefined {
  return separateStar(before) ?? joinCss(before);
}
