/** Failures and malicious responses of the simulated Google. */
import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

export type Trouble =
  | 'sign-in' // 307 to the sign-in page
  | 'sign-in-page' // the sign-in page itself
  | 'unauthorized'
  | 'forbidden'
  | 'deleted'
  | 'download-disabled'
  | 'page-as-csv' // a page that claims to be CSV
  | 'garbage' // an unexpected type
  | 'limited'
  | 'down'
  | 'silent' // accepts the request and never responds
  | 'drip' // one byte at a time, endlessly
  | 'huge' // endless CSV
  | 'huge-by-header' // a content-length above the limit
  | 'gzip-bomb'
  | 'broken-gzip'
  | 'unknown-encoding'
  | 'cut-off' // ends before its content-length
  | 'loop' // redirects to itself
  | { redirect: string };

type Handler = (response: ServerResponse, address: URL) => void;

const SIGN_IN = 'https://accounts.google.com/ServiceLogin?service=wise&continue=https://docs.google.com/';
const CSV = { 'content-type': 'text/csv' };
const LINE = `${'Austin,Texas,78701,'.repeat(50)}\r\n`;
const BLOCK = Buffer.from(LINE.repeat(64));
const BOMB_BYTES = 512 * 1024 * 1024;

const HANDLERS: Record<Extract<Trouble, string>, Handler> = {
  'sign-in': (response) => redirect(response, SIGN_IN),
  'sign-in-page': (response) => sendPage(response, 200, `<a href="${SIGN_IN}">Sign in</a> to download`),
  unauthorized: (response) => sendPage(response, 401, 'Sorry, you have no access.'),
  forbidden: (response) => response.writeHead(403).end(),
  deleted: (response) => sendPage(response, 404, 'Sorry, the file you have requested has been deleted.'),
  'download-disabled': (response) =>
    sendPage(response, 403, 'The owner does not allow viewers to download this file.'),
  'page-as-csv': (response) =>
    response.writeHead(200, CSV).end('<!DOCTYPE html><html><title>Hello</title></html>'),
  garbage: (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"canary":"secret-of-the-other-side"}'),
  limited: (response) => sendPage(response, 429, 'Too many requests.'),
  down: (response) => sendPage(response, 503, 'Service unavailable.'),
  silent: () => undefined,
  drip: (response) => {
    response.writeHead(200, CSV);
    const timer = setInterval(() => response.write('a'), 20);
    response.once('close', () => clearInterval(timer));
  },
  huge: (response) => {
    response.writeHead(200, CSV);
    const fill = () => {
      while (!response.destroyed && response.write(BLOCK));
    };
    response.on('drain', fill);
    fill();
  },
  'huge-by-header': (response) => {
    response.writeHead(200, { ...CSV, 'content-length': 10_000_000_000 });
    response.write(BLOCK);
  },
  'gzip-bomb': sendBomb,
  'broken-gzip': (response) =>
    response.writeHead(200, { ...CSV, 'content-encoding': 'gzip' }).end('this was never compressed'),
  'unknown-encoding': (response) =>
    response.writeHead(200, { ...CSV, 'content-encoding': 'gzip, gzip' }).end('city'),
  'cut-off': (response) => {
    response.writeHead(200, { ...CSV, 'content-length': 1000 });
    response.write('city\r\nAustin\r\n', () => response.destroy());
  },
  loop: (response, address) => redirect(response, address.href),
};

/** Returns the response for a trouble. */
export function makeTrouble(trouble: Trouble, response: ServerResponse, address: URL): void {
  if (typeof trouble === 'string') HANDLERS[trouble](response, address);
  else redirect(response, trouble.redirect);
}

/** Compressed size, about a thousandth of the decompressed one. */
function sendBomb(response: ServerResponse): void {
  response.writeHead(200, { ...CSV, 'content-encoding': 'gzip' });
  const gzip = createGzip({ level: 9 });
  gzip.pipe(response);
  response.once('close', () => gzip.destroy());
  const zeros = Buffer.alloc(1024 * 1024, 'a');
  let left = BOMB_BYTES / zeros.length;
  const fill = () => {
    while (left > 0 && !gzip.destroyed) {
      left -= 1;
      if (!gzip.write(zeros)) return;
    }
    if (!gzip.writableEnded) gzip.end();
  };
  gzip.on('drain', fill);
  fill();
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(307, { location, 'content-type': 'text/html' }).end();
}

function sendPage(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!DOCTYPE html><html><body>${body}</body></html>`);
}
