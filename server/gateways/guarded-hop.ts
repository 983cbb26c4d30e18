/**
 * A single request of the guarded fetch: connects to a checked address, reads the response within its limits
 * and closes the connection. Connections aren't reused, so none outlives its check.
 */
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIPv6, type LookupFunction } from 'node:net';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { OutboundError } from './outbound-error.ts';

export interface HopLimits {
  types: readonly string[] | 'any';
  maxBytes: number;
  isTruncated?: boolean;
  signal: AbortSignal;
  connectMs: number;
}

export interface HopReply {
  status: number;
  type: string;
  headers: Record<string, string>;
  headersDistinct: NodeJS.Dict<string[]>;
  bytes: Uint8Array;
}

/** Returns the checked addresses of a host; throws OutboundError for a forbidden one. */
type FindAddresses = (host: string) => Promise<string[]>;

const MAX_HEADER_BYTES = 16_384;

/** Sends one request. A redirect is returned without its body. */
export async function readHop(address: URL, find: FindAddresses, limits: HopLimits): Promise<HopReply> {
  const hop = new AbortController();
  const late = setTimeout(() => hop.abort(new OutboundError('time')), limits.connectMs);
  const signal = AbortSignal.any([limits.signal, hop.signal]);
  try {
    const host = address.hostname.replace(/^\[|\]$/g, '');
    const addresses = await orAbort(find(host), signal);
    const response = await ask(address, { addresses, signal, onConnected: () => clearTimeout(late) });
    try {
      return await readResponse(response, limits);
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (error instanceof OutboundError) throw error;
    if (hop.signal.aborted) throw new OutboundError('time', { cause: error });
    throw new OutboundError('broken', { cause: error });
  } finally {
    clearTimeout(late);
  }
}

interface Ask {
  addresses: string[];
  signal: AbortSignal;
  onConnected: () => void;
}

function ask(address: URL, { addresses, signal, onConnected }: Ask): Promise<IncomingMessage> {
  const isSecure = address.protocol === 'https:';
  const send = isSecure ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(address, {
      // Own agents: the global ones keep sockets alive and may use the proxy from the environment.
      agent: isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
      lookup: pinTo(addresses),
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, br', 'user-agent': 'Geoloom' },
    });
    request.once('socket', (socket) => {
      socket.once(isSecure ? 'secureConnect' : 'connect', onConnected);
    });
    request.once('response', resolve);
    request.on('error', reject);
    // Protocol upgrades aren't supported.
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new OutboundError('type'));
    });
    request.end();
  });
}

/** Resolves every DNS lookup of the socket to the checked addresses. */
function pinTo(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, done) => {
    const [first] = all;
    if (first === undefined) return done(new Error('no address'), '');
    if (options.all === true) return done(null, all);
    done(null, first.address, first.family);
  };
}

async function readResponse(response: IncomingMessage, limits: HopLimits): Promise<HopReply> {
  const status = response.statusCode ?? 0;
  const type = (response.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  const { headersDistinct } = response;
  const isWanted = limits.types === 'any' || limits.types.includes(type);
  const isRedirect = status >= 300 && status < 400;
  if (!isWanted && status < 300) throw new OutboundError('type');
  const bytes = isWanted && !isRedirect ? await readBody(response, limits) : new Uint8Array();
  return { status, type, headers, headersDistinct, bytes };
}

async function readBody(
  response: IncomingMessage,
  { maxBytes, isTruncated }: HopLimits,
): Promise<Uint8Array> {
  if (!isTruncated && Number(response.headers['content-length'] ?? 0) > maxBytes)
    throw new OutboundError('size');
  const decoder = createDecoder(response.headers['content-encoding']);
  // `pipeline` forwards connection errors to the decoder, where the loop below catches them.
  const body = decoder === undefined ? response : pipeline(response, decoder, () => undefined);
  const { socket } = response;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes && !isTruncated) throw new OutboundError('size');
    chunks.push(chunk);
    if (size > maxBytes) return Buffer.concat(chunks, maxBytes);
  }
  // Without a Content-Length, Node treats any end of the connection as the end of the response.
  if (socket.errored || !response.complete) throw new OutboundError('broken', { cause: socket.errored });
  return Buffer.concat(chunks);
}

function createDecoder(encoding = 'identity'): Transform | undefined {
  switch (encoding.trim().toLowerCase()) {
    case 'identity':
    case '':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new OutboundError('type');
  }
}

/** Stops waiting for a DNS lookup, which can't be canceled. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    // An abandoned lookup may fail later; without a handler that would end the process.
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    if (signal.aborted) leave();
  });
}
