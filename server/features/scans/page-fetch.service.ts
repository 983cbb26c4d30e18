/**
 * Fetches the pages of one host politely: a gap between requests, few at once, nothing that robots.txt disallows, and
 * nothing more after several failures in a row. Every hop passes the guarded fetch, which refuses private addresses.
 */
import { setImmediate as yieldToOthers, setTimeout as sleep } from 'node:timers/promises';
import type { GuardedFetch, GuardedReply, GuardedRequest } from '#server/gateways/guarded-fetch.ts';
import { isSameUrl } from './page-hints.rules.ts';
import { readPage } from './page-reading.rules.ts';
import { decodePage, isHtml } from './page-text.rules.ts';
import { ALL_ALLOWED, NONE_ALLOWED, readRobots, type Robots, ROBOTS_BYTES } from './robots.rules.ts';
import type { Fetched } from './scans.store.ts';

const PAGE_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 5;
/** Concurrent requests to one host. */
const CONCURRENCY = 6;
/** Failures in a row after which nothing more is requested from a host. */
const MAX_FAILURES = 12;
const HTML = ['text/html', 'application/xhtml+xml'];
/** MIME Sniffing Standard, 5.1: an answer of these types, or of none, is what its bytes are. */
const UNKNOWN_TYPES = ['', 'unknown/unknown', 'application/unknown', '*/*'];
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const TOO_MANY = 429;

export interface ScannedPage {
  position: number;
  address: string;
}

interface HostNeeds {
  fetch: GuardedFetch;
  gapMs: number;
  clock: () => Date;
  signal: AbortSignal;
}

const EMPTY = {
  status: null,
  problem: null,
  redirects_to: null,
  title: null,
  canonical: null,
  is_noindex: false,
  words: null,
};

/** Reports each page as it is fetched, in any order. */
export async function fetchHost(
  needs: HostNeeds,
  pages: readonly ScannedPage[],
  onFetched: (fetched: Fetched) => void,
): Promise<void> {
  const waitForSlot = createPace(needs);
  const robots = new Map<string, Promise<Robots>>();
  const host: Host = { ...needs, waitForSlot, robots };
  let failures = 0;
  const left = pages.values();
  const fetchNext = async () => {
    for (const { position, address } of left) {
      needs.signal.throwIfAborted();
      const fetched = failures < MAX_FAILURES ? await fetchPage(host, address) : SILENT_HOST;
      failures = fetched.finding === 'unreachable' ? failures + 1 : 0;
      onFetched({ ...fetched, position });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext));
}

type Found = Omit<Fetched, 'position'>;

const SILENT_HOST: Found = {
  ...EMPTY,
  finding: 'unreachable',
  problem: `The site didn’t respond ${MAX_FAILURES} times in a row, so this page was skipped.`,
};

interface Host extends HostNeeds {
  waitForSlot: () => Promise<void>;
  robots: Map<string, Promise<Robots>>;
}

/** Starts one request, and the next one when the gap is over. */
function createPace({ gapMs, signal }: HostNeeds): () => Promise<void> {
  let free = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, free);
    free = at + gapMs;
    if (at > now) await sleep(at - now, undefined, { signal });
    signal.throwIfAborted();
  };
}

async function fetchPage(host: Host, address: string): Promise<Found> {
  let next = address;
  let status: number | null = null;
  try {
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      if (!(await isAllowed(host, next)))
        return { ...EMPTY, ...toRedirect(address, next), finding: 'disallowed', problem: DISALLOWED };
      const reply = await ask(host, next, { types: [...HTML, ...UNKNOWN_TYPES], maxBytes: PAGE_BYTES });
      ({ status } = reply);
      const { location } = reply.headers;
      if (!REDIRECTS.has(reply.status) || location === undefined)
        return await describe(reply, { address, last: next, now: host.clock() });
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
const LOOP = `The page redirects more than ${MAX_REDIRECTS} times.`;
const SEVERAL_CANONICALS = 'The page has several canonical links. Search engines may ignore all of them.';
const REDIRECTED = 'The page redirects to another page.';

function toRedirect(address: string, last: string): Pick<Found, 'redirects_to'> {
  return { redirects_to: last === '' || last === address ? null : last.slice(0, 2_000) };
}

function ask(host: Host, address: string, limits: Pick<GuardedRequest, 'types' | 'maxBytes' | 'isCut'>) {
  return host
    .waitForSlot()
    .then(() => host.fetch(address, { ...limits, isOneHop: true, signal: host.signal }));
}

/** Checks the robots.txt of the requested host, because a redirect may lead to another one. */
async function isAllowed(host: Host, address: string): Promise<boolean> {
  const url = URL.parse(address);
  if (url === null) return true;
  const { origin } = url;
  let robots = host.robots.get(origin);
  if (robots === undefined) {
    robots = fetchRobots(host, origin);
    host.robots.set(origin, robots);
    // Pages that wait for it fail with it; the next page tries again.
    robots.catch(() => host.robots.delete(origin));
  }
  return (await robots).isAllowed(url.pathname + url.search);
}

/**
 * RFC 9309, 2.3.1: without the file everything is allowed; a server that fails or doesn't answer allows nothing. Its
 * type is ignored: hosts send it with any.
 * @throws OutboundError for a host that doesn't answer, which is then the result of the page
 */
async function fetchRobots(host: Host, origin: string): Promise<Robots> {
  let next = `${origin}/robots.txt`;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const { status, headers, bytes } = await ask(host, next, {
      types: 'any',
      maxBytes: ROBOTS_BYTES,
      isCut: true,
    });
    if (status >= 500 || status === TOO_MANY) return NONE_ALLOWED;
    if (status >= 200 && status < 300) return readRobots(new TextDecoder().decode(bytes));
    if (!REDIRECTS.has(status)) return ALL_ALLOWED;
    next = URL.parse(headers['location'] ?? '', next)?.href ?? '';
  }
  return ALL_ALLOWED;
}

interface Asked {
  address: string;
  /** After all redirects. */
  last: string;
  now: Date;
}

async function describe(reply: GuardedReply, { address, last, now }: Asked): Promise<Found> {
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
  const reading = readPage({ html, address: last, headers: reply.headersDistinct, now });
  let step = reading.next();
  while (!step.done) {
    await yieldToOthers();
    step = reading.next();
  }
  const { title, canonicals, isNoindex, refreshesTo, words } = step.value;
  const canonical = canonicals.find((each) => !isSameUrl(each, last)) ?? canonicals[0] ?? null;
  const target = refreshesTo === null ? moved : { redirects_to: refreshesTo };
  const facts = { ...EMPTY, ...target, status, title, canonical, is_noindex: isNoindex, words };
  if (target.redirects_to !== null) return { ...facts, finding: 'redirect', problem: REDIRECTED };
  if (isNoindex) return { ...facts, finding: 'noindex', problem: 'The page is marked noindex.' };
  if (canonicals.length > 1) return { ...facts, finding: 'canonical', problem: SEVERAL_CANONICALS };
  if (canonical !== null && !isSameUrl(canonical, last))
    return { ...facts, finding: 'canonical', problem: 'The page names another page as its canonical URL.' };
  return { ...facts, finding: 'ok' };
}
