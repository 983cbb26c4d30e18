import { expect, it } from 'vitest';
import { readPage } from './page-reading.rules.ts';
import { decodePage, isHtml } from './page-text.rules.ts';

const AT = 'https://example.com/waco/';
const NOW = new Date('2026-11-27T12:00:00Z');

function read(html: string, headers: Record<string, string[]> = {}) {
  const reading = readPage({ html, address: AT, headers, now: NOW });
  for (let slices = 0; ; slices += 1) {
    const { done, value } = reading.next();
    if (done) return { ...value, slices };
  }
}

it('removes characters that the database cannot store from an invalid link', () => {
  const href = `http://a b\0c/${'x'.repeat(1_988)}\u{1f600}`;
  const { canonicals } = read(`<link rel="canonical" href="${href}">`);
  expect(canonicals).toHaveLength(1);
  expect(canonicals[0]).not.toContain('\0');
  expect(canonicals[0]?.isWellFormed()).toBe(true);
  expect(canonicals[0]).toMatch(/^http:\/\/a bc\/x+/);
});

it('finds title, canonical and words of a page, ignoring hidden elements', () => {
  const html = `<!DOCTYPE html><html><head><title> Plumber &amp; Co
    in&#32;Waco </title><link href="/waco/?a=1&amp;b=2" REL='canonical'><style>a b c</style>
    <script>if (a < b) document.write("<title>no</title> one two three")</script></head>
    <body><!-- not counted at all --><h1>Plumber in Waco</h1><p>Call&nbsp;now: <b>555</b>-0100</p>
    <svg><title>icon</title></svg><svg/><noscript>no words here</noscript><i>end</i></body></html>`;
  expect(read(html)).toEqual({
    title: 'Plumber & Co in Waco',
    canonicals: ['https://example.com/waco/?a=1&b=2'],
    noindex: null,
    headings: ['Plumber in Waco'],
    h1: 1,
    refreshesTo: null,
    words: 8,
    slices: 0,
  });
});

it.each([
  [
    '<title>Caf&eacute; &copy; 2026 &ndash; caf&#xE9; &#150; &notit; &amp</title>',
    'Café © 2026 – café – ¬it; &',
  ],
  ['<svg><title>icon</title><desc>x</desc></svg><title>Page</title>', 'Page'],
  ['<svg><style>a{}</style><svg><title>in</title></svg><title>out</title></svg><title>Page</title>', 'Page'],
  ['<!-- <title>old</title> --><title>Page</title>', 'Page'],
  ['<!--><title>Page</title>-->', 'Page'],
  ['<!-- a --!><title>Page</title>', 'Page'],
  ['<script>"<title>no</title>"</script><title>Page</title>', 'Page'],
  ['<template><title>no</title></template><title>Page</title>', 'Page'],
  ['<textarea><title>no</title></textarea><title>Page</title>', 'Page'],
  ['<title>One</title><title>Two</title>', 'One'],
  ['<title>a <b>b</b> c</title>', 'a <b>b</b> c'],
  ['<title>Never closed', 'Never closed'],
  ['<TITLE\nlang=en>Page</TITLE\n>', 'Page'],
  ['<titles>no</titles>', null],
  ['<title> \n </title>', null],
])('reads the title of %j', (html, title) => {
  expect(read(html).title).toBe(title);
});

it('cuts a long title between characters', () => {
  expect(read(`<title>${'a'.repeat(499)}😀</title>`).title).toBe('a'.repeat(499));
  expect(read(`<title>${' &amp; x'.repeat(100_000)}</title>`).title).toBe('& x '.repeat(125).trim());
});

it.each([
  ['<meta name="robots" content="noindex,follow">', [], true],
  ['<META CONTENT=none NAME=googlebot>', [], true],
  ['<meta name="robots" content="index, follow">', [], false],
  ['<meta name="robots" content="max-image-preview:none">', [], false],
  ['<meta name="robots" content="max-image-preview: none, NOINDEX">', [], true],
  ['<meta name="robots" content="max-snippet:-1 noindex">', [], true],
  ['<meta name="bingbot" content="noindex">', [], false],
  ['<meta name="robots" content="bingbot: noindex">', [], false],
  ['<meta name="description" content="noindex">', [], false],
  ['<noscript><meta name="robots" content="noindex"></noscript>', [], false],
  ['<!-- <meta name="robots" content="noindex"> -->', [], false],
  ['<meta name="robots" content="noindex" content="all">', [], true],
  ['', ['noindex'], true],
  ['', ['NoIndex'], true],
  ['', ['none'], true],
  ['', ['googlebot: noindex, nofollow'], true],
  ['', ['GoogleBot : noindex'], true],
  ['', ['*: noindex'], true],
  ['', ['bingbot: noindex'], false],
  ['', ['bingbot: noindex, nofollow'], false],
  ['', ['googlebot-news: noindex'], false],
  ['', ['bingbot: noindex, googlebot: nofollow'], false],
  ['', ['bingbot: nofollow, googlebot: noindex'], true],
  // each header is independent
  ['', ['bingbot: nofollow', 'noindex'], true],
  ['', ['bingbot: noindex', 'nofollow'], false],
  ['', ['max-image-preview:none'], false],
  ['', ['max-image-preview: none, noindex'], true],
  ['', ['max-snippet:20'], false],
  ['', ['noindexes'], false],
  ['', ['noimageindex'], false],
  ['', ['unavailable_after: 25 Jun 2010 15:00:00 PST'], true],
  ['', ['unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT'], true],
  ['', ['unavailable_after: Friday, 25-Jun-10 15:00:00 GMT, nofollow'], true],
  ['', ['nofollow, Unavailable_After: 2010-06-25'], true],
  ['', ['unavailable_after: 2010-06-25T15:00:00Z'], true],
  ['', ['bingbot: unavailable_after: 2010-06-25'], false],
  ['', ['unavailable_after: 25 Jun 2999 15:00:00 PST'], false],
  ['', ['unavailable_after: Tue, 25 Jun 2999 15:00:00 GMT'], false],
  ['', ['unavailable_after: 2999-06-25, noindex'], true],
  ['', ['unavailable_after: soon'], false],
])('decides whether %j with the headers %j asks not to be indexed', (html, robotsTags, isNoindex) => {
  expect(read(html, { 'x-robots-tag': robotsTags }).noindex !== null).toBe(isNoindex);
});

it.each([
  ['<base href="/sub/"><link rel=canonical href="page">', [], ['https://example.com/sub/page']],
  ['<link rel=canonical href="page"><base href="//other.example/">', [], ['https://other.example/page']],
  [
    '<base target=_top><base href="/a/"><base href="/b/"><link rel=canonical href="c">',
    [],
    ['https://example.com/a/c'],
  ],
  ['<base href="javascript:0"><link rel=canonical href="c">', [], ['https://example.com/waco/c']],
  ['<link rel="alternate Canonical" href=" /a ">', [], ['https://example.com/a']],
  ['<link rel=canonical href=""><link rel=canonicals href="/a">', [], []],
  [
    '<link rel=canonical href="/a"><link rel=canonical href="https://example.com/a">',
    [],
    ['https://example.com/a'],
  ],
  [
    '<link rel=canonical href="/a"><link rel=canonical href="/b">',
    [],
    ['https://example.com/a', 'https://example.com/b'],
  ],
  ['<head></head><body><link rel=canonical href="/a">', [], []],
  ['<noscript><link rel=canonical href="/a"></noscript>', [], []],
  ['', ['</a>; rel="canonical"'], ['https://example.com/a']],
  ['<base href="/sub/">', ['<a>; rel=canonical'], ['https://example.com/waco/a']],
  ['', ['</x>; rel=preload; title="a, <b>", </a>; REL="shortlink canonical"'], ['https://example.com/a']],
  ['', ['</x>; rel=preload', '</a>;rel=canonical'], ['https://example.com/a']],
  ['', ['</x>; title="rel=canonical"'], []],
  [
    '<link rel=canonical href="/a">',
    ['</b>; rel="canonical"'],
    ['https://example.com/a', 'https://example.com/b'],
  ],
])('reads the canonical links of %j with the Link headers %j', (html, link, canonicals) => {
  expect(read(html, { link }).canonicals).toEqual(canonicals);
});

it.each([
  ['<meta http-equiv="refresh" content="0; url=/new/">', 'https://example.com/new/'],
  [`<META HTTP-EQUIV=Refresh CONTENT="5;URL='/new/?a=1&amp;b=2'">`, 'https://example.com/new/?a=1&b=2'],
  ['<meta http-equiv="refresh" content="0.5 , /new/">', 'https://example.com/new/'],
  ['<base href="/sub/"><meta http-equiv="refresh" content="0;url=new">', 'https://example.com/sub/new'],
  ['<meta http-equiv="refresh" content="300">', null],
  ['<meta http-equiv="refresh" content="300; url=">', null],
  ['<meta http-equiv="refresh" content="300; url=/waco/#top">', null],
  ['<meta http-equiv="refresh" content="0; url=javascript:alert(1)">', null],
  ['<meta http-equiv="refresh" content="soon; url=/new/">', null],
  ['<noscript><meta http-equiv="refresh" content="0; url=/no-script/"></noscript>', null],
  ['<!-- <meta http-equiv="refresh" content="0; url=/new/"> -->', null],
])('reads the refresh target of %j', (html, refreshesTo) => {
  expect(read(html).refreshesTo).toBe(refreshesTo);
});

it('reads a Refresh header like the meta element', () => {
  expect(read('', { refresh: ['0; url=/new/'] }).refreshesTo).toBe('https://example.com/new/');
});

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const UTF8 = new TextEncoder().encode('é');
const WITH_BOM = Uint8Array.of(0xef, 0xbb, 0xbf, ...UTF8);

it.each([
  ['byte order mark', WITH_BOM, 'text/html; charset=iso-8859-1', 'é'],
  ['byte order mark of UTF-16', Uint8Array.of(0xff, 0xfe, 0xe9, 0), 'text/html; charset=utf-8', 'é'],
  ['byte order mark of UTF-16, high byte first', Uint8Array.of(0xfe, 0xff, 0, 0xe9), 'text/html', 'é'],
  ['header', latin('<meta charset=utf-8>\xE9'), 'text/html; charset="ISO-8859-1"', 'é'],
  ['header', Uint8Array.of(0x82, 0xa0), 'text/html;charset=Shift_JIS', 'あ'],
  ['meta element', latin('<meta charset="windows-1251">\xE9'), 'text/html', 'й'],
  [
    'meta element',
    latin('<META CONTENT="text/html; charset=koi8-r" HTTP-EQUIV=Content-Type>\xC1'),
    'text/html',
    'а',
  ],
  ['meta element', latin('<!-- <meta charset=koi8-r> --><meta charset=windows-1251>\xE9'), 'text/html', 'й'],
  ['meta element', latin('<meta charset=none-such><meta charset=windows-1251>\xE9'), 'text/html', 'й'],
  ['meta element', latin('<meta name=x content="charset=koi8-r">\xE9'), 'text/html', 'é'],
  [
    'meta element',
    latin('<meta http-equiv=content-type content="text/html; charset">\xE9'),
    'text/html',
    'é',
  ],
  ['meta element', latin('<meta charset=utf-16>\xC3\xA9'), 'text/html', 'é'],
  [
    'meta element after an unknown header',
    latin('<meta charset=windows-1251>\xE9'),
    'text/html; charset=no',
    'й',
  ],
  [
    'XML declaration',
    latin('<?xml version="1.0" encoding="windows-1251"?>\xE9'),
    'application/xhtml+xml',
    'й',
  ],
  ['bytes that are UTF-8', UTF8, 'text/html', 'é'],
  ['bytes that are not UTF-8', latin('\xE9 \x93\x80\x94'), 'text/html', 'é “€”'],
  [
    'meta element that comes too late',
    latin(`${' '.repeat(1_100)}<meta charset=windows-1251>\xE9`),
    'text/html',
    'é',
  ],
])('decodes a page by its %s', (_name, bytes, type, end) => {
  expect(decodePage(bytes, type).endsWith(end)).toBe(true);
  expect(decodePage(bytes, type)).not.toContain('\uFEFF');
});

it.each([
  ['<!DOCTYPE HTML><p>', true],
  ['\n <html>', true],
  ['\xEF\xBB\xBF<!doctype html>', true],
  ['<!-- page -->', true],
  ['<p class=x>', true],
  ['<pre>', false],
  ['<?xml version="1.0"?>', false],
  ['Just text with <p> in it', false],
  ['%PDF-1.7', false],
  ['', false],
])('%j looks like HTML without a type: %s', (text, isPage) => {
  expect(isHtml(latin(text))).toBe(isPage);
});

it.each(['', '<', '<title>', '<title>never closed', '<!-- never closed', '<a href="', '</', '<p>'.repeat(9)])(
  'terminates with %j',
  (html) => {
    expect(read(html).canonicals).toEqual([]);
  },
);

it.each([
  '<',
  '<a ',
  '<b>',
  '<svg>',
  '<!--',
  '<title>',
  '<title>&#1',
  '<script>',
  '</s',
  '<link rel=canonical ',
  '<link rel=canonical href=x>',
  '<link rel=canonical href="',
  '<meta name=robots content="unavailable_after:1,',
  '<meta http-equiv=refresh content="0; ',
  '&#1',
  '<meta a=b ',
])('reads a page of nothing but %j in linear time', (part) => {
  const words = (length: number) => read(part.repeat(Math.ceil(length / part.length))).words;
  expect(words(2_000_000)).toBeGreaterThanOrEqual(0);
});

it.each([['<'], ['<>"'], ['<x>;"'], ['<x>; rel= '], ['noindex-'], ['a '], ['unavailable_after:']])(
  'reads a header of nothing but %j in linear time',
  (part) => {
    const line = part.repeat(16_000 / part.length);
    const { canonicals } = read('', { link: [line], 'x-robots-tag': [line], refresh: [`0;${line}`] });
    expect(canonicals).toEqual([]);
  },
);

it('reads a page of many tags in slices, and counts a word across two slices once', () => {
  const { slices, words } = read('<b>word '.repeat(10_000));
  expect({ slices, words }).toEqual({ slices: 4, words: 10_000 });
});
