/** A site on loopback that behaves as configured, page by page. */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  base: string;
  /** Pages by path. Other paths return 404. */
  pages: Map<string, Respond>;
  /** Requested paths, in order. */
  requests: string[];
  /** Maximum of concurrent requests. */
  maxConcurrency(): number;
  close(): Promise<void>;
}

export async function startSite(): Promise<Site> {
  let open = 0;
  let max = 0;
  const pages = new Map<string, Respond>();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    open += 1;
    max = Math.max(max, open);
    response.once('close', () => (open -= 1));
    requests.push(request.url ?? '');
    const reply = pages.get(request.url ?? '');
    if (reply === undefined) response.writeHead(404).end();
    else reply(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    requests,
    maxConcurrency: () => max,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const HTML = { 'content-type': 'text/html; charset=utf-8' };

export const show =
  (html: string | Uint8Array, headers: OutgoingHttpHeaders = {}): Respond =>
  (_request, response) =>
    void response.writeHead(200, { ...HTML, ...headers }).end(html);

export const lead =
  (location: string): Respond =>
  (_request, response) =>
    void response.writeHead(301, { location }).end();

export const fail =
  (status: number): Respond =>
  (_request, response) =>
    void response.writeHead(status, HTML).end('<title>Sorry</title>');

/** Sends one byte and never ends. */
export const stall: Respond = (_request, response) => void response.writeHead(200, HTML).write('<');

const TRICKLE_MS = 20;

/** Sends single bytes, slowly. */
export const trickle: Respond = (_request, response) => {
  response.writeHead(200, HTML);
  const timer = setInterval(() => response.write('a'), TRICKLE_MS);
  response.once('close', () => clearInterval(timer));
};

/** Sends bytes without end or Content-Length. */
export const flood: Respond = (_request, response) => {
  response.writeHead(200, HTML);
  const bytes = Buffer.alloc(65_536, 'a');
  const push = () => {
    while (!response.destroyed && response.write(bytes));
    response.once('drain', push);
  };
  push();
};

/** Announces a gigabyte. */
export const boast: Respond = (_request, response) =>
  void response.writeHead(200, { ...HTML, 'content-length': '1000000000' }).write('<');

const BOMB = gzipSync(Buffer.alloc(20_000_000, 'a'));

/** Sends a few compressed bytes that decompress to 20 MB. */
export const explode: Respond = (_request, response) =>
  void response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(BOMB);

export const showUntyped =
  (body: string): Respond =>
  (_request, response) =>
    void response.writeHead(200).end(body);

export const robots =
  (text: string, type = 'text/plain'): Respond =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': type }).end(text);
