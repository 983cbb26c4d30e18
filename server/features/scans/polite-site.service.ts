/**
 * Sends requests to sites politely: a gap between requests, nothing that robots.txt disallows. Every hop passes the
 * guarded fetch, which rejects private addresses.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardedFetch, GuardedReply, GuardedRequest } from '#server/gateways/guarded-fetch.ts';
import { ALL_ALLOWED, NONE_ALLOWED, readRobots, type Robots } from './robots.rules.ts';
import { MAX_REDIRECTS, ROBOTS_BYTES } from './scan-limits.rules.ts';

export const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const TOO_MANY = 429;

/** Requests of one scan to one site, and to those that its pages redirect to. */
export interface PoliteSite {
  /** @throws OutboundError, or the reason of the signal */
  request(address: string, limits: Limits, signal: AbortSignal): Promise<GuardedReply>;
  /**
   * Returns the robots.txt of the requested host, because a redirect may lead to another one.
   * @throws OutboundError for a host that doesn't respond, which is then the result of the page
   */
  getRobots(address: URL, signal: AbortSignal): Promise<Robots>;
}

type Limits = Pick<GuardedRequest, 'types' | 'maxBytes' | 'isTruncated'>;

interface SiteNeeds {
  fetch: GuardedFetch;
  /** Minimum time between two requests. */
  gapMs: number;
}

export function createPoliteSite({ fetch, gapMs }: SiteNeeds): PoliteSite {
  const waitForSlot = createPace(gapMs);
  const known = new Map<string, Promise<Robots>>();
  const request: PoliteSite['request'] = async (address, limits, signal) => {
    await waitForSlot(signal);
    return fetch(address, { ...limits, stopsAtRedirect: true, signal });
  };
  return {
    request,
    getRobots({ origin }, signal) {
      let robots = known.get(origin);
      if (robots === undefined) {
        robots = fetchRobots((address, limits) => request(address, limits, signal), origin);
        known.set(origin, robots);
        // Pages that wait for it fail with it; the next page tries again.
        robots.catch(() => known.delete(origin));
      }
      return robots;
    },
  };
}

/** Spaces the starts of requests at least `gapMs` apart. */
function createPace(gapMs: number): (signal: AbortSignal) => Promise<void> {
  let free = 0;
  return async (signal) => {
    const now = performance.now();
    const at = Math.max(now, free);
    free = at + gapMs;
    if (at > now) await sleep(at - now, undefined, { signal });
    signal.throwIfAborted();
  };
}

/**
 * RFC 9309, 2.3.1: without the file everything is allowed; a server that fails or doesn't respond allows
 * nothing. The content type is ignored, because hosts send any.
 */
async function fetchRobots(
  request: (address: string, limits: Limits) => Promise<GuardedReply>,
  origin: string,
): Promise<Robots> {
  let next = `${origin}/robots.txt`;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const limits = { types: 'any', maxBytes: ROBOTS_BYTES, isTruncated: true } as const;
    const { status, headers, bytes } = await request(next, limits);
    if (status >= 500 || status === TOO_MANY) return NONE_ALLOWED;
    if (status >= 200 && status < 300) return readRobots(new TextDecoder().decode(bytes));
    if (!REDIRECTS.has(status)) return ALL_ALLOWED;
    next = URL.parse(headers['location'] ?? '', next)?.href ?? '';
  }
  return ALL_ALLOWED;
}
