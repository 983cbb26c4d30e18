/**
 * The address of a page: the seed's own link with the slug exchanged, below the site's base; absolute
 * where the base is known, else from the root.
 */
import type { Seed, SeedItem } from '../seed/seed.ts';
import { parentChain } from './wordpress-wxr-statics.ts';

export interface AddressTemplate {
  /** Before and behind the slug. */
  prefix: string;
  suffix: string;
}

function cutSlash(address: string): string {
  return address.replace(/\/+$/, '');
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
export function addressTemplate(seed: Seed, pattern: SeedItem, site: string): AddressTemplate {
  const base = cutSlash(site || seed.baseUrl);
  const link = pattern.fields.get('link')?.text.trim() ?? '';
  const slug = pattern.fields.get('wp:post_name')?.text.trim() ?? '';
  const rebased = rebase(link, { old: seed.baseUrl, site: cutSlash(site) });
  const at = slug === '' ? -1 : rebased.lastIndexOf(`/${slug}`);
  const behind = at < 0 ? '' : rebased.slice(at + 1 + slug.length);
  if (at >= 0 && (behind === '' || behind.startsWith('/')))
    return { prefix: rebased.slice(0, at + 1), suffix: behind };
  const path = parentChain(seed, pattern).map(
    (parent) => `${parent.fields.get('wp:post_name')?.text.trim() ?? ''}/`,
  );
  return { prefix: `${base}/${path.join('')}`, suffix: '/' };
}

/** Site of a guid: never empty, because a guid is a plain address. */
export function guidSite(seed: Seed, site: string): string {
  return cutSlash(site || seed.baseUrl) || 'https://geoloom.invalid';
}
