/**
 * One request of the guarded fetch: connects to a judged address, reads the answer within its limits and
 * throws the connection away. Nothing is shared between requests, so no socket outlives its judgement.
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
  isCut?: boolean;
  signal: AbortSignal;
  connectMs: number;
}

export interface HopAnswer {
  status: number;
  type: string;
  headers: Record<string, string>;
  headersDistinct: NodeJS.Dict<string[]>;
  bytes: Uint8Array;
}

/** Judged addresses of a host; throws OutboundError for a forbidden one. */
type FindAddresses = (host: string) => Promise<string[]>;

const MAX_HEADER_BYTES = 16_384;

/** Asks once; a redirect comes back as an answer without a body. */
export async function readHop(address: URL, find: FindAddresses, limits: HopLimits): Promise<HopAnswer> {
  const hop = new AbortController();
  const late = setTimeout(() => hop.abort(new OutboundError('time')), limits.connectMs);
  const signal = AbortSignal.any([limits.signal, hop.signal]);
  try {
    const host = address.hostname.replace(/^\[|\]$/g, '');
    const addresses = await orAbort(find(host), signal);
    const answer = await ask(address, { addresses, signal, onConnected: () => clearTimeout(late) });
    try {
      return await readAnswer(answer, limits);
    } finally {
      answer.destroy();
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
      // Agents of our own: shared ones keep sockets, and may hold the proxy of the environment.
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
    // A server may offer to speak another protocol on the same socket; we do not.
    request.once('upgrade', (_answer, socket) => {
      socket.destroy();
      reject(new OutboundError('type'));
    });
    request.end();
  });
}

/** Answers every look-up of the socket with the judged addresses. */
function pinTo(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, done) => {
    const [first] = all;
    if (first === undefined) return done(new Error('no address'), '');
    if (options.all === true) return done(null, all);
    done(null, first.address, first.family);
  };
}

async function readAnswer(answer: IncomingMessage, limits: HopLimits): Promise<HopAnswer> {
  const status = answer.statusCode ?? 0;
  const type = (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  );
  const { headersDistinct } = answer;
  const isWanted = limits.types === 'any' || limits.types.includes(type);
  const isRedirect = status >= 300 && status < 400;
  if (!isWanted && status < 300) throw new OutboundError('type');
  const bytes = isWanted && !isRedirect ? await readBody(answer, limits) : new Uint8Array();
  return { status, type, headers, headersDistinct, bytes };
}

async function readBody(answer: IncomingMessage, { maxBytes, isCut }: HopLimits): Promise<Uint8Array> {
  if (!isCut && Number(answer.headers['content-length'] ?? 0) > maxBytes) throw new OutboundError('size');
  const decoder = createDecoder(answer.headers['content-encoding']);
  // The pipeline hands faults of the connection on to the decoder, where the loop meets them.
  const body = decoder === undefined ? answer : pipeline(answer, decoder, () => undefined);
  const { socket } = answer;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes && !isCut) throw new OutboundError('size');
    chunks.push(chunk);
    if (size > maxBytes) return Buffer.concat(chunks, maxBytes);
  }
  // Node takes any end of a connection for the end of an answer that names no length.
  if (socket.errored || !answer.complete) throw new OutboundError('broken', { cause: socket.errored });
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
