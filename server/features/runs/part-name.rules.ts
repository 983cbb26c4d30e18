/** Names of files that people download: short, plain, and safe on every system. */

const NAME_BYTES = 60;
/** Names that Windows keeps for devices. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * The stem of a file name from a title: `Plumber in [geo_city]` → `plumber-in-geo-city`.
 * @returns `pages` where nothing of the title can be in a name
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

/** The zip of all parts is named like them; where there are several, `-1-of-2` ends each name. */
export function nameZip(files: readonly { name: string; pages: number }[]): string {
  const parts = files.filter(({ pages }) => pages > 0);
  const name = (parts[0]?.name ?? 'pages').replace(/\.\w+$/, '');
  return `${parts.length > 1 ? name.replace(/-\d+-of-\d+$/, '') : name}.zip`;
}
