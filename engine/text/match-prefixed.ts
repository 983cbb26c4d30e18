/**
 * Finds all matches of a pattern that begins with a fixed prefix, from left to right. Tries the pattern only at the
 * prefix, because most of a page has none.
 * @param pattern sticky
 */
export function* matchPrefixed(text: string, prefix: string, pattern: RegExp): Generator<RegExpExecArray> {
  let at = text.indexOf(prefix);
  while (at >= 0) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) yield match;
    at = text.indexOf(prefix, at + (match?.[0].length ?? prefix.length));
  }
}
