import { expect, test } from 'vitest';
import { filterLinks, pathOf, readLinks } from './formed-links.rules.ts';

const file = [
  '<a href="roof-austin">Austin &amp; around</a><br>',
  "<li><a class=x href='roof-waco'>Waco</a></li>",
  '',
  'Plain Town',
  '',
].join('\n');

test('reads address and label of every line of the file', () => {
  expect(readLinks(file).map(({ url, label }) => [url, label])).toEqual([
    ['roof-austin', 'Austin & around'],
    ['roof-waco', 'Waco'],
    ['', 'Plain Town'],
  ]);
});

test('keeps each line as it is, for copying', () => {
  expect(readLinks(file)[0]?.flink).toBe('<a href="roof-austin">Austin &amp; around</a><br>');
});

test('finds a link by its label or its address, in any case', () => {
  const links = readLinks(file);
  expect(filterLinks(links, ' WACO ').map(({ label }) => label)).toEqual(['Waco']);
  expect(filterLinks(links, 'roof-')).toHaveLength(2);
  expect(filterLinks(links, '')).toBe(links);
  expect(filterLinks(links, 'nowhere')).toEqual([]);
});

test('shows the part of an address in which links differ', () => {
  expect(pathOf('https://example.com/roof-austin/')).toBe('/roof-austin/');
  expect(pathOf('https://example.com/')).toBe('https://example.com/');
  expect(pathOf('roof-austin')).toBe('roof-austin');
});
