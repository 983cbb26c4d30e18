/**
 * A sheet of cells that break software: each value in each column, another one in each column of a row, then each
 * of the public list's strings in all columns at once. Each cell is ordinary text and has to be read as exactly that.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KnownSeed } from './expectation.ts';
import type { Row } from './sheet.ts';
import { makeSlug } from './slug.ts';
import { cleanCell } from './spelling.ts';

const CORPUS = join(import.meta.dirname, '../../../shared/corpora/naughty-strings.json');
/** Strings of the public list; empty if it isn't next to the checkout. */
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

/** A simple column in rows of hostile values, so that the slugs of the classic seed differ. */
const SIMPLE = 'state_code';
const OTHERS = COLUMNS.filter((column) => column !== SIMPLE);

const VALUES: readonly string[] = [
  // serialized PHP, also as the whole of an inner string
  'O:8:"stdClass":0:{}',
  's:3:"abc";',
  'a:1:{i:0;s:1:"x";}',
  'b:0;',
  // ends of places with a cell
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
  // template languages and shortcodes
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
  // replacement and escape characters
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
  // quotes of all kinds, markup, references
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
  // scripts, directions, marks
  'مدينة القدس',
  'ירושלים \u202eabc',
  '東京都',
  '👩‍👩‍👧 🏳️‍🌈 💩',
  'e\u0301 \u00e9 \u00a0 \u2028 \ufeff \ufffd',
  // spaces and line breaks inside
  'first\nsecond',
  'tab\there',
  'two  spaces',
  // dropped characters: the rest is imported
  'a\u0001b\u000bc',
  // texts that a program may misread
  '0',
  'null',
  'false',
  '1e3',
];

const LONG = 'Lorem ipsum dolor. '.repeat(3158).slice(0, 60_000);

/** Places other than a URL, a key or a slug, which are too short for a text of 60,000 letters. */
const LONG_COLUMNS = ['local_intro', 'county', 'open_sunday'] as const;

/** Cities of skipped rows: blank once cleaned, or the error of a formula. */
const SKIPPED = new Set(['', 'undefined', 'NaN']);

/** A slug has at most 200 bytes, so a column in the slug doesn't get a longer value. */
const SLUG_ROOM = 120;

/** Creates the sheet for one seed; `strings` is the public list. */
export function makeHostileRows(seed: KnownSeed, strings: readonly string[]): Row[] {
  const rows: Row[] = [];
  const add = (cells: Row): void => {
    rows.push({ ...plainRow(rows.length + 1), ...cells });
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
  return makeSlug(value).length <= SLUG_ROOM;
}

function plainRow(number: number): Row {
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
