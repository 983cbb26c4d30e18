/**
 * The address of a page: the seed's own link with the slug exchanged, below the site's base; absolute
 * where the base is known, else from the root.
 */
import { formatMysqlDate } from '../../../render/calendar.ts';
import { DATE_SPAN_SECONDS } from '../../../render/identity.ts';
import type { Problem } from '../../../problem.ts';
import type { PageAddress } from '../geo-url-links.ts';
import { placeInSeed } from '../../../render/seed.ts';
import type { WxrSeed, SeedItem } from './seed.ts';
import { trimEnd } from '../../../text/trim-edges.ts';
import { listAncestors } from './static-records.ts';

function cutSlash(address: string): string {
  return trimEnd(address.trim(), '/');
}

/** The seed's own address under the site that the caller gave. */
function rebase(link: string, base: { old: string; site: string }): string {
  if (base.site === '') return link;
  const below = base.old !== '' && (link === base.old || link.startsWith(`${base.old}/`));
  return (
    base.site +
    link.slice(below ? base.old.length : (/^(?:[a-z]+:)?\/\/[^/?#]*/i.exec(link)?.[0].length ?? 0))
  );
}

/** `site` is the address that the caller gave, empty for the seed's own. */
export function createPageAddress(seed: WxrSeed, pattern: SeedItem, site: string): PageAddress {
  const base = cutSlash(site || seed.baseUrl);
  const link = pattern.fields.get('link')?.text.trim() ?? '';
  const slug = pattern.fields.get('wp:post_name')?.text.trim() ?? '';
  const rebased = rebase(link, { old: seed.baseUrl, site: cutSlash(site) });
  const at = slug === '' ? -1 : rebased.lastIndexOf(`/${slug}`);
  const behind = at < 0 ? '' : rebased.slice(at + 1 + slug.length);
  if (at >= 0 && (behind === '' || behind.startsWith('/')))
    return { prefix: rebased.slice(0, at + 1), suffix: behind };
  const path = listAncestors(seed, pattern).map(
    (parent) => `${parent.fields.get('wp:post_name')?.text.trim() ?? ''}/`,
  );
  return { prefix: `${base}/${path.join('')}`, suffix: '/' };
}

/** `2025-03-04` to the day, the month, the year: as permalinks hold a date. */
const DATE_LENGTHS = [10, 7, 4];

/**
 * Tells that the pages' addresses cannot be known: under permalinks with a date WordPress makes them of
 * each page's own date.
 *
 * @param latest local time of the latest page, in seconds since 1970.
 */
export function checkDatedUrl(seed: WxrSeed, pattern: SeedItem, latest: number): Problem[] {
  const link = pattern.fields.get('link');
  const own = /^\d{4}-\d{2}-\d{2}/.exec(pattern.fields.get('wp:post_date')?.text.trim() ?? '')?.[0];
  if (!link || own === undefined || pattern.type === 'page') return [];
  const { prefix } = createPageAddress(seed, pattern, '');
  const folderOf = (date: string, length: number) => `/${date.slice(0, length).replaceAll('-', '/')}/`;
  const length = DATE_LENGTHS.find((digits) => prefix.includes(folderOf(own, digits)));
  if (length === undefined) return [];
  const folder = folderOf(own, length);
  const ends = [latest, latest - DATE_SPAN_SECONDS + 1].map((date) =>
    folderOf(formatMysqlDate(date), length),
  );
  if (ends.every((end) => end === folder)) return [];
  return [
    {
      code: 'address-dated',
      severity: 'notice',
      file: seed.file,
      ...placeInSeed(seed, link.element.start),
      field: 'link',
      text: `The seed’s address contains its date (${folder}), but each page gets its own date, up to 30 days earlier, and so a different URL: [page_url], canonical URLs and formed links would not match. Choose "Post name" under Settings → Permalinks, or write no address of the pages.`,
    },
  ];
}

/** Site of a guid: never empty, because a guid is a plain address. */
export function getGuidSite(seed: WxrSeed, site: string): string {
  return cutSlash(site || seed.baseUrl) || 'https://geoloom.invalid';
}

/** Host of an address, without `www.`; empty where it has none. */
function readHost(address: string): string {
  const host = /^(?:https?:)?\/\/([^/?#]*)/i.exec(address.trim())?.[1] ?? '';
  return host.toLowerCase().replace(/^www\./, '');
}

/** Are the pages for the seed's own site? Without a site from the caller they are. */
export function isSeedSite(seed: WxrSeed, site: string): boolean {
  return readHost(seed.baseUrl) !== '' && (site === '' || readHost(site) === readHost(seed.baseUrl));
}
