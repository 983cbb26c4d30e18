import { describe, it } from 'vitest';
import { decodeReferences, getTagText } from '#testkit/decoders/html.ts';
import { getOnlyCss } from '#testkit/decoders/css.ts';
import { type PhpValue, getPhpString, unserialize } from '#testkit/decoders/php.ts';
import { isLiteral } from '#testkit/decoders/script.ts';
import { readMeta } from '#testkit/decoders/wordpress.ts';
import { hostileValue } from '#testkit/hostile-values.ts';
import { cases } from '#testkit/cases.ts';
import { ROUND_TRIP_TIMEOUT, type RoundTripContext, checkRoundTrip } from '#testkit/round-trip.ts';
import { type ReadPage, getMeta } from '#testkit/wxr-pages.ts';
import type { SeedSpec } from '#testkit/wxr-seed.ts';

/** PHP's `serialize()` of a string, and of an array of strings by key. */
function serializeString(text: string): string {
  return `s:${new TextEncoder().encode(text).length}:"${text}";`;
}

function serializeArray(members: Record<string, string>): string {
  const entries = Object.entries(members);
  return `a:${entries.length}:{${entries.map(([key, value]) => serializeString(key) + serializeString(value)).join('')}}`;
}

const inMeta =
  (key: string, wrap: (text: string) => string) =>
  (text: string): SeedSpec => ({
    metas: [
      ['_first', '1'],
      [key, wrap(text)],
    ],
  });

const php = (page: ReadPage, key = 'data'): PhpValue => unserialize(getMeta(page, key));
const json = (page: ReadPage, key = 'data'): unknown => JSON.parse(getMeta(page, key));
const readElementor = (page: ReadPage): Elementor => (json(page, '_elementor_data') as [Elementor])[0];

/** Names of all keys, outermost first: what a value may never change. */
function listKeys(value: unknown): string {
  if (value instanceof Map)
    return `{${[...value].map(([key, inner]) => `${String(key)}:${listKeys(inner)}`).join()}}`;
  if (Array.isArray(value)) return `[${value.map(listKeys).join()}]`;
  if (typeof value !== 'object' || value === null) return typeof value;
  return listKeys(new Map(Object.entries(value)));
}

const DANGEROUS_PHP = [
  { before: '', after: '' },
  { before: 'é";', after: '";}' },
  { before: 's:3:"', after: '";s:1:"x' },
  { before: 'a]]', after: '> &amp; é\n' },
];

interface Elementor {
  settings: { title: string; html: string; link: { url: string } };
}

const CONTEXTS: Record<string, RoundTripContext> = {
  'a plain meta': {
    seed: inMeta('town', (text) => text),
    beside: [
      { before: 'Town: ', after: '' },
      { before: ']]', after: '> &amp; <b' },
      { before: '\\', after: '\\n "\'' },
      { before: 'a\n', after: '\n\tb' },
    ],
    read: (page) => getMeta(page, 'town'),
  },
  'a plain meta outside CDATA': {
    seed: (text) => ({ style: 'escaped', metas: [['town', text]] }),
    beside: [
      { before: 'Town ', after: '' },
      { before: '&lt;', after: ']]> & "' },
    ],
    read: (page) => getMeta(page, 'town'),
  },
  'a plain meta that is all placeholder': {
    seed: inMeta('town', (text) => text),
    read: (page) => String(readMeta(getMeta(page, 'town'))),
  },
  'a plain meta that begins like a serialized one': {
    seed: inMeta('town', (text) => text),
    beside: [
      { before: 'a:', after: '}' },
      { before: 'i:', after: ';' },
      { before: '', after: ':8:"stdClass":0:{}' },
      { before: 'b', after: ';' },
    ],
    read: (page) => String(readMeta(getMeta(page, 'town'))),
  },
  'a meta with a tag': {
    seed: inMeta('intro', (text) => `<p>${text}</p>`),
    read: (page) => getTagText(getMeta(page, 'intro'), 'p'),
  },
  'the key of a meta': {
    seed: (text) => ({ metas: [[text, 'value']] }),
    beside: [
      { before: 'town_', after: '' },
      { before: ']]', after: '>' },
    ],
    // WordPress gives a key 255 bytes
    values: hostileValue.filter((value) => new TextEncoder().encode(value).length < 120),
    read: (page) => page.metas[0]?.[0] ?? '(none)',
  },
  'a string of PHP': {
    seed: inMeta('data', (text) => serializeArray({ city: text, 'k é': 'x' })),
    beside: DANGEROUS_PHP,
    read: (page) => getPhpString(php(page), 'city'),
    shape: (page) => listKeys(php(page)),
  },
  'a string of PHP outside CDATA': {
    seed: (text) => ({ style: 'escaped', metas: [['data', serializeArray({ a: 'b', city: text })]] }),
    beside: DANGEROUS_PHP,
    read: (page) => getPhpString(php(page), 'city'),
    shape: (page) => listKeys(php(page)),
  },
  'PHP in PHP': {
    seed: inMeta('data', (text) =>
      serializeArray({ outer: serializeArray({ city: text, b: 'c' }), d: text }),
    ),
    beside: [
      { before: 'x', after: '' },
      { before: 'é";', after: '";}' },
    ],
    read: (page) => {
      const inner = getPhpString(unserialize(getPhpString(php(page), 'outer')), 'city');
      const beside = getPhpString(php(page), 'd');
      return inner === beside ? inner : `${inner} is not ${beside}`;
    },
    shape: (page) => listKeys(unserialize(getPhpString(php(page), 'outer'))),
  },
  'JSON in PHP': {
    seed: inMeta('data', (text) => serializeArray({ json: `{"a":[1,"${text}"],"b":"é"}` })),
    beside: [
      { before: '', after: '' },
      { before: '\\"', after: '\\u00e9"'.slice(0, -1), read: ['"', 'é'] },
    ],
    read: (page) => (JSON.parse(getPhpString(php(page), 'json')) as { a: [number, string] }).a[1],
    shape: (page) => listKeys(JSON.parse(getPhpString(php(page), 'json'))),
  },
  'PHP in JSON': {
    seed: inMeta('data', (text) => JSON.stringify({ php: serializeArray({ city: text, b: 'é' }), c: 'd' })),
    beside: [{ before: 'é ', after: ' x' }],
    read: (page) => getPhpString(unserialize((json(page) as { php: string }).php), 'city'),
    shape: (page) => listKeys(json(page)),
  },
  'HTML in PHP': {
    seed: inMeta('data', (text) => serializeArray({ html: `<p title="a">${text}</p>` })),
    read: (page) => getTagText(getPhpString(php(page), 'html'), 'p'),
  },
  'CSS in PHP': {
    seed: inMeta('data', (text) => serializeArray({ custom_css: `a::before{content:"${text}"}` })),
    beside: [
      { before: '', after: '' },
      { before: '\\22 é', after: 'a', read: ['"é', 'a'] },
    ],
    read: (page) => getOnlyCss(getPhpString(php(page), 'custom_css'), 'string'),
  },
  'a string of JSON': {
    seed: inMeta('data', (text) => `{"city":"${text}","list":["a",{"b":1}]}`),
    beside: [
      { before: '', after: '' },
      { before: '\\"\\\\', after: '\\u005b', read: ['"\\', '['] },
      { before: ']]', after: '> -->' },
      { before: '\\/', after: '', read: ['/', ''] },
    ],
    read: (page) => (json(page) as { city: string }).city,
    shape: (page) => listKeys(json(page)),
  },
  'a number of JSON': {
    seed: inMeta('data', (text) => `{"a":"b","lat":${text}}`),
    isAlone: true,
    harmless: '5',
    isLost: (value) => !isLiteral(value),
    becomes: (value) => JSON.stringify(JSON.parse(value.trim())),
    read: (page) => JSON.stringify((json(page) as { lat: unknown }).lat),
  },
  'a string of Elementor': {
    seed: inMeta(
      '_elementor_data',
      (text) => `[{"id":"a1","settings":{"title":"${text}","link":{"url":"https:\\/\\/a.example"}}}]`,
    ),
    beside: [
      { before: '', after: '' },
      { before: '\\"A\\" & \\u00e9\\/', after: '; &amp;', read: ['"A" & é/', '; &'] },
    ],
    read: (page) => decodeReferences(readElementor(page).settings.title),
    shape: (page) => listKeys(json(page, '_elementor_data')),
  },
  'HTML of Elementor': {
    seed: inMeta(
      '_elementor_data',
      (text) => `[{"settings":{"html":"<p class=\\"a\\">${text}<\\/p>","x":"\\/"}}]`,
    ),
    beside: [
      { before: '', after: '' },
      { before: '&amp;', after: ';\\n', read: ['&', ';\n'] },
    ],
    read: (page) => getTagText(readElementor(page).settings.html, 'p'),
    shape: (page) => listKeys(json(page, '_elementor_data')),
  },
  'a channel of its own': {
    seed: (text) => ({ extra: `<wp:own note="a"><wp:inner>${text}</wp:inner></wp:own>\n` }),
    beside: [
      { before: '', after: '' },
      { before: '&amp;', after: '; ]]&gt; "', read: ['&', '; ]]> "'] },
    ],
    read: (page) => page.fields['wp:inner'] ?? '(none)',
  },
  'an attribute of XML': {
    seed: (text) => ({ extra: `<category domain="${text}" nicename="a">A</category>\n` }),
    beside: [
      { before: 'a', after: '' },
      { before: "it's &quot;", after: '&amp; >', read: ['it\'s "', '& >'] },
    ],
    read: (page) => page.terms[0]?.domain ?? '(none)',
  },
};

describe('a reader gets exactly the text of the row', () => {
  it.each(Object.entries(CONTEXTS))('from %s', { timeout: ROUND_TRIP_TIMEOUT }, (_name, context) =>
    checkRoundTrip(context, cases(3)),
  );
});
