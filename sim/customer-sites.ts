/**
 * The sites of the sample data on loopback, at `/{host}/{path}`: pages of towns as an importer would have made them, and
 * some that a scan finds fault with. What it does not know it does not answer.
 */
import { createServer } from 'node:http';
import { type Loopback, listenOnLoopback } from './loopback.ts';

interface Page {
  status?: number;
  location?: string;
  head?: string;
}

/** By a part of the path; all other pages are good. */
const TROUBLES: readonly [part: string, page: Page][] = [
  ['lubbock', { status: 404 }],
  ['san-antonio', { head: '<meta name="robots" content="noindex">' }],
  ['waco', { status: 301, location: '/' }],
  ['houston', { head: '<link rel="canonical" href="/plumber-in-austin-tx/">' }],
];
const TEXT = 'We know the pipes of this town, its hard water and its old valves. '.repeat(30);

export async function startCustomerSites(): Promise<Loopback> {
  const server = createServer((request, response) => {
    const [, host = '', path = ''] = /^\/([^/]+)\/(.*)$/.exec(request.url ?? '') ?? [];
    if (!host.endsWith('.example')) return response.destroy();
    if (path === 'robots.txt') return response.writeHead(404).end();
    const [, { status = 200, location, head = '' } = {}] =
      TROUBLES.find(([part]) => path.includes(part)) ?? [];
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      ...(location !== undefined && { location }),
    });
    const title = path.replaceAll(/[^a-z0-9]+/g, ' ').trim() || host;
    return response.end(`<!DOCTYPE html><title>${title}</title>${head}<h1>${title}</h1><p>${TEXT}</p>`);
  });
  return await listenOnLoopback(server);
}
