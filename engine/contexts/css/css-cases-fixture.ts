/**
 * Random style sheets with placeholders, filled with values that try to break out: read by two readers of
 * CSS, the filled one has the structure of one with a word for each placeholder.
 */
import { TokenType, tokenize } from '@csstools/css-tokenizer';
import fc from 'fast-check';
import { type CssToken, readCss } from '#testkit/decoders/css.ts';
import { attributeOf, shapeOfHtml } from '#testkit/decoders/html.ts';
import { cellText, hostileValue } from '#testkit/hostile-values.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

export interface CssCase {
  isAttribute: boolean;
  css: string;
  values: readonly string[];
}

const MARK = 'zqx';
/** What a value outside of quotes may add, without a structure of its own. */
const WORDS = new Set<string>([
  TokenType.Ident,
  TokenType.Number,
  TokenType.Percentage,
  TokenType.Dimension,
  TokenType.Hash,
  TokenType.Delim,
  TokenType.Whitespace,
]);

/** Kinds of all tokens but words, in order. */
function structureOf(css: string): string {
  return tokenize({ css })
    .map(([type]) => type)
    .filter((type) => !WORDS.has(type))
    .join(' ');
}

interface Run {
  kind: CssToken['kind'];
  text: string;
}

/** The characters outside of strings, addresses and comments as one text, empty between two of these. */
function runsOf(css: string): Run[] {
  const runs: Run[] = [{ kind: 'other', text: '' }];
  for (const { kind, text } of readCss(css)) {
    const last = runs.at(-1);
    if (kind !== 'other') runs.push({ kind, text }, { kind: 'other', text: '' });
    else if (last) last.text += text;
  }
  return runs;
}

/** What could begin a tag is written as an escape, and a space keeps what could be joined apart. */
const bare = (text: string): string =>
  text.replaceAll(/\\(?:3C|([^]))/g, (_all, own = '<') => own).replaceAll(/\s/g, '');

function isAddress(before: Run | undefined): boolean {
  return before?.kind === 'other' && /(?:(?:url|src)\(|@import)\s*$/i.test(before.text);
}

function findStray(base: readonly Run[], filled: readonly Run[], value: string): string | undefined {
  for (const [index, { kind, text }] of base.entries()) {
    const other = filled[index];
    // what is behind a spoilt address has no form that two readers share
    if (kind === 'bad') return undefined;
    if (other?.kind !== kind) return `${kind} became ${other?.kind}`;
    if (kind === 'url' || kind === 'comment' || isAddress(base[index - 1])) continue;
    const expected = text.replaceAll(MARK, () => value);
    const isSame = kind === 'string' ? other.text === expected : bare(other.text) === bare(expected);
    if (!isSame) return `${JSON.stringify(other.text)} instead of ${JSON.stringify(expected)}`;
  }
  return base.length === filled.length ? undefined : `${filled.length} runs instead of ${base.length}`;
}

function htmlOf({ isAttribute, css }: CssCase): string {
  if (!isAttribute) return `<style>${css}</style>`;
  return `<p style="${css.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">a</p>`;
}

/** @returns the number of pages that were judged */
export function judgeCss(cssCase: CssCase): number {
  const { css, values, isAttribute } = cssCase;
  const content = htmlOf(cssCase);
  const { pages } = build(wxrSeed({ slug: 'geo_url', content }), [
    ['geo_city', 'geo_url', 'v'],
    ...values.map((value, row) => ['Waco', `r${row}`, value]),
  ]);
  // a backslash before a bracket escapes it, and goes with it
  const base = css.replaceAll(
    /(\\*)\[v\]/g,
    (_all, slashes: string) => slashes.slice(slashes.length % 2) + MARK,
  );
  for (const { fields } of pages) {
    const html = fields['content:encoded'] ?? '';
    const value = values[Number((fields['wp:post_name'] ?? '').slice(1))] ?? '';
    const filled = isAttribute ? (attributeOf(html, 'p', 'style') ?? '') : html.slice(7, -'</style>'.length);
    const stray =
      shapeOfHtml(html) === shapeOfHtml(htmlOf({ ...cssCase, css: 'x' }))
        ? findStray(runsOf(base), runsOf(filled), value)
        : 'another shape';
    const isSame = structureOf(filled) === structureOf(base);
    if (stray !== undefined || !isSame)
      throw new Error(JSON.stringify({ fault: stray ?? 'another structure', value, filled, ...cssCase }));
  }
  return pages.length;
}

const MARKS = [
  ..."[v] [v] [v] \"[v]\" '[v]' url([v]) url('[v]') url(/a/[v].png) /*[v]*/ #[v] .[v] 1[v] [v]px -[v] [v]( url[v]( /[v]* *[v]/ @import".split(
    ' ',
  ),
  ...'a { } ( ) : ; , " \' / * /* */ url( \\ \\26 @ # . - -- < <!-- --> ! % U+ é 😀'.split(' '),
  ' ',
  '\n',
  '"[v]\n',
  '<![v]',
  '</[v]',
];

const ATTACKS = [
  '} body{display:none} a{',
  '"} b{',
  "'} b{",
  ') } b{',
  '*/ } b{',
  '\\',
  '\n} b{',
  '</style><b>',
  'url(',
  'url',
  'import',
  '\\"',
  'red',
  '#fff',
  '-',
  '--',
  '',
  '2',
  'e5',
  'javascript:x',
];

/** Tags, which end a style; names that an escape or an empty value makes another kind of token. */
const LEFT_OUT = /<\/?[a-z]|\\url|@<|\[v\]-->/i;

export const cssCase: fc.Arbitrary<CssCase> = fc.record({
  isAttribute: fc.boolean(),
  css: fc
    .array(fc.constantFrom(...MARKS), { minLength: 1, maxLength: 9 })
    .map((parts) => parts.join(''))
    .filter((css) => css.includes('[v]') && !LEFT_OUT.test(css)),
  values: fc
    .array(fc.oneof(fc.constantFrom(...ATTACKS), hostileValue), { minLength: 8, maxLength: 8 })
    .map((values) => [...new Set(['red', ...values.map(cellText)])]),
});
