/**
 * Column names are matched without regard to case, spaces, `_` and `-`, in headers and in
 * placeholders alike: `[Geo City]` is filled by the column `geo_city`.
 */
export function columnKey(name: string): string {
  return name.normalize('NFC').toLowerCase().replaceAll(/[\s_-]+/gu, '');
}
