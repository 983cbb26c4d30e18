/**
 * Fetches URLs that users enter, protected against SSRF. On each hop it checks the protocol, the host and all
 * IP addresses of the host, and then connects only to one of the checked addresses, so DNS rebinding has no
 * effect.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isGlobalAddress } from './global-address.ts';
import { type HopLimits, readHop } from './guarded-hop.ts';
import { OutboundError } from './outbound-error.ts';

/** Resolves all addresses of a host; rejects if it has none. */
export type Resolve = (host: string) => Promise<string[]>;

export interface GuardOptions {
  /** Base URLs from the configuration; URLs below them aren't checked. */
  trustedUrls?: readonly string[];
  resolve?: Resolve;
  /** Time limit per hop, from the DNS lookup to the end of the handshake. */
  connectMs?: number;
  /** Time limit for all hops together. */
  totalMs?: number;
}

export interface GuardedRequest {
  /**
   * Accepted content types without parameters, `''` for a missing one; successful responses with other types
   * are rejected.
   */
  types: readonly string[] | 'any';
  /** Counted after decompression. */
  maxBytes: number;
  /** Truncates a larger response instead of rejecting it. */
  isTruncated?: boolean;
  /** Additional check by the caller for the URL and each redirect. */
  isAllowed?: (address: URL) => boolean;
  /** Returns a redirect instead of following it. */
  stopsAtRedirect?: boolean;
  signal?: AbortSignal;
}

export interface GuardedReply {
  /** URL after all redirects. */
  url: string;
  status: number;
  /** Lower case, without parameters. */
  type: string;
  headers: Record<string, string>;
  /** Separate values of repeated headers. */
  headersDistinct: NodeJS.Dict<string[]>;
  /** Empty if an unsuccessful response has a type that wasn't accepted. */
  bytes: Uint8Array;
}

/**
 * Sends a GET request without cookies or credentials and follows at most three redirects.
 * @throws OutboundError, or the reason of `signal` if it was aborted
 */
export type GuardedFetch = (address: string, request: GuardedRequest) => Promise<GuardedReply>;

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Creates a fetch function. Each use should allow only the configured URLs that it needs. */
export function createGuardedFetch(options: GuardOptions = {}): GuardedFetch {
  const { resolve = resolveBySystem, connectMs = 3000, totalMs = 30_000 } = options;
  const bases = (options.trustedUrls ?? []).map((base) => new URL(base));

  return async (address, request) => {
    const overall = AbortSignal.timeout(totalMs);
    const signal = request.signal === undefined ? overall : AbortSignal.any([overall, request.signal]);
    try {
      let next = parseUrl(address);
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        if (request.isAllowed?.(next) === false) throw new OutboundError('address', { host: next.hostname });
        const limits: HopLimits = { ...request, signal, connectMs };
        const response = await readHop(next, (host) => findCheckedAddresses(next, host), limits);
        if (request.stopsAtRedirect === true || !REDIRECTS.has(response.status))
          return { url: next.href, ...response };
        next = parseUrl(response.headers['location'] ?? '', next);
      }
      throw new OutboundError('redirects');
    } catch (error) {
      if (request.signal?.aborted === true) throw request.signal.reason;
      if (overall.aborted) throw new OutboundError('time', { cause: error });
      throw error;
    }
  };

  async function findCheckedAddresses(address: URL, host: string): Promise<string[]> {
    const isTrusted = bases.some((base) => isBelow(address, base));
    const found = isIP(host) === 0 ? await resolve(host) : [host];
    // A private address among public ones suggests an attack, so the whole host is rejected.
    const isGood = found.length > 0 && (isTrusted || found.every(isGlobalAddress));
    if (!isGood) throw new OutboundError('address', { host });
    return found;
  }
}

function parseUrl(text: string, base?: URL): URL {
  const address = URL.parse(text, base?.href) ?? undefined;
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:';
  if (address === undefined || !isWeb || address.username !== '' || address.password !== '') {
    throw new OutboundError('address', address === undefined ? {} : { host: address.hostname });
  }
  return address;
}

function isBelow(address: URL, base: URL): boolean {
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  return address.origin === base.origin && `${address.pathname}/`.startsWith(folder);
}

async function resolveBySystem(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

/**
 * Sends all requests to a simulator, which serves `https://example.com/a` as `base/example.com/a`.
 * @param base undefined leaves requests unchanged
 */
export function fetchAt(base: string | undefined, fetch: GuardedFetch): GuardedFetch {
  if (base === undefined) return fetch;
  return async (address, request) => {
    const { protocol, host, pathname, search } = parseUrl(address);
    const reply = await fetch(`${base}/${host}${pathname}${search}`, request);
    const isThere = reply.url.startsWith(`${base}/`);
    return { ...reply, url: isThere ? `${protocol}//${reply.url.slice(base.length + 1)}` : address };
  };
}
