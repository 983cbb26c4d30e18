/**
 * Seeds put together at random from the marks of HTML, scripts and styles, filled with values that
 * try to break out: the page has the structure that a harmless value gives it, whatever the value is.
 */
import { Script } from 'node:vm';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

const HARMLESS = '7';
const HOSTILE = [
  '',
  '-',
  '--',
  '>',
  '->',
  '-->',
  '"',
  "'",
  '">',
  "'>",
  '<b>',
  '</script>',
  '</script ',
  '</style>',
  '<!--',
  'lt;b',
  '#60;',
  '&lt;',
  '[x]',
  ']',
  ']]>',
  '\\',
  '\\"',
  '`',
  '${1}',
  '*/',
  '\n',
  '\r',
  '=',
  ' a=b ',
  '/',
  '!--',
  '/script>',
  '?',
  '!',
  '{',
  '}',
  ')',
  'x y',
  '%3C',
  '; a=1',
  '\u00a0',
  '😀',
  '"] [evil',
  '//',
  "'+alert(1)+'",
  '&',
  '#',
  '/*',
];

const HTML = [
  '<',
  '</',
  '<!',
  '<!--',
  '-->',
  '-',
  '>',
  '"',
  "'",
  '=',
  ' ',
  'a',
  '1',
  '<script>',
  '</script>',
  '<style>',
  '</style>',
  '<p title="',
  "<i x='",
  '<a href=',
  '<i x=',
  '[v]',
  '[v]',
  '[v]',
  '[v][v]',
  '[map x="',
  ']',
  ']]',
  '&',
  '&#',
  'amp',
  'nbsp',
  ';',
  '/*',
  '*/',
  '//',
  '/',
  '`',
  '${',
  '}',
  '{',
  '\\',
  'url(',
  ')',
  '(',
  '\n',
  '<textarea>',
  '</textarea>',
  '<!-- wp:x {"a":"',
  '"} /-->',
  '<p>',
  '</p>',
  '[v | upper]',
  '[v | default:"q>"]',
  '<p onclick="',
  '<p style="',
];

const SCRIPT = [
  "'",
  '"',
  '`',
  '${',
  '}',
  '{',
  '(',
  ')',
  '/',
  '/*',
  '*/',
  '//',
  '\n',
  '[v]',
  '"[v]"',
  "'[v]'",
  '`[v]`',
  '/[v]/',
  'a',
  '=',
  ';',
  ',',
  '+',
  '1',
  'if(a)',
  'return ',
  '[',
  ']',
  ':',
  '\\',
  'x=',
  '<',
  '<!--',
  '</b>',
  'a=>',
  'typeof ',
  ' ',
  '"a"',
  "'b'",
  '/a/',
  '.b',
  '//[v]\n',
  '/*[v]*/',
  '${[v]}',
];

/** Elements, number of their attributes, comments: what a reader of HTML makes of a page. */
function structureOf(html: string): string {
  const found: string[] = [];
  const parser = new Parser({
    onopentag: (name, attributes) => found.push(`<${name} ${Object.keys(attributes).length}`),
    onclosetag: (name) => found.push(`/${name}`),
    oncomment: () => found.push('!'),
    onprocessinginstruction: () => found.push('?'),
  });
  parser.end(html);
  return found.join(' ');
}

/** Content that would arrive damaged in every page refuses the seed: there is nothing to compare. */
function buildWhole(content: string, rows: readonly (readonly string[])[]): ReturnType<typeof build> {
  try {
    return build(wxrSeed({ content, slug: 'geo_url' }), [['geo_city', 'geo_url', 'v'], ...rows]);
  } catch (error) {
    fc.pre(!String(error).includes('malformed-block-json'));
    throw error;
  }
}

/** Content of the pages for these values, by value; rows that are lost are missing. */
function pagesOf(content: string, values: readonly string[]): Map<string, string> {
  const rows = values.map((value, index) => ['Austin', `r${index}`, value]);
  const { pages, layout } = buildWhole(content, rows);
  // a name of a tag or attribute is a part of the structure: its value decides it
  const { pieces } = layout.plan.project.pattern;
  fc.pre(
    !pieces.some((piece) => piece.kind === 'hole' && piece.encoders[0]?.name.startsWith('name') === true),
  );
  return new Map(
    pages.map((page) => [
      values[Number((page.fields['wp:post_name'] ?? '').slice(1))] ?? '',
      page.fields['content:encoded'] ?? '',
    ]),
  );
}

function isScript(source: string): boolean {
  try {
    // oxlint-disable-next-line no-new -- parsed, never run
    new Script(source);
    return true;
  } catch {
    return false;
  }
}

const fragments = (parts: readonly string[]) =>
  fc
    .array(fc.constantFrom(...parts), { minLength: 2, maxLength: 10 })
    .map((chosen) => chosen.join(''))
    .filter((text) => text.includes('[v'));

const VALUES = [HARMLESS, ...HOSTILE];

describe('structure of a page', () => {
  it('is that of a harmless value for every other one', () => {
    let judged = 0;
    fc.assert(
      fc.property(fragments(HTML), (content) => {
        const pages = pagesOf(content, VALUES);
        const expected = structureOf(pages.get(HARMLESS) ?? '');
        for (const [value, html] of pages) {
          judged += 1;
          expect(structureOf(html), JSON.stringify({ content, value, html })).toBe(expected);
        }
      }),
      { numRuns: cases(80) },
    );
    console.log(`pages whose structure was compared: ${judged}`);
    expect(judged).toBeGreaterThan(cases(2000));
  });

  it('keeps a script a script', () => {
    let judged = 0;
    fc.assert(
      fc.property(fragments(SCRIPT), (script) => {
        fc.pre(isScript(script.replaceAll('[v]', HARMLESS)));
        const content = `<script>${script}</script>`;
        for (const [value, html] of pagesOf(content, VALUES)) {
          judged += 1;
          expect(structureOf(html), html).toBe('<script 0 /script');
          const source = html.slice('<script>'.length, -'</script>'.length);
          expect(isScript(source), JSON.stringify({ script, value, source })).toBe(true);
        }
      }),
      { numRuns: cases(40) },
    );
    console.log(`scripts that were parsed: ${judged}`);
    expect(judged).toBeGreaterThan(cases(260));
  });
});
