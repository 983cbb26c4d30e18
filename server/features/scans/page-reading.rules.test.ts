import { expect, it } from 'vitest';
import { readPage } from './page-reading.rules.ts';

const AT = 'https://example.com/waco/';

function read(html: string, robotsTag = '') {
  const reading = readPage(html, AT, robotsTag);
  for (let slices = 0; ; slices += 1) {
    const { done, value } = reading.next();
    if (done) return { ...value, slices };
  }
}

it('finds title, canonical and words of a page, and nothing of what is not shown', () => {
  const html = `<!DOCTYPE html><html><head><title> Plumber &amp; Co
    in&#32;Waco </title><link href="/waco/?a=1&amp;b=2" REL='canonical'><style>a b c</style>
    <script>if (a < b) document.write("<title>no</title> one two three")</script></head>
    <body><!-- not counted at all --><h1>Plumber in Waco</h1><p>Call&nbsp;now: <b>555</b>-0100</p>
    <svg><title>icon</title></svg></body></html>`;
  expect(read(html)).toEqual({
    title: 'Plumber & Co in Waco',
    canonical: 'https://example.com/waco/?a=1&b=2',
    isNoindex: false,
    words: 6,
    slices: 0,
  });
});

it.each([
  ['<meta name="robots" content="noindex,follow">', '', true],
  ['<META CONTENT=none NAME=googlebot>', '', true],
  ['<meta name="robots" content="index, follow">', '', false],
  ['<meta name="description" content="noindex">', '', false],
  ['', 'noindex', true],
  ['', 'googlebot: noindex, nofollow', true],
  ['', 'max-snippet:20', false],
  ['', 'noindexes', false],
])('says of %j with the header %j whether it asks not to be indexed', (html, header, isNoindex) => {
  expect(read(html, header).isNoindex).toBe(isNoindex);
});

it.each(['', '<', '<title>', '<title>never closed', '<!-- never closed', '<a href="', '</', '<p>'.repeat(9)])(
  'comes to an end with %j',
  (html) => {
    expect(read(html).canonical).toBeNull();
  },
);

it.each(['<', '<a ', '<!--', '<title>', '<script>', '</s', '<link rel=canonical ', '&#1', '<meta a=b '])(
  'takes no longer than it must for a page of nothing but %j',
  (piece) => {
    const words = (length: number) => read(piece.repeat(Math.ceil(length / piece.length))).words;
    expect(words(1_000_000)).toBeGreaterThanOrEqual(0);
  },
);

it('reads a page of many tags in slices, between which others have their turn', () => {
  expect(read('<b>word '.repeat(10_000))).toMatchObject({ slices: 20, words: 10_000 });
});
