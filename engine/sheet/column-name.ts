/** Names of columns, and the letters that a spreadsheet gives them. */

/**
 * Normalizes the name of a column, in a header or a placeholder: `[Geo City]` is filled by the column `geo_city`.
 * Ignores case, spaces, `_`, `-` and invisible format characters, which names copied from web pages contain.
 */
export function toColumnKey(name: string): string {
  // Remove characters first: the lowercase and the composed form of a letter can depend on the next one (Σ).
  return name
    .replaceAll(/[\s_\p{Cf}-]+/gu, '')
    .toLowerCase()
    .normalize('NFC');
}

/** Converts an index from 0 to `A`, `B` … `Z`, `AA` …, as a spreadsheet names its columns. */
export function toColumnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toColumnLetters(Math.floor(index / 26) - 1) + last;
}

/** Converts `A` to 0, `AA` to 26. */
export function toColumnIndex(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
