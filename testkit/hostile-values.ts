/** Cell values that break software, and fast-check arbitraries that favor them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';

const CORPUS = join(import.meta.dirname, '../../shared/corpora/naughty-strings.json');

/** Texts that cause their row to be skipped: program output for a missing value. */
const isError = (value: string): boolean =>
  /^(?:undefined|NaN|\[object Object\]|#.*[!?]|#N\/A|#{3,})$/.test(value);

/** Strings of a public corpus, if it is next to the checkout. */
export const NAUGHTY: readonly string[] = existsSync(CORPUS)
  ? (JSON.parse(readFileSync(CORPUS, 'utf8')) as string[]).filter((text) => !isError(text.trim()))
  : [];

/** Each of them ends, opens or escapes something in some language. */
export const DANGEROUS: readonly string[] = [
  '',
  ' ',
  '"',
  "'",
  '`',
  '\\',
  '\\\\',
  "\\'",
  '\\"',
  '\\n',
  '\\u0022',
  '\\22 ',
  '/',
  '//',
  '/*',
  '*/',
  '<',
  '>',
  '<b>',
  '</b>',
  '<script>',
  '</script>',
  '</script ',
  '/script>',
  '<style>',
  '</style>',
  '<!--',
  '-->',
  '--!>',
  '--',
  '-',
  '->',
  '!',
  '<![CDATA[',
  ']]>',
  ']>',
  ']',
  ']]',
  '[',
  '[[',
  '[gallery]',
  '[geo_city]',
  '[v]',
  '[/v]',
  '&',
  '&amp',
  '&amp;',
  '&copy',
  '&copy;',
  '&#60;',
  '&#x3c;',
  '&#',
  '&lt',
  'amp;',
  '#60;',
  '=',
  '==',
  'a=b',
  'x="y"',
  '$',
  '$1',
  '$&',
  '${',
  '${1}',
  '\\0',
  '\\1',
  '{{',
  '}}',
  '{',
  '}',
  '%',
  '%s',
  '%27',
  '%5B',
  '%%',
  '+',
  '?',
  '#',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u200b',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\u00ad',
  '\u0301',
  '😀',
  '👩‍👩‍👧',
  '\u{10ffff}',
  '🇩🇪',
  'שלום',
  'مرحبا',
  '\u202e',
  'ß',
  'é',
  'İ',
  '中文',
  'O’Fallon',
  'Waco',
  'St. Louis',
  '90210',
  '0',
  '-0',
  '-5',
  'true',
  'null',
  '1e5',
  '1E+2',
  '.5',
  '5.',
  '007',
  'N;',
  'i:5;',
  'b:1;',
  'd:0.5;',
  'a:0:{}',
  's:3:"abc";',
  'O:8:"stdClass":0:{}',
  's:3:"',
  '";',
  '";}',
  ';',
  ':',
  ',',
  '|',
  'javascript:alert(1)',
  'https://site.example/a?b=c&d=e#f',
  '//evil.example',
  'data:text/html,x',
  'mailto:a@b.c',
  'tel:+1',
  '+1 (555) 010-9999',
  'expression(',
  'url(',
  '(',
  ')',
  '@import',
  '!important',
  'onclick',
  'a b',
  '<?xml?>',
  '<?php',
  '?>',
  '%3c',
];

const word = fc
  .array(fc.constantFrom(...'abcXYZ019 .-_'), { minLength: 1, maxLength: 6 })
  .map((letters) => letters.join(''));
/** All code points except surrogates, mostly below U+0100, where most special characters are. */
const anything = fc
  .array(fc.oneof(fc.integer({ min: 1, max: 0xff }), fc.integer({ min: 0xe000, max: 0x10ffff })), {
    maxLength: 8,
  })
  .map((codes) => String.fromCodePoint(...codes));
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...DANGEROUS) },
  { weight: 2, arbitrary: word },
  { weight: 1, arbitrary: anything },
);

/** A dangerous string, several joined, a string of the corpus, or arbitrary characters. */
export const hostileValue: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...DANGEROUS) },
    {
      weight: 6,
      arbitrary: fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
    },
    { weight: 1, arbitrary: anything },
    ...(NAUGHTY.length > 0 ? [{ weight: 2, arbitrary: fc.constantFrom(...NAUGHTY) }] : []),
  )
  .filter((value) => !isError(cellText(value)));

/**
 * Returns a cell's text as the sheet reader cleans it: trimmed, without the apostrophe that keeps a number as
 * text, with one kind of line end, and without characters that XML 1.0 forbids.
 */
export function cellText(value: string): string {
  let text = value;
  for (let before; before !== text; ) {
    before = text;
    text = text
      .replaceAll(/^[\s\u0085\u180e\u200b\u200c\u2060]+|[\s\u0085\u180e\u200b\u200c\u2060]+$/g, '')
      .replace(/^'+(?=(?:[=+\-@(.]?\d[\d\s().,/:+%-]*|[=+@-].*)$)/s, '')
      .replace(/^=[\t ]*"((?:[^"]|"")*)"$/, (_, inner: string) => inner.replaceAll('""', '"'));
  }
  text = text.replaceAll(/\r{0,2}\n|\r/g, '\n').replaceAll(/[\v\f]/g, ' ');
  return text.replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Characters that the sheet reader changes. */
// oxlint-disable-next-line no-control-regex -- sheets drop characters that XML forbids
const CLEANED = /[\0-\x08\x0b\x0c\x0e-\x1f\r\ufffe\uffff]|\p{Cs}|^[\s\p{Cf}']|[\s\p{Cf}]$|^$|^=/u;

/** These attacks and about this many others, none of which a sheet changes. */
export function hostileCells(attacks: readonly string[], count: number): string[] {
  const others = [...DANGEROUS.map((value) => `a${value}b`), ...NAUGHTY].filter(
    (value) => value.length < 500,
  );
  const step = Math.max(1, Math.floor(others.length / count));
  const cells = new Set([...attacks, ...others.filter((_, index) => index % step === 0)]);
  return [...cells].filter((value) => !CLEANED.test(value));
}
