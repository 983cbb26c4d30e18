/**
 * All matches of a pattern each of which begins with the same sign, left to right. Between two signs nothing is tried: in a
 * page of a megabyte with a few hundred of them, the pattern alone would take ten times as long.
 * @param pattern sticky
 */
export function* matchPrefixed(text: string, sign: string, pattern: RegExp): Generator<RegExpExecArray> {
  let at = text.indexOf(sign);
  while (at >= 0) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) yield match;
    at = text.indexOf(sign, at + (match?.[0].length ?? sign.length));
  }
}
