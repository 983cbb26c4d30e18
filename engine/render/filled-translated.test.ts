/** Scripts that a compiler makes JavaScript of: JSX as the build tool compiles it, TypeScript as Node runs it. */
import { stripTypeScriptTypes } from 'node:module';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { evaluateScript } from '#testkit/decoders/script.ts';
import { DANGEROUS, NAUGHTY, cellText } from '#testkit/hostile-values.ts';
import { ROUND_TRIP_TIMEOUT, type RoundTripContext, checkRoundTrip } from '#testkit/round-trip.ts';
import type { ReadPage } from '#testkit/wxr-pages.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { fillContent, listLossCodes } from '../platforms/shared/seed-fixture.ts';

const scriptIn = (html: string): string => /<script[^>]*>([^]*?)<\/script>/.exec(html)?.[1] ?? '';
const getScript = (page: ReadPage): string => scriptIn(page.fields['content:encoded'] ?? '');

const TYPESCRIPT: Record<string, RoundTripContext> = {
  'a string with a type': {
    seed: (text) => ({
      content: `<script type="text/x-typescript">const a: string = "${text}"; show(a as string);</script>`,
    }),
    read: (page) => evaluateScript(stripTypeScriptTypes(getScript(page))).join('|'),
  },
  'a template in a generic function': {
    seed: (text) => ({
      content: `<script type="text/typescript">function f<T>(a: T): T { return a }; show(f<string>(\`${text}\`));</script>`,
    }),
    read: (page) => evaluateScript(stripTypeScriptTypes(getScript(page))).join('|'),
  },
};

/** Attributes and text that a compiled script gives each element. */
async function readElements(script: string): Promise<unknown[]> {
  const { code } = await transformWithOxc(script, 'script.jsx', { jsx: { runtime: 'classic' } });
  return evaluateScript(
    code
      .replaceAll(/^export .*$/gm, '')
      .replaceAll('React.createElement', 'create')
      .replace(/^/, CREATE),
  );
}
const CREATE =
  'var create = function (tag, attributes) { return [attributes, Array.prototype.slice.call(arguments, 2)] };\n';

describe('a script in TypeScript gets exactly the text of the row', () => {
  it.each(Object.entries(TYPESCRIPT))('from %s', { timeout: ROUND_TRIP_TIMEOUT }, (_name, context) =>
    checkRoundTrip(context, cases(3)),
  );
});

describe('a script in JSX', () => {
  const CONTENT =
    '<script type="text/babel">show(<b title={"[v]"} lang={\'[v]\'}>Hello {"[v]"}!{` [v]`}<i>{[n]}</i></b>)</script>';

  it('gets exactly the text of the row in its strings', { timeout: ROUND_TRIP_TIMEOUT }, async () => {
    const values = [...new Set([...DANGEROUS, ...NAUGHTY].map(cellText))].filter(
      (value) => value.trim() !== '',
    );
    const rows = values.map((value, row) => [value, '5', `r${row}`, 'Waco']);
    const { pages, problems } = build(wxrSeed({ content: CONTENT }), [
      ['v', 'n', 'geo_url', 'geo_city'],
      ...rows,
    ]);
    expect(problems.filter(({ severity }) => severity === 'loss')).toEqual([]);
    expect(pages).toHaveLength(values.length);
    for (const [row, page] of pages.entries()) {
      const [element] = (await readElements(getScript(page))) as [[Record<string, string>, unknown[]]];
      const [attributes, [hello, text, mark, expression, italic]] = element;
      const value = values[row] ?? '';
      expect(attributes).toEqual({ title: value, lang: value });
      expect([hello, text, mark]).toEqual(['Hello ', value, '!']);
      expect(expression).toBe(` ${value}`);
      expect(italic).toEqual([null, [5]]);
    }
  });

  it.each(['text/jsx', 'application/babel', 'text/tsx'])('is recognized by the type %s', (type) => {
    const content = `<script type="${type}">show(<b>{'[v]'}</b>)</script>`;
    expect(fillContent(content, { v: "'" })).toContain("<b>{'\\u0027'}</b>");
  });

  it.each(['href={"[v]"}', 'src={`[v]`}'])('opens an address of the web or none: %s', (attribute) => {
    const content = `<script type="text/babel">show(<a ${attribute}>x</a>)</script>`;
    expect(listLossCodes({ content }, { v: 'javascript:alert(1)' })).toEqual(['address-scheme']);
    expect(listLossCodes({ content }, { v: 'https://x.example/' })).toEqual([]);
  });

  it.each([
    '<a onClick="[v]"/>',
    '<a style="color:[v]"/>',
    '<a href="[v]"/>',
    '<a title="a [v]"/>',
    '<b>a [v]</b>',
  ])('takes harmless values in %s', (element) => {
    const content = `<script type="text/babel">show(${element})</script>`;
    for (const v of ['alert(1)', 'javascript:x', "O'Fallon", '{', '<', '"', '&lt;'])
      expect(listLossCodes({ content }, { v }), v).toEqual(['value-not-harmless']);
    expect(fillContent(content, { v: 'St. Louis' })).toBe(content.replace('[v]', 'St. Louis'));
  });

  it('ends with no value that goes on with the seed', () => {
    const content = '<script type="text/babel">show(<a title="</[v]"/>)</script>';
    expect(fillContent(content, { v: 'script' })).toContain('title="</ script"');
  });

  it('takes only a number in an expression', () => {
    const content = '<script type="text/babel">show(<b>{[v]}</b>)</script>';
    expect(listLossCodes({ content }, { v: 'alert(1)' })).toEqual(['value-no-literal']);
    expect(fillContent(content, { v: '-5' })).toContain('{-5}');
  });
});

describe('a script that no compiler can read', () => {
  it.each([
    '<script type="text/babel">show(<b>"[v]"</script>',
    '<script type="text/typescript">const a: = "[v]"</script>',
    '<script type="text/jsx">show(<b title="[v]>x</b>)</script>',
  ])('takes harmless values: %s', (content) => {
    for (const v of ["O'Fallon", '"', '(214) 555-0103', '{', '<b>', '`', 'a\nb'])
      expect(listLossCodes({ content }, { v }), v).toHaveLength(1);
    expect(fillContent(content, { v: 'St. Louis-West 2' })).toContain('St. Louis-West 2');
  });
});

describe('a script that a browser runs whatever its language attribute', () => {
  it('takes harmless values in a comment that only the browser sees', () => {
    // of HTML, to the end of the line
    const content = '<script lang="ts">var a = 1\n--> "[v]"</script>';
    expect(listLossCodes({ content }, { v: '";alert(1)//' })).toEqual(['value-not-harmless']);
  });
});
