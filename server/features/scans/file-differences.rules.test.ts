/** Differences between the file of a page and the page on the site. */
import { expect, it } from 'vitest';
import { compareWithFile, type FilePage, type LivePage } from './file-differences.rules.ts';

const ADDRESS = 'https://example.com/plumber-waco/';
const FILE: FilePage = { title: 'Plumber in Waco', canonical: null, h1: 0, isNoindex: false };
const LIVE: LivePage = {
  address: ADDRESS,
  title: 'Plumber in Waco',
  canonical: ADDRESS,
  noindex: null,
  headings: ['Plumber in Waco'],
  h1: 1,
};

const compare = (file: Partial<FilePage>, live: Partial<LivePage>) =>
  compareWithFile({ ...FILE, ...file }, { ...LIVE, ...live });

it('a page that matches its file, with the title as its H1, has no differences', () => {
  expect(compare({}, {})).toEqual([]);
});

it('noindex that only the site has is a difference', () => {
  const noindex = 'X-Robots-Tag: noindex';
  expect(compare({}, { noindex })).toEqual([{ code: 'noindex', file: null, live: noindex }]);
  expect(compare({ isNoindex: true }, { noindex }), 'written by the run').toEqual([]);
  expect(compare({ isNoindex: true }, {}), 'dropped by the site').toEqual([]);
});

it('a canonical URL of another page is a difference unless the file has it', () => {
  const canonical = 'https://example.com/plumber-austin/';
  expect(compare({}, { canonical })).toEqual([{ code: 'canonical', file: null, live: canonical }]);
  expect(compare({ canonical: '/plumber-austin' }, { canonical })).toEqual([]);
  expect(compare({ canonical: 'https://example.com/plumber-dallas/' }, { canonical })).toEqual([
    { code: 'canonical', file: 'https://example.com/plumber-dallas/', live: canonical },
  ]);
  expect(compare({}, { canonical: null })).toEqual([]);
});

it.each([
  ['Plumber in Waco', 'Plumber in Waco | Acme'],
  ['Plumber in Waco', 'ACME - Plumber in Waco'],
  ['Plumber in Waco', 'plumber in waco'],
  ['Waco’s plumber – 24/7', "Waco's plumber - 24/7 · Acme"],
  ['Plumber in Waco | Acme', 'Plumber in Waco – Acme'],
  ['سباك في حيفا', 'سباك في حيفا | شركة'],
  ['東京の配管工', '東京の配管工｜アクメ'],
])('the title %j is not replaced by %j', (title, live) => {
  expect(compare({ title }, { title: live })).toEqual([]);
});

it.each([
  ['Plumber in Waco', 'Acme Plumbing'],
  ['Plumber in Waco', 'Plumber'],
  ['Plumber in Waco', null],
  ['東京の配管工', '大阪の配管工'],
])('the title %j is replaced by %j', (title, live) => {
  expect(compare({ title }, { title: live })).toEqual([{ code: 'title', file: title, live }]);
});

it('a page whose file was not measured is not compared', () => {
  const changed = {
    canonical: 'https://example.com/',
    noindex: 'X-Robots-Tag: noindex',
    title: 'Acme',
    h1: 2,
  };
  expect(compareWithFile(undefined, { ...LIVE, ...changed })).toEqual([]);
});

it('a title that is missing in the file, or has no letters, is not compared', () => {
  expect(compare({ title: null }, { title: 'Acme' })).toEqual([]);
  expect(compare({ title: '–' }, { title: 'Acme' })).toEqual([]);
});

it('a missing H1, and H1s beyond those of the file, are differences', () => {
  expect(compare({}, { h1: 0, headings: [] })).toEqual([{ code: 'h1-missing', file: 'No H1', live: null }]);
  const two = { h1: 2, headings: ['Acme', 'Plumber in Waco'] };
  expect(compare({ h1: 1 }, two)).toEqual([
    { code: 'h1-repeated', file: '1 H1', live: '2 H1s: “Acme”, “Plumber in Waco”' },
  ]);
  expect(compare({ h1: 2 }, two)).toEqual([]);
});
