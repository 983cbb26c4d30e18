/** Looks for pages in the sitemaps of their site: those that robots.txt names, else those at the usual addresses. */
import type { ScanSitemap } from '#contract/scans.contract.ts';
import { stripCredentials, toPageKey } from './page-hints.rules.ts';
import { type PoliteSite, REDIRECTS } from './polite-site.service.ts';
import {
  ALL_SITEMAPS_BYTES,
  MAX_REDIRECTS,
  MAX_SITEMAPS,
  SITEMAP_BYTES,
  SITEMAPS_MS,
} from './scan-limits.rules.ts';
import { readSitemap, SitemapError } from './sitemap.rules.ts';

/** Generators, Yoast SEO and WordPress, in this order. */
const USUAL_PATHS = ['/sitemap.xml', '/sitemap_index.xml', '/wp-sitemap.xml'];
/** Listed in the result. */
const MAX_LISTED = 20;
const MAX_URL = 2_000;
/** Entries of an index; more than are read, so that those of pages are among them. */
const MAX_INDEXED = 1_000;

export interface SitemapReading extends ScanSitemap {
  /** Wanted pages that no sitemap lists; empty unless all sitemaps were read. */
  missing: string[];
}

interface Search {
  site: PoliteSite;
  /** Home page of the site. */
  home: URL;
  signal: AbortSignal;
}

/** @param wanted URLs of pages of the site */
export async function searchSitemaps(search: Search, wanted: readonly string[]): Promise<SitemapReading> {
  const reader = new SitemapReader(search, wanted);
  const problem = await reader.readAll().then(
    () => null,
    (error: unknown) => {
      search.signal.throwIfAborted();
      if (error instanceof SitemapError || (error instanceof Error && 'reason' in error))
        return error.message;
      throw error;
    },
  );
  return reader.describe(problem);
}

/** Combines the sitemaps of several sites: the least complete one decides. */
export function combineReadings(readings: readonly SitemapReading[]): ScanSitemap {
  const find = (state: ScanSitemap['state']) => readings.find((reading) => reading.state === state);
  const { state, problem } = find('incomplete') ?? find('missing') ?? { state: 'complete', problem: null };
  return { state, problem, urls: readings.flatMap(({ urls }) => urls).slice(0, MAX_LISTED) };
}

class SitemapReader {
  readonly #search: Search;
  readonly #host: string;
  /** Pages that weren't found yet, by key. */
  readonly #wanted: Map<string, string>;
  readonly #read: string[] = [];
  readonly #known = new Set<string>();
  #left = ALL_SITEMAPS_BYTES;
  readonly #endsAt = performance.now() + SITEMAPS_MS;

  constructor(search: Search, wanted: readonly string[]) {
    this.#search = search;
    this.#host = toHost(search.home);
    this.#wanted = new Map(wanted.map((url) => [toPageKey(url), url]));
  }

  /** Ends early once all pages are found. @throws SitemapError or OutboundError for one that can't be read */
  async readAll(): Promise<void> {
    const { site, home, signal } = this.#search;
    const { sitemaps } = await site.getRobots(home, signal);
    const named = sitemaps.flatMap((address) => this.#resolve(address, home));
    if (named.length > 0) return this.#readList(named);
    for (const path of USUAL_PATHS) {
      if (await this.#readOne(new URL(path, home), true)) return;
    }
  }

  describe(problem: string | null): SitemapReading {
    const urls = this.#read.slice(0, MAX_LISTED);
    if (problem !== null && this.#wanted.size > 0) return { state: 'incomplete', urls, problem, missing: [] };
    if (this.#read.length === 0) return { state: 'missing', urls, problem: null, missing: [] };
    return { state: 'complete', urls, problem: null, missing: [...this.#wanted.values()] };
  }

  async #readList(addresses: readonly URL[]): Promise<void> {
    for (const address of addresses) {
      if (this.#wanted.size === 0) return;
      await this.#readOne(address, false);
    }
  }

  /** @param mayBeMissing returns false for a missing file instead of throwing */
  async #readOne(address: URL, mayBeMissing: boolean): Promise<boolean> {
    if (this.#known.has(address.href)) return true;
    this.#known.add(address.href);
    if (this.#known.size > MAX_SITEMAPS)
      throw new SitemapError(`The site has more than ${MAX_SITEMAPS} sitemaps.`);
    if (performance.now() > this.#endsAt) throw new SitemapError('The sitemaps respond too slowly.');
    const reply = await this.#fetch(address);
    const { status, type, bytes } = reply;
    const isOk = status >= 200 && status < 300;
    // Some sites show a page at every address.
    const isMissing = isOk ? type === 'text/html' : status === 404 || status === 410;
    if (mayBeMissing && isMissing) return false;
    if (!isOk) throw new SitemapError(`The sitemap ${address.href} responded with status ${status}.`);
    const found: URL[] = [];
    const base = new URL(reply.url);
    const onUrl = (url: string) => {
      const next = this.#resolve(url, base);
      for (const { href } of next) this.#wanted.delete(toPageKey(href));
      if (found.length < MAX_INDEXED) found.push(...next);
    };
    const { kind, size } = await readSitemap(bytes, onUrl);
    this.#left -= size;
    if (this.#left < 0) throw new SitemapError('The sitemaps are larger than 100 MB in total.');
    this.#read.push(address.href);
    if (kind === 'sitemaps') await this.#readList(found.toSorted(comparePageSitemaps));
    return true;
  }

  /** Follows redirects within the site. */
  async #fetch(address: URL) {
    const { site, signal } = this.#search;
    let next: URL | undefined = address;
    for (let hop = 0; hop <= MAX_REDIRECTS && next !== undefined; hop += 1) {
      const robots = await site.getRobots(next, signal);
      if (!robots.isAllowed(next.pathname + next.search))
        throw new SitemapError(`robots.txt doesn’t allow Geoloom to fetch the sitemap ${next.href}.`);
      const limits = { types: 'any', maxBytes: SITEMAP_BYTES } as const;
      const reply = await site.request(next.href, limits, signal);
      const { location } = reply.headers;
      if (!REDIRECTS.has(reply.status) || location === undefined) return reply;
      [next] = this.#resolve(location, next);
    }
    throw new SitemapError(`The sitemap ${address.href} redirects to another site, or too often.`);
  }

  /** @returns an empty list for another site */
  #resolve(address: string, base: URL): URL[] {
    const url = address === '' || address.length > MAX_URL ? null : URL.parse(address, base.href);
    const isOfSite = url !== null && /^https?:$/.test(url.protocol) && toHost(url) === this.#host;
    return isOfSite ? [new URL(stripCredentials(url.href))] : [];
  }
}

function toHost({ host }: URL): string {
  return host.replace(/^www\./, '');
}

/** Sitemaps of pages first: the others aren't requested if all pages are in these. */
function comparePageSitemaps(a: URL, b: URL): number {
  return Number(b.pathname.includes('page')) - Number(a.pathname.includes('page'));
}
