/** Columns of a Wix collection that have a meaning by their name or their place. */
import { expect, it } from 'vitest';
import { inspect } from '#engine';
import { buildFormat, listRefusalProblems } from '#testkit/format-build.ts';

const ROWS = [
  ['geo_city', 'geo_url'],
  ['Waco', 'waco-tx'],
];

it.each(['Slug', 'URL Slug', 'Page Slug', 'Permalink', 'Path'])('the column %s holds the slug', (name) => {
  const seed = `Title,${name},ID\nPlumber in [geo_city],plumber-[geo_url]/,1\n`;
  const { text } = buildFormat(seed, ROWS, { format: 'wix' });
  expect(text).toContain('"Plumber in Waco","plumber-waco-tx",');
});

it.each([
  ['Owner,Headline,ID', 'me,Plumber in [geo_city],1'],
  ['ID,Owner,Created Date,Updated Date,Headline', '1,me,,,Plumber in [geo_city]'],
])('the first column that Wix doesn’t add is the primary field: %s', (header, row) => {
  const bytes = new TextEncoder().encode(`${header}\n${row}\n`);
  const { seed } = inspect({ format: 'wix', seed: { file: 'items.csv', bytes } });
  expect(seed?.pattern?.title).toBe('Plumber in [geo_city]');
});

it('a collection has at most 1,000 fields', () => {
  const codes = (count: number) => {
    const names = Array.from({ length: count - 2 }, (_none, index) => `f${index}`);
    const cells = ['Plumber in [geo_city]', '1', ...names.map(() => 'x')];
    return listRefusalProblems('wix', `${['Title', 'ID', ...names].join(',')}\n${cells.join(',')}\n`).map(
      ({ code }) => code,
    );
  };
  expect(codes(1000)).toEqual([]);
  expect(codes(1001)).toEqual(['seed-too-many-fields']);
});
