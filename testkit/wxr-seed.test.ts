import { expect, it } from 'vitest';
import { getMeta } from './wxr-pages.ts';
import { build, wxrSeed } from './wxr-seed.ts';

it('builds pages of a seed and rows and reads them back', () => {
  const seed = wxrSeed({
    content: '<p>Hi [geo_city]</p>',
    metas: [['town', '[geo_city]']],
    terms: [{ name: '[geo_city]' }],
  });
  const { pages, problems } = build(seed, [
    ['geo_city', 'geo_url'],
    ['Waco', 'waco'],
    ['A & B', 'a-b'],
  ]);
  expect(problems).toEqual([]);
  expect(pages.map((page) => page.fields['content:encoded'])).toEqual([
    '<p>Hi Waco</p>',
    '<p>Hi A &amp; B</p>',
  ]);
  expect(pages.map((page) => getMeta(page, 'town'))).toEqual(['Waco', 'A & B']);
  expect(pages[1]?.fields['wp:post_name']).toBe('plumber-a-b');
});

it('reads rows as CSV in chunks of any size', () => {
  const rows = [
    ['geo_city', 'geo_url'],
    ['Wa"co,\r\nTX', 'waco'],
  ];
  const { pages } = build(wxrSeed({ content: '[geo_city]', style: 'escaped' }), rows, { chunk: 3 });
  expect(pages[0]?.fields['content:encoded']).toBe('Wa"co,\nTX');
});
