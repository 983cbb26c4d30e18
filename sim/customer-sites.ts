/**
 * Serves the sites of the sample data on loopback, at `/{host}/{path}`: imported pages of towns, some with
 * faults for a scan to find.
 */
import { createServer } from 'node:http';
import { type Loopback, listenOnLoopback } from './loopback.ts';

interface Page {
  status?: number;
  location?: string;
  head?: string;
  /** Replaces the title of the page. */
  title?: string;
  /** H1 headings above the text: the title, and what a theme adds. */
  headings?: readonly string[];
}

/** Faults by a part of the path; all other pages are good. */
const TROUBLES: readonly [part: string, page: Page][] = [
  ['lubbock', { status: 404 }],
  ['san-antonio', { head: '<meta name="robots" content="noindex">' }],
  ['waco', { status: 301, location: '/' }],
  ['houston', { head: '<link rel="canonical" href="/plumber-in-austin-tx/">', headings: [] }],
  ['dallas', { title: 'Home services you can trust' }],
  ['round-rock', { headings: ['Home services you can trust', 'Plumber in Round Rock'] }],
];
/** Pages of the sitemap, which lacks one. */
const LISTED = ['austin', 'waco', 'dallas', 'houston', 'san-antonio'];
const TEXT = 'We know the pipes of this town, its hard water and its old valves. '.repeat(30);

/** Styles and markup of the theme. */
const THEME = [
  'body{margin:0;background:#f6f2ea;color:#2c2a26;font:17px/1.65 Georgia,serif}',
  '.site-main{max-width:880px;margin:0 auto;padding:40px 32px;background:#fff}',
  'h1,h2{color:#7a3e12;font-family:Arial,sans-serif;line-height:1.2}',
  'a{color:#7a3e12}',
].join('');

function writeSitemap(host: string): string {
  const urls = LISTED.map((town) => `<url><loc>https://${host}/plumber-in-${town}-tx/</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
}

export async function startCustomerSites(): Promise<Loopback> {
  const server = createServer((request, response) => {
    const [, host = '', path = ''] = /^\/([^/]+)\/(.*)$/.exec(request.url ?? '') ?? [];
    if (!host.endsWith('.example')) return response.destroy();
    if (path === 'robots.txt') return response.writeHead(404).end();
    if (path === 'theme.css') return response.writeHead(200, { 'content-type': 'text/css' }).end(THEME);
    if (path === 'sitemap.xml')
      return response.writeHead(200, { 'content-type': 'application/xml' }).end(writeSitemap(host));
    const [, trouble = {}] = TROUBLES.find(([part]) => path.includes(part)) ?? [];
    const { status = 200, location, head = '' } = trouble;
    response.writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      ...(location !== undefined && { location }),
    });
    const name = path.replaceAll(/[^a-z0-9]+/g, ' ').trim() || host;
    const { title = name, headings = [name] } = trouble;
    const h1 = headings.map((heading) => `<h1>${heading}</h1>`).join('');
    return response.end(
      `<!DOCTYPE html><html lang="en"><head><title>${title}</title><link rel="stylesheet" href="/theme.css">${head}</head><body class="page"><main class="site-main"><article>${h1}<div class="entry-content"><p>${TEXT}</p></div></article></main></body></html>`,
    );
  });
  return await listenOnLoopback(server);
}
