/** A proxy in front of a store that fails on request, to simulate a bad network or store. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  | 'none'
  | 'drop' // closes the connection without a response
  | 'unavailable' // 503 SlowDown
  | 'broken' // 500
  | 'forbidden' // 403
  | 'full' // 507
  | 'hang' // accepts the request and never responds
  | 'stall' // sends half of the body and waits
  | 'truncate' // sends half of the body and closes
  | 'wrong-bytes'
  | 'wrong-etag';

export interface StoreProxy {
  endpoint: string;
  /** Faults of the next requests, in order; afterward requests succeed. */
  faults: Fault[];
  /** Applies to all requests if set. */
  always: Fault | undefined;
  requests: string[];
  /** Delay of each request. */
  holdMs: number;
  /** Number of open responses. */
  open: number;
  close(): Promise<void>;
}

/** Starts the proxy on loopback. It forwards the signed host, so the store accepts the signatures. */
export async function startStoreProxy(target: string): Promise<StoreProxy> {
  const proxy: StoreProxy = {
    endpoint: '',
    faults: [],
    always: undefined,
    requests: [],
    holdMs: 0,
    open: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((incoming, outgoing) => {
    proxy.requests.push(`${incoming.method} ${incoming.url}`);
    proxy.open += 1;
    outgoing.once('close', () => (proxy.open -= 1));
    const fault = proxy.always ?? proxy.faults.shift() ?? 'none';
    if (respondAtOnce(fault, incoming, outgoing)) return;
    setTimeout(() => forward(target, fault, { incoming, outgoing }), proxy.holdMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

const STATUS: Partial<Record<Fault, [number, string]>> = {
  unavailable: [503, 'SlowDown'],
  broken: [500, 'InternalError'],
  forbidden: [403, 'AccessDenied'],
  full: [507, 'XMinioStorageFull'],
};

function respondAtOnce(fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (fault === 'hang') return true;
  if (fault === 'drop') {
    incoming.socket.destroy();
    return true;
  }
  const [status, code] = STATUS[fault] ?? [];
  if (status === undefined) return false;
  incoming.resume();
  outgoing.writeHead(status, { 'content-type': 'application/xml' });
  outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>as told</Message></Error>`);
  return true;
}

function forward(
  target: string,
  fault: Fault,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
): void {
  const options = { method: incoming.method, headers: incoming.headers };
  const further = request(new URL(incoming.url ?? '/', target), options, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.once('end', () => send(fault, outgoing, { response, body: Buffer.concat(chunks) }));
  });
  further.on('error', () => outgoing.destroy());
  incoming.pipe(further);
}

function send(
  fault: Fault,
  outgoing: ServerResponse,
  { response, body }: { response: IncomingMessage; body: Buffer },
): void {
  const headers: OutgoingHttpHeaders = { ...response.headers };
  delete headers['transfer-encoding'];
  if (headers['content-length'] === undefined && body.length > 0) headers['content-length'] = body.length;
  if (fault === 'wrong-etag') headers['etag'] = `"${'0'.repeat(32)}"`;
  outgoing.writeHead(response.statusCode ?? 500, headers);
  const half = body.subarray(0, Math.floor(body.length / 2));
  if (fault === 'truncate') outgoing.write(half, () => outgoing.destroy());
  else if (fault === 'stall') outgoing.write(half);
  else if (fault === 'wrong-bytes') outgoing.end(Buffer.from(body).fill('?', 0, 1));
  else outgoing.end(body);
}
