/** Files of sitemaps: those of the protocol, and those that aren't. */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readSitemap } from './sitemap.rules.ts';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

async function read(file: string | Uint8Array) {
  const urls: string[] = [];
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const { kind } = await readSitemap(bytes, (url) => void urls.push(url));
  return { kind, urls };
}

it('reads the pages of a sitemap, without those of images', async () => {
  const file = `\uFEFF<?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet href="a.xsl"?>
    <urlset ${NAMESPACE} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
      <url><loc> https://example.com/a/?x=1&amp;y=2 </loc><lastmod>2026-01-01</lastmod>
        <image:image><image:loc>https://example.com/a.jpg</image:loc></image:image></url>
      <url><loc><![CDATA[https://example.com/東京/]]></loc></url><url><loc></loc></url>
    </urlset>`;
  expect(await read(file)).toEqual({
    kind: 'pages',
    urls: ['https://example.com/a/?x=1&y=2', 'https://example.com/東京/'],
  });
});

it('reads an index, with prefixes and compressed', async () => {
  const file = `<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>https://example.com/1.xml.gz</s:loc></s:sitemap></s:sitemapindex>`;
  const result = { kind: 'sitemaps', urls: ['https://example.com/1.xml.gz'] };
  expect(await read(file)).toEqual(result);
  expect(await read(gzipSync(file))).toEqual(result);
});

const BOMB = `<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>`;

it.each([
  ['a page', '<!DOCTYPE html><html><body>Not found</body></html>', 'A sitemap isn’t in the sitemap format.'],
  ['JSON', '{}', 'A sitemap isn’t well-formed XML.'],
  ['nothing', '', 'A sitemap isn’t well-formed XML.'],
  ['a truncated file', `<urlset ${NAMESPACE}><url><loc>https://a`, 'A sitemap isn’t well-formed XML.'],
  [
    'entities of its own',
    `${BOMB}<urlset><url><loc>https://a/&b;</loc></url></urlset>`,
    'A sitemap isn’t well-formed XML.',
  ],
  [
    'an entity of a file',
    '<!DOCTYPE urlset [<!ENTITY f SYSTEM "file:///etc/passwd">]><urlset><url><loc>&f;</loc></url></urlset>',
    'A sitemap isn’t well-formed XML.',
  ],
  ['tags that never close', `<urlset>${'<a>'.repeat(6_000_000)}`, 'A sitemap isn’t in the sitemap format.'],
  [
    'a declaration that never ends',
    `<!DOCTYPE a [${'<!ENTITY x "a">'.repeat(1_000_000)}`,
    'A sitemap isn’t in the sitemap format.',
  ],
  ['a cut archive', gzipSync('<urlset></urlset>').subarray(0, 20), 'A sitemap can’t be decompressed.'],
  [
    'an archive that grows',
    gzipSync(`<urlset>${'<url/>'.repeat(4_000_000)}`),
    'A sitemap is larger than 20 MB.',
  ],
])('rejects %s', async (_name, file, text) => {
  await expect(read(file)).rejects.toThrow(text);
});

it('reads 50,000 URLs in slices', async () => {
  const urls = Array.from({ length: 50_000 }, (_, index) => `https://example.com/plumber-town-${index}/`);
  const file = `<urlset ${NAMESPACE}>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('\n')}</urlset>`;
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 0);
  const found = await read(file);
  clearInterval(timer);
  expect(found).toEqual({ kind: 'pages', urls });
  expect(turns).toBeGreaterThan(10);
});
