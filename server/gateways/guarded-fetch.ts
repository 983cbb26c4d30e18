/**
 * The only way to an address that a user gave. Each hop is judged anew: the protocol, the host, then
 * every IP address that its name has; the connection goes to one of the judged addresses and to no other,
 * so a name that changes its mind between the look and the leap gains nothing.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isGlobalAddress } from './global-address.ts';
import { type HopLimits, readHop } from './guarded-hop.ts';
import { OutboundError } from './outbound-error.ts';

/** All addresses of a name; rejects when it has none. */
export type Resolve = (host: string) => Promise<string[]>;

export interface GuardOptions {
  /** Base addresses from the configuration; addresses below them aren't checked. */
  configured?: readonly string[];
  resolve?: Resolve;
  /** From the look-up of the name to the end of the handshake, for each hop. */
  connectMs?: number;
  /** For all hops together. */
  totalMs?: number;
}

export interface GuardedRequest {
  /**
   * Content types without parameters, empty for an answer that names none; a successful answer of another one is refused.
   */
  types: readonly string[] | 'any';
  /** Counted after decompression. */
  maxBytes: number;
  /** Truncates a larger reply instead of refusing it. */
  isCut?: boolean;
  /** A caller's own rule for the address and each redirect, on top of all others. */
  mayVisit?: (address: URL) => boolean;
  /** A redirect is the answer, and not followed. */
  isOneHop?: boolean;
  signal?: AbortSignal;
}

export interface GuardedReply {
  /** After all redirects. */
  url: string;
  status: number;
  /** Lower case, without parameters. */
  type: string;
  headers: Record<string, string>;
  /** Separate lines of headers that appear several times. */
  headersDistinct: NodeJS.Dict<string[]>;
  /** Empty when an unsuccessful answer had another type. */
  bytes: Uint8Array;
}

/**
 * Fetches by GET, without cookies or credentials, and follows at most three redirects.
 * @throws OutboundError; the reason of `signal` when that was aborted
 */
export type GuardedFetch = (address: string, request: GuardedRequest) => Promise<GuardedReply>;

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Makes a fetch. Give each use its own list of configured addresses, and no more than it needs. */
export function createGuardedFetch(options: GuardOptions = {}): GuardedFetch {
  const { resolve = resolveBySystem, connectMs = 3000, totalMs = 30_000 } = options;
  const bases = (options.configured ?? []).map((base) => new URL(base));

  return async (address, request) => {
    const overall = AbortSignal.timeout(totalMs);
    const signal = request.signal === undefined ? overall : AbortSignal.any([overall, request.signal]);
    try {
      let next = parseAddress(address);
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        if (request.mayVisit?.(next) === false) throw new OutboundError('address', { host: next.hostname });
        const limits: HopLimits = { ...request, signal, connectMs };
        const answer = await readHop(next, (host) => findAddresses(next, host), limits);
        if (request.isOneHop === true || !REDIRECTS.has(answer.status)) return { url: next.href, ...answer };
        next = parseAddress(answer.headers['location'] ?? '', next);
      }
      throw new OutboundError('redirects');
    } catch (error) {
      if (request.signal?.aborted === true) throw request.signal.reason;
      if (overall.aborted) throw new OutboundError('time', { cause: error });
      throw error;
    }
  };

  async function findAddresses(address: URL, host: string): Promise<string[]> {
    const isConfigured = bases.some((base) => isBelow(address, base));
    const found = isIP(host) === 0 ? await resolve(host) : [host];
    // One forbidden address among public ones suggests an attack: the whole name is refused.
    const isGood = found.length > 0 && (isConfigured || found.every(isGlobalAddress));
    if (!isGood) throw new OutboundError('address', { host });
    return found;
  }
}

function parseAddress(text: string, base?: URL): URL {
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
 * Asks another server in the place of all others: a simulator, for which `https://example.com/a` is `base/example.com/a`.
 * @param base none changes nothing
 */
export function fetchAt(base: string | undefined, fetch: GuardedFetch): GuardedFetch {
  if (base === undefined) return fetch;
  return async (address, request) => {
    const { protocol, host, pathname, search } = parseAddress(address);
    const reply = await fetch(`${base}/${host}${pathname}${search}`, request);
    const isThere = reply.url.startsWith(`${base}/`);
    return { ...reply, url: isThere ? `${protocol}//${reply.url.slice(base.length + 1)}` : address };
  };
}
