/**
 * Texts that no page may contain: a placeholder that was not filled, however it is encoded, and a name in
 * brackets that isn’t preserved. Each is planted by hand into a part that is whole otherwise.
 */
import { describe, expect, it } from 'vitest';
import { ENCODINGS, rawUrlEncode, toBase64 } from '#testkit/text-encodings.ts';
import { checkParts } from './check-parts.ts';
import type { Expectation } from '../../../verify/platform-audit.ts';
import { auditText, item, type ItemSpec, wxr } from './wxr-fixture.ts';

const EXPECTED: Expectation = {
  pages: 1,
  placeholders: ['[phone]'],
  columns: ['geo_city', 'phone', 'items'],
  kept: ['[owner]', '[gallery ids="1"]', '[yes | no]'],
};

function listFindings(spec: ItemSpec, more: Partial<Expectation> = {}): string[] {
  const part = auditText(wxr([item({ id: 7, ...spec })]));
  const { problems } = checkParts([part], { ...EXPECTED, ...more });
  return problems.filter(({ severity }) => severity === 'fault').map(({ code, field }) => `${code} ${field}`);
}

type Place = readonly [name: string, field: string, spec: (encoded: string) => ItemSpec];

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const serialized = (text: string) => `a:1:{s:1:"k";s:${Buffer.byteLength(text)}:"${text}";}`;

const PLACES: readonly Place[] = [
  ['the title', 'title', (text) => ({ title: `Plumber ${text}` })],
  ['a paragraph', 'content:encoded', (text) => ({ content: `<p>in ${text} now</p>` })],
  ['an attribute', 'content:encoded', (text) => ({ content: `<p title="${attribute(text)}">x</p>` })],
  [
    'an address',
    'content:encoded',
    (text) => ({ content: `<a href="/x?utm=${attribute(text)}&amp;b=1">x</a>` }),
  ],
  ['a shortcode', 'content:encoded', (text) => ({ content: `[box title="${text}" n="1"]` })],
  ['a string of a script', 'content:encoded', (text) => ({ content: `<script>show("${text}")</script>` })],
  ['a block', 'content:encoded', (text) => ({ content: `<!-- wp:a ${JSON.stringify({ t: text })} /-->` })],
  ['a plain meta', 'meta m', (text) => ({ metas: [['m', `in ${text}`]] })],
  ['a serialized meta', 'meta m', (text) => ({ metas: [['m', serialized(text)]] })],
  ['a JSON meta', 'meta m', (text) => ({ metas: [['m', JSON.stringify({ a: [{ t: text }] })]] })],
  [
    'a JSON meta with slashes',
    'meta m',
    (text) => ({ metas: [['m', JSON.stringify({ t: text }).replaceAll('/', '\\/')]] }),
  ],
];

describe('a placeholder that was not filled', () => {
  let tried = 0;
  const grid = ENCODINGS.flatMap(({ name, encode }) =>
    PLACES.map(([place, field, spec]) => ({ name, place, field, spec, encode })),
  );

  it.each(grid)('is found after $name in $place', ({ field, spec, encode }) => {
    tried += 1;
    for (const written of ['[geo_city]', '[Geo City]', '[geo_city | upper]'])
      expect(listFindings(spec(encode(written))), written).toEqual([`placeholder-unfilled ${field}`]);
  });

  it('was tried in every encoding at every place', () => {
    console.log(`encodings × places tried on only the audit: ${tried}`);
    expect(tried).toBe(ENCODINGS.length * PLACES.length);
  });

  it.each([
    ['a reference after percent signs', rawUrlEncode('&#91;geo_city&#93;')],
    ['an escape after percent signs', rawUrlEncode('\\u005bgeo_city\\u005d')],
    ['an escape of a style sheet', 'content: "\\5b geo_city\\5d "'],
    ['a byte of a script', '\\x5bgeo_city\\x5d'],
    ['only its first bracket', '%5Bgeo_city]'],
    ['only its last bracket', '[geo_city%5D'],
    [
      'an image of a data address',
      `data:image/svg+xml;base64,${toBase64('<svg><text>[geo_city]</text></svg>')}`,
    ],
    ['the signs of WPBakery for encoded HTML', `#E-8_${toBase64(rawUrlEncode('<b>[geo_city]</b>'))}`],
    ['a name that is encoded itself', '[geo&#95;city]'],
  ])('is found after %s', (_, text) => {
    expect(listFindings({ metas: [['m', text]] })).toEqual(['placeholder-unfilled meta m']);
  });

  it('is found although another column fills the seed', () => {
    expect(listFindings({ content: '[geo_city]' })).toEqual(['placeholder-unfilled content:encoded']);
    expect(listFindings({ content: '<p>Waco</p>' })).toEqual([]);
  });

  it.each([
    '[[geo_city]]',
    '%5B%5Bgeo_city%5D%5D',
    'geo_city',
    '%5Bcolor%5D',
    toBase64('geo_city'),
    '&#91;1&#93;',
  ])('is not seen in %s', (text) => {
    expect(listFindings({ content: `<p>${text}</p>` })).toEqual([]);
  });

  it('is the row’s own where its cell says so, however the page has it encoded', () => {
    const expectedTexts = { 7: ['the [geo_city] of my cell', '%5Bphone%5D'] };
    for (const { encode } of ENCODINGS) {
      const content = `<p>${encode('[geo_city]')} ${encode('[phone]')}</p>`;
      expect(listFindings({ content }, { expectedTexts })).toEqual([]);
    }
  });
});

describe('a name in brackets', () => {
  it.each(['[zip]', '[phone number]', '[neighborhood]', '[a-b_c 1]', '[Owner name]'])(
    '%s is a fault unless it is preserved',
    (written) => {
      const content = `<p>${written}</p>`;
      expect(listFindings({ content })).toEqual(['bracket-published content:encoded']);
      expect(listFindings({ title: written })).toEqual(['bracket-published title']);
      expect(listFindings({ metas: [['m', `{"a":"${written}"}`]] })).toEqual(['bracket-published meta m']);
      expect(listFindings({ content }, { kept: [written] })).toEqual([]);
      expect(listFindings({ content }, { expectedTexts: { 7: [written] } })).toEqual([]);
      expect(listFindings({ content }, { statics: [7], pages: 0 })).toEqual([]);
    },
  );

  it.each([
    '[owner]',
    '[Owner]',
    '[gallery ids="1"]',
    '[1]',
    '[x]',
    '[see p. 12, below]',
    '[[zip]]',
    '[yes]',
  ])('%s isn’t one: it is preserved, or isn’t meant as one', (written) => {
    expect(listFindings({ content: `<p>${written}</p>` })).toEqual([]);
  });

  it('of a column is a fault unless it was kept as a bracket of a program', () => {
    const content = '<script>var a = [items];</script>';
    expect(listFindings({ content })).toEqual(['placeholder-unfilled content:encoded']);
    expect(listFindings({ content }, { kept: ['[items]'] })).toEqual([]);
    expect(listFindings({ content: '[phone]' }, { kept: ['[phone]'] })).toEqual([
      'placeholder-unfilled content:encoded',
    ]);
  });

  it('isn’t a fault without a list of preserved names', () => {
    expect(listFindings({ content: '[zip]' }, { kept: undefined })).toEqual([]);
  });
});
