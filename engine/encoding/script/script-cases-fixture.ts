/**
 * Random scripts with placeholders in every position of the grammar, filled with values that try to break out. acorn
 * and the JavaScript engine parse each filled script, and the same script with a number for each placeholder.
 */
import { Script } from 'node:vm';
import { tokTypes } from 'acorn';
import fc from 'fast-check';
import { readHtmlAttribute, getHtmlShape } from '#testkit/decoders/html.ts';
import {
  AWAITED,
  BODY,
  MARK,
  MARKED,
  RUN,
  type Reading,
  findTokenMismatch,
  readTokens,
} from '#testkit/decoders/script-tokens.ts';
import { cellText, hostileValue } from '#testkit/hostile-values.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

type Place = 'script' | 'module' | 'onclick' | 'x-init' | ':title';

export interface ScriptCase {
  place: Place;
  script: string;
  values: readonly string[];
}

const HARMLESS = /^[\p{L}\p{M}\p{N} .,_-]*$/u;

const READINGS: Record<Place, readonly Reading[]> = {
  script: [{ ...BODY, options: {} }],
  module: [{ ...BODY, options: { sourceType: 'module' } }],
  onclick: [BODY],
  'x-init': [...RUN, { ...AWAITED, before: 'async function f() { with (s) { r = ', after: '\n} }' }],
  ':title': RUN,
};

function isScript(source: string): boolean {
  try {
    // oxlint-disable-next-line no-new -- parsed, never run
    new Script(source);
    return true;
  } catch {
    return false;
  }
}

const REFERENCES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

function toHtml({ place, script }: ScriptCase): string {
  if (place === 'script') return `<script>${script}</script>`;
  if (place === 'module') return `<script type="module">${script}</script>`;
  return `<p ${place}="${script.replaceAll(/[&"<]/g, (found) => REFERENCES[found] ?? '')}">a</p>`;
}

function scriptIn(html: string, place: Place): string {
  if (place === 'script' || place === 'module') return html.slice(html.indexOf('>') + 1, -'</script>'.length);
  return readHtmlAttribute(html, 'p', place) ?? '(none)';
}

/** Fills the script in builder data, which keeps line breaks. @returns scripts by value; skipped rows have none */
function fill(scriptCase: ScriptCase): Map<string, string> {
  const data = JSON.stringify([{ elType: 'widget', settings: { html: toHtml(scriptCase) } }]);
  const { pages } = build(wxrSeed({ slug: 'geo_url', metas: [['_elementor_data', data]] }), [
    ['geo_city', 'geo_url', 'v'],
    ...scriptCase.values.map((value, row) => ['Waco', `r${row}`, value]),
  ]);
  const shape = getHtmlShape(toHtml({ ...scriptCase, script: 'x' }));
  return new Map(
    pages.map(({ fields, metas }) => {
      const [widget] = JSON.parse(metas[0]?.[1] ?? '') as { settings: { html: string } }[];
      const html = widget?.settings.html ?? '';
      if (getHtmlShape(html) !== shape) throw new Error(`another shape: ${html}`);
      const value = scriptCase.values[Number((fields['wp:post_name'] ?? '').slice(1))] ?? '';
      return [value, scriptIn(html, scriptCase.place)];
    }),
  );
}

/** Ignores spaces: filling adds them between a value and a tag or comment. */
function isUnchanged(script: string, value: string, filled: string): boolean {
  const bare = (text: string) => text.replaceAll(' ', '');
  return bare(script.replaceAll('[v]', value)) === bare(filled);
}

function checkFilled({ place, script }: ScriptCase, value: string, filled: string): string | undefined {
  const base = script.replaceAll('[v]', MARK);
  const readings = READINGS[place].flatMap((reading) => {
    const tokens = readTokens(base, reading);
    return tokens ? [{ reading, tokens }] : [];
  });
  const isLeftAlone = HARMLESS.test(value) && isUnchanged(script, value, filled);
  if (readings.length === 0) return isLeftAlone ? undefined : 'it was filled although acorn can’t parse it';
  if (place === 'script' && isScript(base) && !isScript(filled))
    return 'the JavaScript engine can’t parse it';
  for (const { reading, tokens } of readings) {
    const read = readTokens(filled, reading);
    const stray = read ? findTokenMismatch(tokens, read, { value }) : 'acorn can’t parse it';
    if (stray !== undefined && !(readings.length > 1 && isLeftAlone)) return stray;
  }
  return undefined;
}

/** Checks if all placeholders are in strings, so that no row may be skipped. */
function isAllStrings({ place, script }: ScriptCase): boolean {
  const readings = READINGS[place].map((reading) => readTokens(script.replaceAll('[v]', MARK), reading));
  return readings.every((tokens) => {
    const found = tokens?.filter(({ type }) => type === tokTypes.string || type === tokTypes.template);
    const marks = found?.map(({ value }) => String(value).match(MARKED)?.length ?? 0) ?? [];
    return marks.reduce((sum, count) => sum + count, 0) === script.split('[v]').length - 1;
  });
}

/** @returns the number of checked pages */
export function checkScript(scriptCase: ScriptCase): number {
  const filled = fill(scriptCase);
  for (const [value, script] of filled) {
    const fault = checkFilled(scriptCase, value, script);
    if (fault !== undefined) throw new Error(JSON.stringify({ fault, value, filled: script, ...scriptCase }));
  }
  if (filled.size < scriptCase.values.length && isAllStrings(scriptCase))
    throw new Error(`a row was skipped although its value is in a string: ${JSON.stringify(scriptCase)}`);
  return filled.size;
}

const ATTACKS = [
  '0);alert(document.cookie)//',
  "');alert(1)//",
  '");alert(1)//',
  '`);alert(1)//',
  '${alert(1)}',
  '/;alert(1)//',
  '*/alert(1)/*',
  '\nalert(1)\n',
  '\r\nalert(1)',
  '\u2028alert(1)',
  '--> alert(1)',
  '<!-- ',
  '</script><script>alert(1)</script>',
  "\\'+alert(1)//",
  '}alert(1){',
  ']',
  'alert',
  'a.b',
  'true',
  '-5',
  '5',
  '1e5',
];

const quiet = fc
  .array(
    fc.constantFrom('a', ' ', '$', '{', '}', '(', ')', '/', '//', '/*', '*/', ';', '[v]', '=', '`', '|'),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));
const inDouble = quiet.map((text) => `"${text}"`);
const inSingle = quiet.map((text) => `'${text}\\\r\n"'`);
const inTemplate = quiet.map((text) => `\`${text.replaceAll(/[`$]/g, '')}\``);
const words = fc.constantFrom(
  'a',
  'b.c',
  '1',
  '[v]',
  ' [v]',
  'x[v]',
  '1[v]',
  '/[v]/g',
  '/["\'`/]/',
  "'[v]'",
  '"[v]"',
  '`[v]`',
);

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression');
  const of = (...parts: (string | fc.Arbitrary<string>)[]) =>
    fc
      .tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part)))
      .map((all) => all.join(''));
  return {
    expression: fc.oneof(
      { depthSize: 'small' },
      words,
      inDouble,
      inSingle,
      inTemplate,
      of(inner, ' / ', inner),
      of('i++ / ', inner),
      of('(', inner, ')'),
      of('{a:{b:', inner, '}/1}'),
      of('({', "'[v]'", ': ', inner, '})'),
      of('[', inner, ', ', inner, ']'),
      of('`${', inner, '}[v]`'),
      of('function () { return ', inner, ' } / ', inner),
      of('await ', inner),
      of('yield ', inner),
      of('async () => { await /"/.test(', inner, ') }'),
      of("function* () { yield /'/; show(", inner, ') }'),
      of('a ? ', inner, ' : ', inner),
      of('f(', inner, ')'),
      of('typeof ', inner),
      of('a => ({b: ', inner, '})'),
      of('x - ', inner),
    ),
  };
});

const statement = fc.oneof(
  expression.map((code) => `f(${code});`),
  expression.map((code) => `y = ${code};\n`),
  expression.map((code) => `if (${code}) /"/.test(${code});`),
  expression.map((code) => `switch (${code}) { case [v]: default: /'/ }`),
  expression.map((code) => `return ${code}\n`),
  expression.map((code) => `export default ${code};`),
  fc.constantFrom(
    '// [v]\n',
    '/* [v] */',
    '<!-- [v]\n',
    '\n--> [v]\n',
    'a: {b: {} / 1}',
    '{} /"/;',
    'a\n/b/"[v]";',
    'x = a\n++\n/b/',
  ),
);

const MARKS =
  '\' " ` ${ } { ( ) / /* */ // [ ] [v] "[v]" \'[v]\' `[v]` a = ; , + 1 : if(a) return await yield default => < <!-- --> in of \r\n \\';
const soup = fc
  .array(fc.constantFrom(...MARKS.split(' '), '\n', ' ', '\\\r\n', '\u2028'), { minLength: 2, maxLength: 9 })
  .map((parts) => parts.join(' '));

/** A string with a tag or a comment becomes HTML later, so values in it are encoded differently. */
const HOLDS_HTML = /<\/?[a-z]|["'`][^\n]*<!--/i;

/** Programs, expressions, and tokens of the language in any order. */
export const scriptCase: fc.Arbitrary<ScriptCase> = fc.record({
  place: fc.constantFrom<Place>('script', 'script', 'module', 'onclick', 'x-init', ':title'),
  script: fc
    .oneof(
      fc.array(statement, { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
      expression,
      soup,
    )
    .filter((script) => script.includes('[v]') && !HOLDS_HTML.test(script)),
  values: fc
    .array(fc.oneof(fc.constantFrom(...ATTACKS), hostileValue), { minLength: 6, maxLength: 6 })
    .map((values) => [...new Set(['5', ...values.map((value) => cellText(cellText(value)))])]),
});
