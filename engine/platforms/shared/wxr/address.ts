/**
 * URLs of pages: the seed's own link with another slug, below the site's base URL. Without a base URL they
 * begin with a slash.
 */
import type { PageAddress } from '../geo-url-links.ts';
import { type WxrSeed, type SeedItem, readText } from './seed.ts';
import { trimEnd } from '../../../text/trim-edges.ts';
import { listAncestors } from './static-records.ts';

function cutSlash(address: string): string {
  return trimEnd(address.trim(), '/');
}

/** Moves the seed's own URL to another site. */
function rebase(link: string, base: { old: string; site: string }): string {
  if (base.site === '') return link;
  const below = base.old !== '' && (link === base.old || link.startsWith(`${base.old}/`));
  return (
    base.site +
    link.slice(below ? base.old.length : (/^(?:[a-z]+:)?\/\/[^/?#]*/i.exec(link)?.[0].length ?? 0))
  );
}

/** @param site URL of the site; empty for the seed's own */
export function createPageAddress(seed: WxrSeed, pattern: SeedItem, site: string): PageAddress {
  const base = getSiteUrl(seed, site);
  const link = readText(pattern, 'link');
  const slug = readText(pattern, 'wp:post_name');
  const rebased = rebase(link, { old: seed.baseUrl, site: cutSlash(site) });
  const at = slug === '' ? -1 : rebased.lastIndexOf(`/${slug}`);
  const rest = at < 0 ? '' : rebased.slice(at + 1 + slug.length);
  if (at >= 0 && (rest === '' || rest.startsWith('/')))
    return { prefix: rebased.slice(0, at + 1), suffix: rest };
  const path = listAncestors(seed, pattern).map((parent) => `${readText(parent, 'wp:post_name')}/`);
  return { prefix: `${base}/${path.join('')}`, suffix: '/' };
}

/** URL of the site, without a slash at its end. */
export function getSiteUrl(seed: WxrSeed, site: string): string {
  return cutSlash(site || seed.baseUrl);
}

/** Site of the guids, without a slash at its end; never empty, because a guid is a URL. */
export function getGuidSite(seed: WxrSeed, site: string): string {
  return getSiteUrl(seed, site) || 'https://geoloom.invalid';
}

/** Host of a URL, without `www.`; empty without one. */
function readHost(address: string): string {
  const host = /^(?:https?:)?\/\/([^/?#]*)/i.exec(address.trim())?.[1] ?? '';
  return host.toLowerCase().replace(/^www\./, '');
}

/** Are the pages for the seed's own site? An empty `site` means that they are. */
export function isSeedSite(seed: WxrSeed, site: string): boolean {
  return readHost(seed.baseUrl) !== '' && (site === '' || readHost(site) === readHost(seed.baseUrl));
}
