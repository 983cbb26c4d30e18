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
