/** Finds the placeholder within an excerpt's line, which may be cut on both sides. */

/** `[geo_city | upper]` → `geo_city`: how it is in a slug, where there are no brackets. */
const bareName = (text: string) => text.replace(/^\[\s*/, '').replace(/\s*[|\]].*$/s, '');

function occurrences(line: string, word: string): number[] {
  const [from, wanted] = [line.toLowerCase(), word.toLowerCase()];
  const found: number[] = [];
  if (wanted === '') return found;
  let at = from.indexOf(wanted);
  while (at >= 0) {
    found.push(at);
    at = from.indexOf(wanted, at + 1);
  }
  return found;
}

/**
 * Splits a line before and after the placeholder. Of several occurrences the nearest to the column counts;
 * an excerpt that was cut is centered on its placeholder.
 */
export function splitAtPlaceholder(
  line: string,
  text: string,
  column: number,
): [before: string, mark: string, after: string] {
  const wanted = line.startsWith('…') ? line.length / 2 : column - 1;
  for (const word of [text, bareName(text)]) {
    const [nearest] = occurrences(line, word).sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
    if (nearest !== undefined) {
      const end = nearest + word.length;
      return [line.slice(0, nearest), line.slice(nearest, end), line.slice(end)];
    }
  }
  return [line, '', ''];
}

/** Counts the spaces that all lines begin with; blank lines and cut lines don't count. */
export function commonIndent(lines: readonly string[]): number {
  const indents = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('…'))
    .map((line) => line.length - line.trimStart().length);
  return indents.length === 0 ? 0 : Math.min(...indents);
}
