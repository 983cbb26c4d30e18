/** Fetches the pages of one host: a few at a time, and no more after several failures in a row. */
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { GuardedReply } from '#server/gateways/guarded-fetch.ts';
import { compareWithFile, type FilePage } from './file-differences.rules.ts';
import { isSamePage, isSameUrl, stripCredentials } from './page-hints.rules.ts';
import { readPage } from './page-reading.rules.ts';
import { decodePage, isHtml } from './page-text.rules.ts';
import type { Measured } from './live-quality.store.ts';
import { type PoliteSite, REDIRECTS } from './polite-site.service.ts';
import { CONCURRENCY, MAX_FAILURES, MAX_REDIRECTS, PAGE_BYTES } from './scan-limits.rules.ts';
import type { Fetched } from './scans.store.ts';

const HTML = ['text/html', 'application/xhtml+xml'];
/** MIME Sniffing Standard, 5.1: a response with one of these types, or none, has the type of its bytes. */
const UNKNOWN_TYPES = ['', 'unknown/unknown', 'application/unknown', '*/*'];

export interface ScannedPage {
  position: number;
  address: string;
  /** Undefined if the run wasn't measured. */
  file: FilePage | undefined;
}

export interface Host {
  site: PoliteSite;
  clock: () => Date;
  signal: AbortSignal;
  /** True once no more pages are to be fetched. */
  isOver: () => boolean;
  /** @returns undefined for a page that can't be measured */
  measure: (page: MeasuredPage, signal: AbortSignal) => Promise<Omit<Measured, 'position'> | undefined>;
}

/** A page without redirects to other pages. */
export interface MeasuredPage {
  html: string;
  /** After redirects to itself, such as to HTTPS. */
  url: string;
  canonical: string;
  isNoindex: boolean;
}

/** A page with its measurements. */
export interface FetchedPage extends Fetched {
  measured: Omit<Measured, 'position'> | undefined;
}

const EMPTY = {
  status: null,
  problem: null,
  redirects_to: null,
  title: null,
  canonical: null,
  is_noindex: false,
  words: null,
  differences: [],
  measured: undefined,
};

/** Reports each page as it is fetched, in any order, until `isOver`. */
export async function fetchHost(
  host: Host,
  pages: readonly ScannedPage[],
  onFetched: (fetched: FetchedPage) => void,
): Promise<void> {
  let failures = 0;
  const left = pages.values();
  const fetchNext = async () => {
    for (const page of left) {
      host.signal.throwIfAborted();
      if (host.isOver()) return;
      const fetched = failures < MAX_FAILURES ? await fetchPage(host, page) : SILENT_HOST;
      failures = fetched.finding === 'unreachable' ? failures + 1 : 0;
      onFetched({ ...fetched, position: page.position });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext));
}

type Found = Omit<FetchedPage, 'position'>;

const SILENT_HOST: Found = {
  ...EMPTY,
  finding: 'unreachable',
  problem: `The site didn’t respond ${MAX_FAILURES} times in a row, so this page was skipped.`,
};

async function fetchPage(host: Host, { address, file }: ScannedPage): Promise<Found> {
  let next = address;
  let status: number | null = null;
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      if (!(await isAllowed(host, next)))
        return { ...EMPTY, ...toRedirect(address, next), finding: 'disallowed', problem: DISALLOWED };
      const limits = { types: [...HTML, ...UNKNOWN_TYPES], maxBytes: PAGE_BYTES };
      const reply = await host.site.request(next, limits, host.signal);
      ({ status } = reply);
      const { location } = reply.headers;
      if (!REDIRECTS.has(reply.status) || location === undefined)
        return await describe(host, reply, { address, last: next, file });
      next = URL.parse(location, next)?.href ?? '';
    }
    return { ...EMPTY, ...toRedirect(address, next), finding: 'redirect', status, problem: LOOP };
  } catch (error) {
    host.signal.throwIfAborted();
    if (!(error instanceof Error) || !('reason' in error)) throw error;
    const finding = error.reason === 'type' || error.reason === 'size' ? 'error' : 'unreachable';
    return { ...EMPTY, ...toRedirect(address, next), finding, status, problem: error.message };
  }
}

const DISALLOWED = 'The site’s robots.txt doesn’t allow Geoloom to fetch this page.';
const NOINDEX = 'The page is marked noindex.';
const WANTED_NOINDEX = 'The page is marked noindex, as in its file.';
const LOOP = `The page redirects more than ${MAX_REDIRECTS} times.`;
const SEVERAL_CANONICALS = 'The page has several canonical links. Search engines may ignore all of them.';
const REDIRECTED = 'The page redirects to another page.';

function toRedirect(address: string, last: string): Pick<Found, 'redirects_to'> {
  return { redirects_to: last === '' || last === address ? null : stripCredentials(last).slice(0, 2_000) };
}

async function isAllowed({ site, signal }: Host, address: string): Promise<boolean> {
  const url = URL.parse(address);
  if (url === null) return true;
  return (await site.getRobots(url, signal)).isAllowed(url.pathname + url.search);
}

interface Asked {
  address: string;
  /** After all redirects. */
  last: string;
  file: FilePage | undefined;
}

async function describe(host: Host, reply: GuardedReply, { address, last, file }: Asked): Promise<Found> {
  const { status, type, headers, bytes } = reply;
  const moved = toRedirect(address, last);
  if (status < 200 || status >= 300)
    return {
      ...EMPTY,
      ...moved,
      finding: 'error',
      status,
      problem: `The site responded with status ${status}.`,
    };
  if (UNKNOWN_TYPES.includes(type) && !isHtml(bytes))
    return { ...EMPTY, ...moved, finding: 'error', status, problem: 'The response isn’t an HTML page.' };
  const html = decodePage(bytes, headers['content-type'] ?? '');
  const reading = readPage({ html, address: last, headers: reply.headersDistinct, now: host.clock() });
  let step = reading.next();
  while (!step.done) {
    await yieldToOthers();
    step = reading.next();
  }
  const { title, canonicals, noindex, refreshesTo, words } = step.value;
  const canonical = canonicals.find((each) => !isSameUrl(each, last)) ?? canonicals[0] ?? null;
  const target = refreshesTo === null ? moved : { redirects_to: refreshesTo };
  const isOwn = refreshesTo === null && isSamePage(address, last);
  const differences = isOwn ? compareWithFile(file, { ...step.value, canonical, address: last }) : [];
  const isNoindex = noindex !== null;
  const page = { html, url: last, canonical: canonical ?? '', isNoindex };
  const measured = isOwn ? await host.measure(page, host.signal) : undefined;
  const figures = { title, canonical, is_noindex: isNoindex, words, differences, measured };
  const facts = { ...EMPTY, ...target, status, ...figures };
  if (target.redirects_to !== null) return { ...facts, finding: 'redirect', problem: REDIRECTED };
  if (isNoindex) return { ...facts, finding: 'noindex', problem: file?.isNoindex ? WANTED_NOINDEX : NOINDEX };
  if (canonicals.length > 1) return { ...facts, finding: 'canonical', problem: SEVERAL_CANONICALS };
  if (canonical !== null && !isSameUrl(canonical, last))
    return { ...facts, finding: 'canonical', problem: 'The page names another page as its canonical URL.' };
  return { ...facts, finding: 'ok' };
}
