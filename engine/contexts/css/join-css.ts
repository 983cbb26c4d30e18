/** Where the seed's CSS meets a value. */
import { type Join, TAG_START, partStar, withoutBackslash } from '../join.ts';

/** The same in CSS; and a value must not lengthen an escape such as `\2192`. */
export function joinCss(before: string): Join | undefined {
  return withoutBackslash(before, joinEscape);
}

/** Outside of strings an empty value must not make a comment of a slash and a star. */
export function joinBareCss(before: string, after: string | undefined): Join | undefined {
  return before.endsWith('/') && after === '*' ? { length: 0, text: ' ' } : joinCss(before);
}

function joinEscape(before: string): Join | undefined {
  const open = TAG_START.exec(before)?.[0];
  if (open !== undefined) return { length: open.length, text: `\\3C ${open.slice(1)}` };
  return /\\[0-9A-Fa-f]{1,6}$/.test(before) ? { length: 0, text: ' ' } : undefined;
}

/** The same in a comment of CSS. */
export function joinCssComment(before: string): Join | undefined {
  return partStar(before) ?? joinCss(before);
}
