import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { hostileValue } from '#testkit/hostile-values.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { FILTER_NAMES, type FilterName, applyFilters, toTelephone } from './filters.ts';

function apply(value: string, name: FilterName, argument = ''): string {
  return applyFilters(value, [{ name, argument }]);
}

it('writes half of a surrogate pair of a default as U+FFFD and no control characters', () => {
  const content = `<script>x = "[v | default:'\\ud83d'][w | default:'\\u0001\\ude00']"</script>`;
  const rows = [
    ['geo_city', 'geo_url', 'v', 'w'],
    ['Waco', 'waco', '', ''],
  ];
  const { pages } = build(wxrSeed({ content, slug: 'geo_url' }), rows);
  expect(pages[0]?.fields['content:encoded']).toBe('<script>x = "\ufffd\ufffd"</script>');
});

describe('each filter', () => {
  it.each<[FilterName, string, string]>([
    ['upper', 'Straße é', 'STRASSE É'],
    ['lower', 'O’FALLON Ä', 'o’fallon ä'],
    ['title', 'NEW york-city (old town)/x', 'New York-City (Old Town)/X'],
    ['title', "o'fallon élan", "O'fallon Élan"],
    ['slug', 'St. Louis, MO', 'st-louis-mo'],
    ['digits', '+1 (555) 010-9999 x2', '155501099992'],
    ['tel', '+1 (555) 010-9999', '+15550109999'],
    ['tel', '(+49) 30 12', '+493012'],
    ['tel', '030 + 12', '03012'],
    ['tel', 'call us', ''],
    ['plural', 'city', 'cities'],
    ['plural', 'day', 'days'],
    ['plural', 'church', 'churches'],
    ['plural', 'bus', 'buses'],
    ['plural', 'box', 'boxes'],
    ['plural', 'TOWN', 'TOWNS'],
    ['plural', 'CITY', 'CITIES'],
    ['plural', 'electrician', 'electricians'],
    ['plural', '', ''],
    ['plural', ' ', ' '],
    ['first', 'Waco, Temple; Killeen', 'Waco'],
    ['first', ' Waco | Temple', 'Waco'],
    ['first', 'Waco\r\nTemple', 'Waco'],
    ['first', '', ''],
    ['json', 'a "b"\n\\', 'a \\"b\\"\\n\\\\'],
    ['url', 'a b&c/é', 'a%20b%26c%2F%C3%A9'],
  ])('%s of %j is %j', (name, value, result) => {
    expect(apply(value, name)).toBe(result);
  });

  it('default replaces empty and blank values', () => {
    expect(apply('', 'default', 'call us')).toBe('call us');
    expect(apply(' \t', 'default', 'call us')).toBe('call us');
    expect(apply('0', 'default', 'call us')).toBe('0');
    expect(apply(' x ', 'default', 'call us')).toBe(' x ');
  });

  it('accepts any text and returns whole characters', () => {
    const filters = fc.array(fc.constantFrom(...FILTER_NAMES), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(hostileValue, filters, (value, names) => {
        const text = applyFilters(
          value,
          names.map((name) => ({ name, argument: '$1 "x" ' })),
        );
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: cases(200) },
    );
  });
});

describe('filters of a placeholder', () => {
  const rows = [
    ['geo_city', 'geo_url', 'phone'],
    ["O'FALLON, IL", 'ofallon', '+1 (555) 0100'],
    ['', 'nowhere', ''],
  ];
  const fill = (content: string): (string | undefined)[] =>
    build(wxrSeed({ content, title: 'T' }), rows, { footer: '<a href="[page_url]">T</a>' }).pages.map(
      (page) => page.fields['content:encoded'],
    );

  it('chain from left to right', () => {
    expect(fill('[geo_city | first | lower | title]')[0]).toBe("O'fallon");
    expect(fill('[geo_city|upper|lower|first]')[0]).toBe("o'fallon");
    expect(fill('[geo_city | default:"your town" | upper]')[1]).toBe('YOUR TOWN');
    expect(fill('[geo_city | upper | default:"your town"]')[1]).toBe('your town');
  });

  it('are applied before the value is encoded for its place', () => {
    expect(fill('<b title="[phone | default:"call <us>"]">x</b>')[0]).toBe('<b title="+1 (555) 0100">x</b>');
    expect(fill('<p>[phone | default:"a &amp; b"]</p>')[1]).toBe('<p>a &amp; b</p>');
    expect(fill('<a href="/?q=[geo_city | slug]">x</a>')[0]).toBe('<a href="/?q=ofallon-il">x</a>');
  });

  it('accept quotes of any kind, as editors write them', () => {
    for (const quoted of [
      '"your town"',
      '\u201cyour town\u201d',
      '&#8220;your town&#8221;',
      "'your town'",
      'your town',
    ])
      expect(fill(`[geo_city | default:${quoted}]`)[1]).toBe('your town');
  });
});

it('a telephone URL has only digits, and a plus before them', () => {
  fc.assert(
    fc.property(hostileValue, (value) => {
      expect(toTelephone(value)).toMatch(/^\+?[0-9]*$/);
      expect(toTelephone(value).replace('+', '')).toBe(
        [...value].filter((each) => /[0-9]/.test(each)).join(''),
      );
    }),
    { numRuns: cases(200) },
  );
});
