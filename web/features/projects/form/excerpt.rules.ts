/** Lines of an excerpt: the marked text in its line, and the common indent. */

/** Splits a line around the match closest to the column; a cut line is centered on it. */
export function splitAtMark(line: string, mark: string, column: number): [string, string, string] {
  const wanted = line.startsWith('…') ? line.length / 2 : column - 1;
  let nearest = -1;
  for (let at = mark === '' ? -1 : line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 1)) {
    if (nearest < 0 || Math.abs(at - wanted) < Math.abs(nearest - wanted)) nearest = at;
  }
  if (nearest < 0) return [line, '', ''];
  return [line.slice(0, nearest), mark, line.slice(nearest + mark.length)];
}

/** Counts the leading spaces that all lines share; blank lines and cut lines don't count. */
export function commonIndent(lines: readonly string[]): number {
  const indents = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('…'))
    .map((line) => line.length - line.trimStart().length);
  return indents.length === 0 ? 0 : Math.min(...indents);
}
