/**
 * Sheet of cells that often break software: each value alone in a row, different values in all columns of a row, then
 * each string of the public list in all columns. Each cell is plain text and must stay exactly that.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownSeed } from './expectation.ts';
import type { Row } from './sheet.ts';
import { makeSlug } from './slug.ts';
import { cleanCell } from './encoding.ts';

const CORPUS = join(import.meta.dirname, '../../../shared/corpora/naughty-strings.json');
/** Strings of the public list; empty if its file isn't next to the checkout. */
export const NAUGHTY_STRINGS: readonly string[] = existsSync(CORPUS)
  ? JSON.parse(readFileSync(CORPUS, 'utf8'))
  : [];

/** Columns for hostile values; `geo_url`, the page's own URL, is always simple. */
const COLUMNS = [
  'geo_city',
  'geo_state',
  'state_code',
  'geo_zip',
  'county',
  'lat',
  'lng',
  'phone',
  'local_intro',
  'review_count',
  'open_sunday',
] as const;

/** Column with a plain value in rows of hostile values, so that the slugs of the classic seed differ. */
const SIMPLE = 'state_code';
const OTHERS = COLUMNS.filter((column) => column !== SIMPLE);

const VALUES: readonly string[] = [
  // Serialized PHP, which may fill a whole inner string.
  'O:8:"stdClass":0:{}',
  's:3:"abc";',
  'a:1:{i:0;s:1:"x";}',
  'b:0;',
  // Terminators of the contexts.
  ']]>',
  '-->',
  '--',
  '---',
  '<!--',
  '--!>',
  '*/',
  '</textarea>',
  '<!-- /wp:paragraph -->',
  '</script>',
  '<script>alert(1)</script>',
  '</style>',
  '</p><h1>x',
  '<![CDATA[x]]>',
  '<?php echo 1; ?>',
  '"}} /-->',
  // Template languages and shortcodes.
  '{{',
  '{{ 7 * 7 }}',
  '${7*7}',
  '[gallery]',
  '[gallery ids="1"]',
  '[/caption]',
  '[geo_city]',
  '[[geo_city]]',
  '[Geo City]',
  '%%sitename%%',
  // Replacement patterns and escape characters.
  '$1',
  '$&',
  '\\0',
  '\\5c \\a',
  '\\',
  '\\\\',
  '\\"',
  '\\u0022',
  '\\n',
  'C:\\',
  '100%',
  '%41%2F',
  '%s %d',
  // Quotes, markup, character references.
  `"`,
  `'`,
  `O'Fallon "West" & Co`,
  '‘a’ “b” „c“ «d» `e`',
  '" onmouseover="x',
  '<b>',
  '<b>bold</b>',
  'a < b > c',
  '&',
  '&amp;',
  '&amp;amp;',
  '&lt;b&gt;',
  '&#91;gallery&#93;',
  '&#x26;',
  '&copy',
  '&copy=1',
  'AT&T',
  'R&D; x',
  'a & b &',
  'javascript:alert(1)',
  '=1+1',
  // Scripts, text directions, combining marks.
  'مدينة القدس',
  'ירושלים \u202eabc',
  '東京都',
  '👩‍👩‍👧 🏳️‍🌈 💩',
  'e\u0301 \u00e9 \u00a0 \u2028 \ufeff \ufffd',
  // Inner white space.
  'first\nsecond',
  'tab\there',
  'two  spaces',
  // Dropped characters; the rest is imported.
  'a\u0001b\u000bc',
  // Texts that programs mistake for other types.
  '0',
  'null',
  'false',
  '1e3',
];

const LONG = 'Lorem ipsum dolor. '.repeat(3158).slice(0, 60_000);

/** Columns for a text of 60,000 characters, which is too long for a URL, a key or a slug. */
const LONG_COLUMNS = ['local_intro', 'county', 'open_sunday'] as const;

/** Cleaned cities whose rows are skipped: blank, or the error of a formula. */
const SKIPPED = new Set(['', 'undefined', 'NaN']);

/** Maximum length of a value in the slug, which has at most 200 bytes. */
const MAX_SLUG_CELL = 120;

/** Creates the sheet for one seed; `strings` is the public list. */
export function makeHostileRows(seed: KnownSeed, strings: readonly string[]): Row[] {
  const rows: Row[] = [];
  const add = (cells: Row): void => {
    rows.push({ ...makePlainRow(rows.length + 1), ...cells });
  };
  const addFitting = (cells: readonly (readonly [string, string])[]): void =>
    add(Object.fromEntries(cells.filter(([column, text]) => fits(seed, column, text))));
  for (const [index, value] of VALUES.entries()) {
    addFitting([[SIMPLE, value]]);
    addFitting(OTHERS.map((column, at) => [column, VALUES[(index + at) % VALUES.length] ?? '']));
  }
  for (const column of LONG_COLUMNS) add({ [column]: LONG });
  for (const text of strings.filter((one) => !SKIPPED.has(cleanCell(one))))
    addFitting(OTHERS.map((column) => [column, text]));
  return rows;
}

function fits(seed: KnownSeed, column: string, value: string): boolean {
  if (seed.simpleColumns.includes(column)) return false;
  if (!seed.slugColumns.includes(column)) return true;
  return makeSlug(value).length <= MAX_SLUG_CELL;
}

function makePlainRow(number: number): Row {
  return {
    geo_city: `Town ${number}`,
    geo_state: 'Texas',
    state_code: `T${number}`,
    geo_zip: '01101',
    county: 'Kings',
    lat: '40.6501',
    lng: '-73.94958',
    phone: '+1 (708) 555-8711',
    geo_url: `plumber-town-${number}`,
    local_intro: 'We fix leaking pipes.',
    review_count: '218',
    open_sunday: 'no',
  };
}
