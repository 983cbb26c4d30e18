/**
 * Column names are matched without regard to case, spaces, `_` and `-`, in headers and in
 * placeholders alike: `[Geo City]` is filled by the column `geo_city`. Characters that nobody sees
 * (zero-width ones, marks of direction) do not count either; web pages leave them in copied names.
 */
export function toColumnKey(name: string): string {
  // What is left out goes first: the lower case of a letter can depend on the letter behind it (Σ),
  // and so can its composed form.
  return name
    .replaceAll(/[\s_\p{Cf}-]+/gu, '')
    .toLowerCase()
    .normalize('NFC');
}
