/** Names of downloads: short ASCII names that are valid on every system. */

const NAME_BYTES = 60;
/** Device names of Windows. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * Makes the stem of a file name from a title: `Plumber in [geo_city]` → `plumber-in-geo-city`.
 * @returns `pages` if the title has no usable characters
 */
export function nameParts(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_BYTES)
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' || RESERVED.test(plain) ? 'pages' : plain;
}

/** Names the zip like its parts, without the suffix `-1-of-2` that several parts have. */
export function nameZip(files: readonly { name: string; pages: number }[]): string {
  const parts = files.filter(({ pages }) => pages > 0);
  const name = (parts[0]?.name ?? 'pages').replace(/\.\w+$/, '');
  return `${parts.length > 1 ? name.replace(/-\d+-of-\d+$/, '') : name}.zip`;
}
