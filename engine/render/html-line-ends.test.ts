/** The text of a `*_html` cell in a place without markup: lines remain separated, whatever element ends them. */
import { expect, it } from 'vitest';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

const getTitle = (cell: string) => {
  const rows = [
    ['geo_city', 'geo_url', 'intro_html'],
    ['Waco', 'waco-tx', cell],
  ];
  return build(wxrSeed({ title: '[intro_html]' }), rows).pages[0]?.fields['title'];
};

it.each('h1 h2 h3 h4 h5 h6 p div li ul ol td th tr table blockquote section article'.split(' '))(
  'a line that </%s> ends stays apart from the next',
  (name) => {
    expect(getTitle(`<${name}>Plumber</${name}>Waco`)).toBe('Plumber Waco');
    expect(getTitle(`<${name.toUpperCase()}>Plumber</${name.toUpperCase()}>\nWaco`)).toBe('Plumber Waco');
  },
);

it.each(['<br>', '<br/>', '<br class="x">', '<hr />'])(
  'a line that %s ends stays apart from the next',
  (tag) => {
    expect(getTitle(`Plumber${tag}Waco`)).toBe('Plumber Waco');
  },
);

it.each(['b', 'em', 'span', 'h7', 'header'])('%s ends no line', (name) => {
  expect(getTitle(`<${name}>Plum</${name}>ber`)).toBe('Plumber');
});
