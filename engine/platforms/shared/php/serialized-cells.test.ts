/**
 * Cells that WordPress would take for serialized PHP: whole meta values are wrapped once more, as
 * WordPress itself does, so that the site's database holds exactly the text of the row.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { cases } from '#testkit/cases.ts';
import { cellText } from '#testkit/hostile-values.ts';
import { getMeta } from '#testkit/wxr-pages.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { looksSerialized, readSerialized } from '../../wordpress/audit/php-unserialize.ts';
import { isSerialized } from './is-serialized.ts';

const utf8 = new TextEncoder();
const HEADER = ['geo_city', 'geo_url', 'v', 'w'];

/** `is_serialized()` as the developer reference of WordPress describes it, step by step. */
function isSerializedInWordPress(value: string): boolean {
  const data = value.replaceAll(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '');
  if (data === 'N;') return true;
  if (utf8.encode(data).length < 4 || data[1] !== ':') return false;
  const last = data.at(-1) ?? '';
  if (last !== ';' && last !== '}') return false;
  const token = data[0] ?? '';
  if (token === 's' && data.at(-2) !== '"') return false;
  if ('saOE'.includes(token)) return new RegExp(`^${token}:[0-9]+:`, 's').test(data);
  return 'bid'.includes(token) && new RegExp(`^${token}:[0-9.E+-]+;$`).test(data);
}

/** The importer's stored text: what looks serialized is read, and is empty if that fails. */
function stored(value: string): string {
  if (!isSerializedInWordPress(value)) return value;
  const bytes = utf8.encode(value.trim());
  const texts: string[] = [];
  const reading = readSerialized({ bytes, from: 0, to: bytes.length }, (from, to) => {
    texts.push(new TextDecoder().decode(bytes.subarray(from, to)));
  });
  if (reading.fault !== undefined || !value.startsWith('s:')) return '';
  return texts[0] ?? '';
}

const token = fc.constantFrom(...'abdiOsCENRrS');
const scrap = fc.constantFrom(
  ':',
  ';',
  '{',
  '}',
  '"',
  '1',
  '0',
  '3',
  '.',
  'E',
  '+',
  '-',
  ' ',
  '\n',
  'é',
  'N;',
  'x',
  '":',
  '";',
  '"}',
  ':{',
  '\u00a0',
);
const serializedLooking = fc
  .tuple(
    fc.constantFrom('', ' ', '\n', '\u00a0'),
    token,
    fc.constantFrom(':', ';', '', ':1', ':3:"'),
    fc.array(scrap, { maxLength: 6 }),
    fc.constantFrom('', ';', '}', '";', '"}', '\n'),
  )
  .map(([blank, first, second, middle, end]) => `${blank}${first}${second}${middle.join('')}${end}`);

/** The importer renames the class in it and drops the value: such a row is skipped with that reason. */
const hasClass = (text: string) => /O:\d+:"[^"]+":/.test(text);
const keptText = serializedLooking.filter((text) => !hasClass(text));
const keptPair = fc.tuple(serializedLooking, scrap).filter(([v, w]) => !hasClass(v + w));

describe('a text looks serialized', () => {
  it.each([
    ['N;', true],
    [' N; ', true],
    ['n;', false],
    ['b:1;', true],
    ['b:1', false],
    ['i:5;', true],
    ['i:;', false],
    ['i:5;x', false],
    ['d:1.5E+3;', true],
    ['d:1.5e3;', false],
    ['s:3:"abc";', true],
    ['s:3:"abc"}', true],
    ['s:9:"abc";', true],
    ["s:3:'abc';", false],
    ['s:"abc";', false],
    ['a:0:{}', true],
    ['a:0:{};', true],
    ['a:x:{}', false],
    ['O:8:"stdClass":0:{}', true],
    ['E:3:"A:B";', true],
    ['C:1:"A":0:{}', false],
    ['r:1;', false],
    ['', false],
    ['s:', false],
    ['\u00a0N;', true],
  ])(
    'to the engine as to the importer, but for blanks that only the engine trims: %j is %s',
    (text, expected) => {
      expect(isSerialized(text)).toBe(expected);
      if (!text.startsWith('\u00a0')) expect(isSerializedInWordPress(text)).toBe(expected);
    },
  );

  it('to engine and audit wherever it does to WordPress, which neither of them uses', () => {
    fc.assert(
      fc.property(serializedLooking, (text) => {
        const expected = isSerializedInWordPress(text);
        if (expected) expect(isSerialized(text)).toBe(true);
        // wrapping one too many does no harm: it is read back
        if (!/\u00a0/.test(text)) expect(isSerialized(text)).toBe(expected);
        expect(looksSerialized(text)).toBe(expected);
      }),
      { numRuns: cases(500) },
    );
  });
});

describe('a meta that is one cell', () => {
  it('is stored as exactly the text of the row, whatever it looks like', () => {
    fc.assert(
      fc.property(fc.array(keptText, { minLength: 20, maxLength: 20 }), (values) => {
        const rows = values.map((value, row) => [`T${row}`, `t${row}`, value, '']);
        const built = build(wxrSeed({ title: '[geo_city]', slug: 'geo_url', metas: [['k', '[v]']] }), [
          HEADER,
          ...rows,
        ]);
        expect(built.layout.skipped).toBe(0);
        expect(built.pages.map((page) => stored(getMeta(page, 'k')))).toEqual(values.map(cellText));
        expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
      }),
      { numRuns: cases(40) },
    );
  });

  it.each(['s:3:"{":";', 's:5:"[{"a";";', 's:9:"a:1:{i:0}";', 's:2:"N;";'])(
    'may hold what looks like JSON or like serialized in turn: %s',
    (value) => {
      const built = build(wxrSeed({ metas: [['k', '[v]']] }), [HEADER, ['A', 'a', value, '']]);
      expect(stored(getMeta(built.pages[0], 'k'))).toBe(value);
      expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
    },
  );

  it('that ends like an array is kept, too, not emptied by the import', () => {
    const built = build(wxrSeed({ metas: [['k', '[v]']] }), [HEADER, ['A', 'a', 's:3:"abc"}', '']]);
    expect(getMeta(built.pages[0], 'k')).toBe('s:10:"s:3:"abc"}";');
  });

  it('has its length in bytes of UTF-8, also of two digits and three', () => {
    for (const length of [1, 5, 50, 500, 30_000]) {
      const value = `s:3:"${'é'.repeat(length)}";`;
      const built = build(wxrSeed({ metas: [['k', '[v]']] }), [HEADER, ['A', 'a', value, '']]);
      expect(getMeta(built.pages[0], 'k')).toBe(`s:${utf8.encode(value).length}:"${value}";`);
      expect(built.files[0]?.bytes.length).toBe(built.layout.bytes);
    }
  });

  it('isn’t changed where the seed serialized it already', () => {
    const built = build(wxrSeed({ metas: [['k', 's:3:"[v]";']] }), [HEADER, ['A', 'a', 'a:0:{}', '']]);
    expect(getMeta(built.pages[0], 'k')).toBe('s:6:"a:0:{}";');
  });

  it('is skipped with its row where the importer would rename a class in it and drop the value', () => {
    const { layout, problems } = build(wxrSeed({ metas: [['k', '[v]']] }), [
      HEADER,
      ['A', 'a', 'O:3:"Foo":0:{}', ''],
      ['B', 'b', 'O:8:"stdClass":0:{}', ''],
      ['C', 'c', 'see O:3:"Foo": in it', ''],
    ]);
    expect(layout).toMatchObject({ pages: 2, skipped: 1 });
    expect(problems.filter(({ severity }) => severity === 'loss')).toMatchObject([
      { code: 'object-in-serialized', row: 2, field: 'v' },
    ]);
  });
});

describe('a meta of the seed’s text and cells', () => {
  it.each([
    ['a:[v]', '0:{}'],
    [' [v]', 'N;'],
    ['[v]\n', 'b:1;'],
    ['s:[v]', '1:"x";'],
    ['[v];', 'i:5'],
    ['\n\t[v]', 'N;'],
    ['N[v]', ';'],
  ])('%j with %j is stored as the text that both make', (value, v) => {
    const built = build(wxrSeed({ metas: [['k', value]] }), [
      HEADER,
      ['A', 'a', v, ''],
      ['B', 'b', 'Waco', ''],
    ]);
    const text = value.replace('[v]', v);
    expect(isSerializedInWordPress(text)).toBe(true);
    expect(stored(getMeta(built.pages[0], 'k'))).toBe(text);
    expect(getMeta(built.pages[1], 'k')).toBe(value.replace('[v]', 'Waco'));
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  });

  it('is stored as such for any two adjacent cells', () => {
    fc.assert(
      fc.property(fc.array(keptPair, { minLength: 20, maxLength: 20 }), (cells) => {
        const rows = cells.map(([v, w], row) => [`T${row}`, `t${row}`, v, w]);
        const seed = wxrSeed({ title: '[geo_city]', slug: 'geo_url', metas: [['k', '[v][w]']] });
        const built = build(seed, [HEADER, ...rows]);
        expect(built.layout.skipped).toBe(0);
        expect(built.pages.map((page) => stored(getMeta(page, 'k')))).toEqual(
          cells.map(([v, w]) => cellText(v) + cellText(w)),
        );
      }),
      { numRuns: cases(40) },
    );
  });
});
