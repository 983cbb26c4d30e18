/**
 * Random style sheets with placeholders, filled with values that try to break out: read by two readers of
 * CSS, the filled one has the structure of one with a word for each placeholder.
 */
import fc from 'fast-check';
import { findCssMismatch } from '#testkit/decoders/css-runs.ts';
import { readHtmlAttribute, getHtmlShape } from '#testkit/decoders/html.ts';
import { cellText, hostileValue } from '#testkit/hostile-values.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

export interface CssCase {
  isAttribute: boolean;
  css: string;
  values: readonly string[];
}

const MARK = 'zqx';
function toHtml({ isAttribute, css }: CssCase): string {
  if (!isAttribute) return `<style>${css}</style>`;
  return `<p style="${css.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">a</p>`;
}

/** @returns the number of checked pages */
export function checkCss(cssCase: CssCase): number {
  const { css, values, isAttribute } = cssCase;
  const content = toHtml(cssCase);
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
    const filled = isAttribute
      ? (readHtmlAttribute(html, 'p', 'style') ?? '')
      : html.slice(7, -'</style>'.length);
    const isSameShape = getHtmlShape(html) === getHtmlShape(toHtml({ ...cssCase, css: 'x' }));
    const stray = isSameShape
      ? findCssMismatch(base, filled, (text) => text.replaceAll(MARK, () => value))
      : 'another shape';
    if (stray !== undefined) throw new Error(JSON.stringify({ fault: stray, value, filled, ...cssCase }));
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
  '</\\[v]',
  '</st[v]',
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
  'style',
  'yle',
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

/** Names that an escape or an empty value makes another kind of token. */
const LEFT_OUT = /\\url|\[v\]-->/i;

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
