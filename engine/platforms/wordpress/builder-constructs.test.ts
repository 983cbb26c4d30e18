/** Constructs whose markers are in modules of their own, in each builder. */
import { describe, expect, it } from 'vitest';
import { buildFormat, listFaultCodes, listRefusalProblems } from '#testkit/format-build.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { wxrText } from '#testkit/wxr-seed.ts';
import { FIXED_LISTS, MODULE_LISTS, type ModuleList } from './builder-constructs-fixture.ts';

const HEADER = ['geo_city', 'geo_state', 'geo_url', 'phone', 'services'];
const ROWS = [
  [`O'Fallon "West" & <Co> \\ -- {x}`, 'TX', 'ofallon', '555-0100', 'Drains|Leaks & "gas"'],
  ['Tulsa', 'OK', 'tulsa', '', ''],
  ['Waco', 'TX', 'waco', '', 'Drains'],
  ['Ada', 'OK', 'ada', '555-0101', 'a|b|c'],
];

const IF = '[if phone]';
const TEXAS = '[if geo_state = "TX"]';
const END = '[/if]';
const FOR = '[for service in services "|"]';

/** Texts of modules; `First` and `Last` have no placeholder. */
const SEQUENCES: readonly (readonly [name: string, texts: readonly string[]])[] = [
  ['between others', ['First', IF, 'Call [geo_city]', '[else]', 'Write [geo_city]', END, 'Last']],
  ['at the beginning', [IF, 'Call', 'us in [geo_city]', END, 'Last']],
  ['at the end', ['First', IF, 'Call [geo_city]', END]],
  ['as everything', [IF, 'Call [geo_city]', '[elseif geo_state = "TX"]', 'Texas', END]],
  [
    'as everything, with three branches',
    [IF, 'Call', 'us', TEXAS.replace('if', 'elseif'), '[else]', 'No', END],
  ],
  ['within each other', ['First', IF, 'Call', TEXAS, 'Texas', END, END, 'Last']],
  ['within each other only', [IF, TEXAS, 'Texas', '[else]', 'Not Texas', END, END]],
  ['two in a row', ['First', IF, 'Call', END, '[if not phone]', 'Write [geo_city]', END]],
  ['two in a row only', [IF, 'Call', END, TEXAS, 'Texas', END]],
  ['a list', ['First', FOR, '[service] in [geo_city]', 'and', '[/for]', 'Last']],
  ['a list only', [FOR, '[service]', '[/for]']],
  ['a list in a condition', [TEXAS, 'Texas', FOR, '[service]', '[/for]', END, 'Last']],
];

type Values = Readonly<Record<string, string>>;

/** The markers of a construct on this level: indexes of its dividers and its end. */
function findMarkers(texts: readonly string[], from: number): number[] {
  const found: number[] = [];
  for (let at = from + 1, depth = 0; ; at += 1) {
    const text = texts[at] ?? '[/';
    if (/^\[(?:if|for) /.test(text)) depth += 1;
    else if (text.startsWith('[/')) {
      if (depth === 0) return [...found, at];
      depth -= 1;
    } else if (depth === 0 && text.startsWith('[else')) found.push(at);
  }
}

function holdsFor(marker: string, values: Values): boolean {
  if (marker === '[else]') return true;
  const [, not, name = '', wanted] = /^\[(?:else)?if (not )?(\w+)(?: = "(\w+)")?\]$/.exec(marker) ?? [];
  const value = values[name] ?? '';
  return (wanted === undefined ? value !== '' : value === wanted) !== (not !== undefined);
}

/** A naive evaluator of the page language. */
function evaluate(texts: readonly string[], values: Values): string[] {
  const shown: string[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? '';
    if (!/^\[(?:if|for) /.test(text)) {
      shown.push(text.replaceAll(/\[(\w+)\]/g, (_whole, name: string) => values[name] ?? ''));
      continue;
    }
    const markers = [at, ...findMarkers(texts, at)];
    const end = markers.at(-1) ?? at;
    if (text === FOR)
      for (const service of (values['services'] ?? '').split('|').filter((part) => part !== ''))
        shown.push(...evaluate(texts.slice(at + 1, end), { ...values, service }));
    else {
      const taken = markers.slice(0, -1).findIndex((marker) => holdsFor(texts[marker] ?? '', values));
      if (taken >= 0)
        shown.push(...evaluate(texts.slice((markers[taken] ?? 0) + 1, markers[taken + 1]), values));
    }
    at = end;
  }
  return shown;
}

const toValues = (row: readonly string[]): Values =>
  Object.fromEntries(HEADER.map((name, index) => [name, row[index] ?? '']));

/** Builds one page for each row; the official audit must accept them. */
function fillAll({ write, read }: ModuleList, texts: readonly string[]): string[][] {
  const seed = wxrText({ title: 'In [geo_city]', slug: 'geo_url', ...write(texts) });
  const built = buildFormat(seed, [HEADER, ...ROWS], { format: 'wordpress' });
  expect(listFaultCodes(built.audit().problems)).toEqual([]);
  const pages = readPages(built.files[0]?.bytes ?? new Uint8Array());
  expect(pages).toHaveLength(ROWS.length);
  return pages.map(read);
}

describe.each(MODULE_LISTS)('constructs in $name', (list) => {
  it.each(SEQUENCES)('%s', (_name, texts) => {
    expect(fillAll(list, texts)).toEqual(ROWS.map((row) => evaluate(texts, toValues(row))));
  });

  it('choose one of several variants', () => {
    for (const [first, last] of [
      [[], []],
      [['First'], []],
      [[], ['Last']],
    ] as const) {
      const texts = [...first, '[spin]', 'One', 'more', '||', 'Two [geo_city]', '[/spin]', ...last];
      for (const [index, shown] of fillAll(list, texts).entries())
        expect([
          [...first, 'One', 'more', ...last],
          [...first, `Two ${ROWS[index]?.[0]}`, ...last],
        ]).toContainEqual(shown);
    }
  });

  it('are refused without their end', () => {
    const seed = wxrText({ slug: 'geo_url', ...list.write(['[geo_city]', IF, 'Call']) });
    const texts = listRefusalProblems('wordpress', seed, [HEADER, ...ROWS]).map(({ text }) => text);
    expect(texts.join('\n')).toContain('[if phone] isn’t closed. Add [/if].');
  });
});

describe.each(FIXED_LISTS)('constructs in %s', (_name, write) => {
  it('are refused across modules, with what to do', () => {
    const seed = wxrText({ slug: 'geo_url', ...write(['[geo_city]', IF, 'Call', END]) });
    const problems = listRefusalProblems('wordpress', seed, [HEADER, ...ROWS]);
    const faults = problems.filter(({ severity }) => severity === 'fault').map(({ text }) => text);
    expect(faults.join('\n')).toMatch(/put the whole construct into one text/i);
  });

  it('are filled within one module', () => {
    const seed = wxrText({
      title: 'In [geo_city]',
      slug: 'geo_url',
      ...write([`<p>${IF}Call [geo_city][else]Write${END}</p>`, 'z']),
    });
    const built = buildFormat(seed, [HEADER, ...ROWS], { format: 'wordpress' });
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
  });
});

describe('constructs in the attributes of a builder’s shortcodes', () => {
  const fillContent = (content: string) => {
    const seed = wxrText({ title: 'In [geo_city]', slug: 'geo_url', content });
    const built = buildFormat(
      seed,
      [
        ['geo_city', 'geo_url', 'size'],
        ['Waco', 'waco', '5'],
      ],
      { format: 'wordpress' },
    );
    expect(listFaultCodes(built.audit().problems)).toEqual([]);
    return readPages(built.files[0]?.bytes ?? new Uint8Array())[0]?.fields['content:encoded'];
  };

  it.each([
    [
      '[et_pb_blurb title="a %91if size > 4 and size < 6%93b%91else%93c%91/if%93 > d"]',
      '[et_pb_blurb title="a b > d"]',
    ],
    ['[vc_x t="`{`if not (size >= 4)`}`b`{`else`}`c`{`/if`}`"]', '[vc_x t="c"]'],
  ])('compare numbers: %s', (content, filled) => {
    expect(fillContent(content)).toBe(filled);
  });

  it('have variants next to variants in paragraphs of modules', () => {
    const text = (inner: string) => `[et_pb_text a="1"]<p>${inner}</p>[/et_pb_text]`;
    const attribute = '[et_pb_blurb title="%91spin%93x || x%91/spin%93"]';
    const modules = ['[if size]', 'Size [size]', '[/if]'].map(text).join('');
    expect(fillContent(`${text('[spin]y || y[/spin]')}${attribute}${modules}`)).toBe(
      `${text('y')}[et_pb_blurb title="x"]${text('Size 5')}`,
    );
  });
});
