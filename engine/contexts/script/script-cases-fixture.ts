/**
 * Random scripts with placeholders in every position of the grammar, filled with values that try to break
 * out. acorn and the platform judge the filled script beside the same script with a number for each
 * placeholder: token by token it is that script, and each value is one string, one number or a part of one.
 */
import { Script } from 'node:vm';
import { type Options, type Token as AcornToken, parse, tokTypes } from 'acorn';
import fc from 'fast-check';
import { attributeOf, shapeOfHtml } from '#testkit/decoders/html.ts';
import { cellText, hostileValue } from '#testkit/hostile-values.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';

/** acorn's types leave out what a token holds. */
type Token = AcornToken & { value?: unknown };

type Place = 'script' | 'module' | 'onclick' | 'x-init' | ':title';

export interface ScriptCase {
  place: Place;
  script: string;
  values: readonly string[];
}

/** Stands for each placeholder in the script that the filled one is compared with. */
const MARK = '7654321';
const MARKED = /7654321/g;
const HARMLESS = /^[\p{L}\p{M}\p{N} .,_-]*$/u;

interface Reading {
  before: string;
  after: string;
  options: Partial<Options>;
}

const body: Partial<Options> = { allowReturnOutsideFunction: true };
const BODY: Reading = { before: '', after: '', options: body };
const AWAITED: Reading = { ...BODY, options: { ...body, allowAwaitOutsideFunction: true } };
const MEMBERS: Reading = { ...AWAITED, before: '({', after: '\n})' };
const RUN: readonly Reading[] = [
  BODY,
  AWAITED,
  MEMBERS,
  { ...BODY, before: '(', after: '\n)' },
  { ...AWAITED, before: '(', after: '\n)' },
];
const READINGS: Record<Place, readonly Reading[]> = {
  script: [{ ...BODY, options: {} }],
  module: [{ ...BODY, options: { sourceType: 'module' } }],
  onclick: [BODY],
  'x-init': [...RUN, { ...AWAITED, before: 'async function f() { with (s) { r = ', after: '\n} }' }],
  ':title': RUN,
};

/** `undefined` where acorn refuses the script. */
function tokensOf(script: string, { before, after, options }: Reading): Token[] | undefined {
  const onToken: Token[] = [];
  try {
    parse(before + script + after, { ecmaVersion: 'latest', ...options, onToken });
    return onToken;
  } catch {
    return undefined;
  }
}

/** What a token says, whatever way it is written. */
function meaningOf({ type, value }: Token): string {
  const isText = type === tokTypes.string || type === tokTypes.template;
  return `${type.label} ${isText ? JSON.stringify(value) : type === tokTypes.regexp ? '/' : String(value)}`;
}

const LITERALS = new Set(['num', 'true', 'false', 'null']);
const isLiteral = ({ type }: Token): boolean => LITERALS.has(type.label);

/** The literal at that place, with the sign and the parentheses that it may have; -1 where there is none. */
function behindLiteral(tokens: readonly Token[], at: number): number {
  const opening = tokens[at]?.type === tokTypes.parenL ? 1 : 0;
  const sign = tokens[at + opening]?.value === '-' ? 1 : 0;
  const literal = tokens[at + opening + sign];
  if (!literal || !isLiteral(literal)) return -1;
  const isClosed = opening === 0 || tokens[at + opening + sign + 1]?.type === tokTypes.parenR;
  return isClosed ? at + opening + sign + 1 + opening : -1;
}

/** The first token of the filled script that is another one than that of the seed; `undefined` for none. */
function findStray(base: readonly Token[], filled: readonly Token[], value: string): string | undefined {
  let at = 0;
  for (const token of base) {
    const other = filled[at];
    const isWhole = token.type === tokTypes.num && token.value === Number(MARK);
    if (isWhole) {
      at = behindLiteral(filled, at);
      if (at < 0) return `no literal: ${other ? meaningOf(other) : 'nothing'}`;
      continue;
    }
    at += 1;
    const expected = meaningOf(token).replaceAll(MARKED, () => JSON.stringify(value).slice(1, -1));
    const isNumber = token.type === tokTypes.num && other?.type === tokTypes.num;
    if (isNumber && String(token.value).includes('7')) continue;
    if (!other || meaningOf(other) !== expected)
      return `${expected} became ${other ? meaningOf(other) : 'nothing'}`;
  }
  return filled.length === at ? undefined : `more than there was: ${filled.length - at}`;
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

const REFERENCES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

function htmlOf({ place, script }: ScriptCase): string {
  if (place === 'script') return `<script>${script}</script>`;
  if (place === 'module') return `<script type="module">${script}</script>`;
  return `<p ${place}="${script.replaceAll(/[&"<]/g, (found) => REFERENCES[found] ?? '')}">a</p>`;
}

function scriptIn(html: string, place: Place): string {
  if (place === 'script' || place === 'module') return html.slice(html.indexOf('>') + 1, -'</script>'.length);
  return attributeOf(html, 'p', place) ?? '(none)';
}

/** The filled scripts by value, from the data of a builder, where line breaks are kept; a lost row has none. */
function fill(scriptCase: ScriptCase): Map<string, string> {
  const data = JSON.stringify([{ elType: 'widget', settings: { html: htmlOf(scriptCase) } }]);
  const { pages } = build(wxrSeed({ slug: 'geo_url', metas: [['_elementor_data', data]] }), [
    ['geo_city', 'geo_url', 'v'],
    ...scriptCase.values.map((value, row) => ['Waco', `r${row}`, value]),
  ]);
  const shape = shapeOfHtml(htmlOf({ ...scriptCase, script: 'x' }));
  return new Map(
    pages.map(({ fields, metas }) => {
      const [widget] = JSON.parse(metas[0]?.[1] ?? '') as { settings: { html: string } }[];
      const html = widget?.settings.html ?? '';
      if (shapeOfHtml(html) !== shape) throw new Error(`another shape: ${html}`);
      const value = scriptCase.values[Number((fields['wp:post_name'] ?? '').slice(1))] ?? '';
      return [value, scriptIn(html, scriptCase.place)];
    }),
  );
}

/** Only the spaces that keep a value apart from a tag or a comment come with it. */
function isUnchanged(script: string, value: string, filled: string): boolean {
  const bare = (text: string) => text.replaceAll(' ', '');
  return bare(script.replaceAll('[v]', value)) === bare(filled);
}

function judgeFilled({ place, script }: ScriptCase, value: string, filled: string): string | undefined {
  const base = script.replaceAll('[v]', MARK);
  const readings = READINGS[place].flatMap((reading) => {
    const tokens = tokensOf(base, reading);
    return tokens ? [{ reading, tokens }] : [];
  });
  const isLeftAlone = HARMLESS.test(value) && isUnchanged(script, value, filled);
  if (readings.length === 0) return isLeftAlone ? undefined : 'it was filled without being parsed';
  if (place === 'script' && isScript(base) && !isScript(filled)) return 'the platform does not parse it';
  for (const { reading, tokens } of readings) {
    const read = tokensOf(filled, reading);
    const stray = read ? findStray(tokens, read, value) : 'acorn does not parse it';
    if (stray !== undefined && !(readings.length > 1 && isLeftAlone)) return stray;
  }
  return undefined;
}

/** Is every placeholder in a string? Then no row may be lost. */
function isAllStrings({ place, script }: ScriptCase): boolean {
  const readings = READINGS[place].map((reading) => tokensOf(script.replaceAll('[v]', MARK), reading));
  return readings.every((tokens) => {
    const found = tokens?.filter(({ type }) => type === tokTypes.string || type === tokTypes.template);
    const marks = found?.map(({ value }) => String(value).match(MARKED)?.length ?? 0) ?? [];
    return marks.reduce((sum, count) => sum + count, 0) === script.split('[v]').length - 1;
  });
}

/** @returns the number of pages that were judged */
export function judgeScript(scriptCase: ScriptCase): number {
  const filled = fill(scriptCase);
  for (const [value, script] of filled) {
    const fault = judgeFilled(scriptCase, value, script);
    if (fault !== undefined) throw new Error(JSON.stringify({ fault, value, filled: script, ...scriptCase }));
  }
  if (filled.size < scriptCase.values.length && isAllStrings(scriptCase))
    throw new Error(`a row is lost whose value is in a string: ${JSON.stringify(scriptCase)}`);
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

/** Half of them are a program, the other half marks of the language in any order. */
export const scriptCase: fc.Arbitrary<ScriptCase> = fc.record({
  place: fc.constantFrom<Place>('script', 'script', 'module', 'onclick', 'x-init', ':title'),
  script: fc
    .oneof(
      fc.array(statement, { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
      expression,
      soup,
    )
    .filter((script) => script.includes('[v]') && !/<\/?[a-z]/i.test(script)),
  values: fc
    .array(fc.oneof(fc.constantFrom(...ATTACKS), hostileValue), { minLength: 6, maxLength: 6 })
    .map((values) => [...new Set(['5', ...values.map(cellText)])]),
});
