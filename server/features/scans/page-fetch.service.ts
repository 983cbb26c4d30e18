/**
 * Fetches the pages of one host: at most one request in the time between two, few at once, nothing that robots.txt
 * forbids, and no more after a row of failures. Every hop passes the guarded fetch, which refuses private addresses.
 */
import { setImmediate as letOthers, setTimeout as sleep } from 'node:timers/promises';
import type { GuardedFetch, GuardedReply } from '#server/gateways/guarded-fetch.ts';
import { readPage } from './page-reading.rules.ts';
import { ALL_ALLOWED, NONE_ALLOWED, readRobots, type Robots, ROBOTS_BYTES } from './robots.rules.ts';
import type { Fetched } from './scans.store.ts';

const PAGE_BYTES = 2 * 1024 * 1024;
const HOPS_MOST = 5;
/** Of one host, on the way to an answer. */
const AT_ONCE = 6;
/** Failures in a row after which a host is left alone. */
const FAILURES_MOST = 12;
const HTML = ['text/html', 'application/xhtml+xml'];
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface ScannedPage {
  position: number;
  address: string;
}

interface HostNeeds {
  fetch: GuardedFetch;
  gapMs: number;
  signal: AbortSignal;
}

const NOTHING = {
  status: null,
  problem: null,
  redirects_to: null,
  title: null,
  canonical: null,
  is_noindex: false,
  words: null,
};

/** Gives each page as it is fetched, in no order. */
export async function fetchHost(
  needs: HostNeeds,
  pages: readonly ScannedPage[],
  onFetched: (fetched: Fetched) => void,
): Promise<void> {
  const waitTurn = createPace(needs);
  const robots = new Map<string, Promise<Robots>>();
  const host: Host = { ...needs, waitTurn, robots };
  let failures = 0;
  const left = pages.values();
  const fetchNext = async () => {
    for (const { position, address } of left) {
      needs.signal.throwIfAborted();
      const fetched = failures < FAILURES_MOST ? await fetchPage(host, address) : SILENT_HOST;
      failures = fetched.finding === 'unreachable' ? failures + 1 : 0;
      onFetched({ ...fetched, position });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}

type Found = Omit<Fetched, 'position'>;

const SILENT_HOST: Found = {
  ...NOTHING,
  finding: 'unreachable',
  problem: 'The site did not answer many times in a row, so this page was not asked for.',
};

interface Host extends HostNeeds {
  waitTurn: () => Promise<void>;
  robots: Map<string, Promise<Robots>>;
}

/** One request begins, and the next one not before the gap is over. */
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
    for (let hop = 0; hop <= HOPS_MOST; hop += 1) {
      if (!(await isAllowed(host, next)))
        return { ...NOTHING, ...describeMove(address, next), finding: 'disallowed', problem: DISALLOWED };
      const reply = await ask(host, next, { types: HTML, maxBytes: PAGE_BYTES });
      ({ status } = reply);
      if (!REDIRECTS.has(reply.status)) return await describe(reply, address, next);
      next = URL.parse(reply.headers['location'] ?? '', next)?.href ?? '';
    }
    return { ...NOTHING, ...describeMove(address, next), finding: 'redirect', status, problem: LOOP };
  } catch (error) {
    host.signal.throwIfAborted();
    if (!(error instanceof Error) || !('reason' in error)) throw error;
    const finding = error.reason === 'type' || error.reason === 'size' ? 'error' : 'unreachable';
    return { ...NOTHING, ...describeMove(address, next), finding, status, problem: error.message };
  }
}

const DISALLOWED = 'The robots.txt of the site does not allow Geoloom to fetch this page.';
const LOOP = `The page leads on more than ${HOPS_MOST} times.`;
const LEADS_ON = 'The page leads to another one.';

function describeMove(address: string, last: string): Pick<Found, 'redirects_to'> {
  return { redirects_to: last === '' || last === address ? null : last.slice(0, 2_000) };
}

function ask(host: Host, address: string, limits: { types: string[]; maxBytes: number }) {
  return host.waitTurn().then(() => host.fetch(address, { ...limits, isOneHop: true, signal: host.signal }));
}

/** Of the host that is asked: a redirect may lead to another one. */
async function isAllowed(host: Host, address: string): Promise<boolean> {
  const url = URL.parse(address);
  if (url === null) return true;
  let robots = host.robots.get(url.origin);
  if (robots === undefined) host.robots.set(url.origin, (robots = fetchRobots(host, url.origin)));
  return (await robots).isAllowed(url.pathname + url.search);
}

/** RFC 9309, 2.3.1: without the file all is allowed; a server that fails allows nothing. */
async function fetchRobots(host: Host, origin: string): Promise<Robots> {
  try {
    let next = `${origin}/robots.txt`;
    for (let hop = 0; hop <= HOPS_MOST; hop += 1) {
      const reply = await ask(host, next, { types: ['text/plain'], maxBytes: ROBOTS_BYTES });
      if (reply.status >= 500) return NONE_ALLOWED;
      if (!REDIRECTS.has(reply.status))
        return reply.status < 300 ? readRobots(new TextDecoder().decode(reply.bytes)) : ALL_ALLOWED;
      next = URL.parse(reply.headers['location'] ?? '', next)?.href ?? '';
    }
    return ALL_ALLOWED;
  } catch (error) {
    host.signal.throwIfAborted();
    if (!(error instanceof Error) || !('reason' in error)) throw error;
    // The page itself says what is wrong with a host that does not answer.
    return ALL_ALLOWED;
  }
}

async function describe(reply: GuardedReply, address: string, last: string): Promise<Found> {
  const { status, headers, bytes } = reply;
  const moved = describeMove(address, last);
  if (status >= 400)
    return { ...NOTHING, ...moved, finding: 'error', status, problem: `The site answers ${status}.` };
  const reading = readPage(new TextDecoder().decode(bytes), last, headers['x-robots-tag'] ?? '');
  let step = reading.next();
  while (!step.done) {
    await letOthers();
    step = reading.next();
  }
  const { title, canonical, isNoindex, words } = step.value;
  const facts = { ...NOTHING, ...moved, status, title, canonical, is_noindex: isNoindex, words };
  if (moved.redirects_to !== null) return { ...facts, finding: 'redirect', problem: LEADS_ON };
  if (isNoindex) return { ...facts, finding: 'noindex', problem: 'The page asks not to be indexed.' };
  if (canonical !== null && !isSame(canonical, last))
    return { ...facts, finding: 'canonical', problem: 'The page names another one as the original.' };
  return { ...facts, finding: 'ok' };
}

function isSame(one: string, other: string): boolean {
  const bare = (text: string) => text.replace(/#.*$/, '').replace(/\/$/, '');
  return bare(one) === bare(other);
}
