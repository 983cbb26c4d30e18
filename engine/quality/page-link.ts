/** Compares URLs of one site: two links lead to the same page if their keys are equal. */
import { cutQuery } from '../verify/audited-page.ts';
import { hashText } from '../verify/compact-text.ts';

const URL_PARTS = /^(?:[a-z][a-z\d+.-]*:)?\/\/([^/?#]*)([^?#]*)/i;
/** Links that lead to no page: other schemes, places in the page, and text that the site fills in. */
const NO_PAGE = /^(?:(?!https?:)[a-z][a-z\d+.-]*:|#|\?)|[{}[\]]|^$/i;
const FILE =
  /\.(?:avif|css|csv|docx?|gif|ics|jpe?g|js|json|mp[34]|pdf|png|pptx?|svg|txt|vcf|webp|xlsx?|xml|zip)$/i;

/** Browsers and servers refuse longer URLs. */
const MAX_LINK_CHARACTERS = 2_000;
const NO_LINKS = new Uint32Array(0);

/** @returns host in lowercase without `www.`; empty for a relative URL */
export function readHost(url: string): string {
  return (URL_PARTS.exec(url)?.[1] ?? '').toLowerCase().replace(/^www\./, '');
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * Makes the key of a page's URL.
 * @param isSlug the files have only slugs, so only the last segment counts
 */
export function toLinkKey(url: string, isSlug: boolean): number {
  const path = URL_PARTS.exec(url)?.[2] ?? cutQuery(url);
  const trimmed = decodePath(path)
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')
    .replace(/\.html?$/, '');
  return hashText(isSlug ? trimmed.slice(trimmed.lastIndexOf('/') + 1) : trimmed) >>> 0 || 1;
}

/** Lists the keys of a page's links to other pages of its site. */
export function listSiteLinks(links: readonly string[], url: string): Uint32Array {
  const host = readHost(url);
  const isSlug = isSlugOnly(url);
  const own = toLinkKey(url, isSlug);
  const keys = new Set<number>();
  for (const link of links) {
    if (link.length > MAX_LINK_CHARACTERS || NO_PAGE.test(link) || FILE.test(cutQuery(link))) continue;
    const linkHost = readHost(link);
    if (linkHost !== '' && linkHost !== host) continue;
    const key = toLinkKey(link, isSlug);
    if (key !== own) keys.add(key);
  }
  return keys.size === 0 ? NO_LINKS : Uint32Array.from(keys);
}

/** True if a file has only the slug of the page. */
export function isSlugOnly(url: string): boolean {
  return !url.includes('/');
}
