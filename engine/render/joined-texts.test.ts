/**
 * Cells that become JSON, serialized PHP or a placeholder only in the page, by a filter or by what
 * stands next to them: ordinary text, for which no run may fail; and damage that must be reported.
 */
import { describe, expect, it } from 'vitest';
import { createExpectation } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { getMeta } from '#testkit/wxr-pages.ts';
import { type Built, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'v', 'w'];

function buildWith(spec: SeedSpec, ...rows: readonly (readonly [v: string, w: string])[]): Built {
  const cells = rows.map(([v, w], index) => [`Town ${index}`, `t${index}`, v, w]);
  return build(wxrSeed({ slug: 'geo_url', title: '[geo_city]', ...spec }), [HEADER, ...cells]);
}

function faults({ files, layout }: Built): string[] {
  expect(layout.skipped).toBe(0);
  return listFaultTexts(auditFiles(files, layout));
}

const meta = (value: string): SeedSpec => ({ metas: [['k', value]] });

describe('a meta that a row makes look like JSON passes', () => {
  it.each([
    ['cut by a filter', '[v | first]', '{"a":1,"b":2}', '', '{"a":1'],
    ['in capitals', '[v | upper]', '{"a":true}', '', '{"A":TRUE}'],
    ['with a letter added', '[v | plural]', '{"a":1}', '', '{"a":1}s'],
    ['with capitals at the words', '[v | title]', '{"a": null}', '', '{"a": Null}'],
    ['before the words of the seed', '[v] in Texas', '{"', '', '{" in Texas'],
    ['behind a blank of the seed', ' [v]!', '[{', '', ' [{!'],
    ['with the brace of the seed', '{[v]', '"a', '', '{"a'],
    ['of two cells', '[v][w]', '[', '{', '[{'],
    ['of two cells and a blank', '[v] [w]', '{', '"a"', '{ "a"'],
    ['behind an empty cell', '[v][w]', '', '{"a":', '{"a":'],
    ['by a default of the seed', '[v | default:"{"][w]', '', '"x', '{"x'],
  ])('%s: %s', (_how, value, v, w, filled) => {
    const built = buildWith(meta(value), [v, w]);
    expect(getMeta(built.pages[0], 'k')).toBe(filled);
    expect(faults(built)).toEqual([]);
  });

  it('also if it is longer than the audit’s quotes', () => {
    const long = `{"a":${'x'.repeat(500)}`;
    expect(faults(buildWith(meta('[v | upper]'), [long, '']))).toEqual([]);
    expect(faults(buildWith(meta('[w][v] and so on'), [long, '']))).toEqual([]);
    expect(faults(buildWith(meta('[v][w]'), ['{"', 'y'.repeat(60_000)]))).toEqual([]);
  });
});

describe('a meta that a row makes look serialized passes', () => {
  it.each([
    ['a:1', ':{}'],
    ['a', ':1:{x;}'],
    ['s:3:"a', 'bc";'],
    ['s:9:"a', 'bc";'],
    ['O:8:"stdClass"', ':0:{}'],
    ['i:', '5;'],
    ['N', ';'],
  ])('of the cells %s and %s, as a text that reads the same', (v, w) => {
    const built = buildWith(meta('[v][w]'), [v, w]);
    const text = `${v}${w}`;
    expect(getMeta(built.pages[0], 'k')).toBe(`s:${text.length}:"${text}";`);
    expect(faults(built)).toEqual([]);
  });

  it('of a filter', () => {
    const built = buildWith(meta('[v | lower]'), ['A:1:{S:1:"X";}', '']);
    expect(getMeta(built.pages[0], 'k')).toBe('s:14:"a:1:{s:1:"x";}";');
    expect(faults(built)).toEqual([]);
  });
});

describe('a string within a serialized meta passes', () => {
  const inside = (text: string) => meta(`a:1:{i:0;s:${text.length}:"${text}";}`);

  it.each([
    ['[v | upper]', '{"a":true}', '', '{"A":TRUE}'],
    ['[v][w]', '[', '{', '[{'],
    ['[v] in Texas', '{"', '', '{" in Texas'],
    ['[v][w]', 'a:1', ':{}', 'a:1:{}'],
  ])('as %s', (text, v, w, filled) => {
    const built = buildWith(inside(text), [v, w]);
    expect(getMeta(built.pages[0], 'k')).toBe(`a:1:{i:0;s:${filled.length}:"${filled}";}`);
    expect(faults(built)).toEqual([]);
  });

  it('two levels deep', () => {
    const inner = 'a:1:{i:0;s:6:"[v][w]";}';
    const built = buildWith(meta(`a:1:{i:0;s:${inner.length}:"${inner}";}`), ['{', '"x']);
    expect(faults(built)).toEqual([]);
  });
});

describe('cells that make a placeholder together', () => {
  const everywhere: SeedSpec = {
    content:
      '<a href="/?q=[v][w]" title="[v][w]">[v][w]</a><script>x = "[v][w]"</script><!-- wp:a {"x":"[v][w]"} /-->',
    excerpt: '[v][w]',
    metas: [
      ['plain', '[v][w]'],
      ['json', '{"x":"[v][w]"}'],
      ['php', 'a:1:{i:0;s:6:"[v][w]";}'],
    ],
  };

  it.each([
    ['[v', ']'],
    ['[', 'v]'],
    ['[ge', 'o_city]'],
    ['%5Bv', '%5D'],
    ['%5', 'Bv%5D'],
    ['\\u005bv', '\\u005d'],
    ['see [v', '] and [w]'],
  ])('are text in every context: %s and %s', (v, w) => {
    const built = buildWith(everywhere, [v, w], ['Waco', 'Texas']);
    expect(getMeta(built.pages[0], 'plain')).toBe(v + w);
    expect(faults(built)).toEqual([]);
  });

  it('may have their bracket closed by the seed', () => {
    const seed: SeedSpec = { content: '<a href="/?q=[v]%5D">x</a>', metas: [['k', '[v]] x']] };
    const built = buildWith(seed, ['[v', '']);
    expect(getMeta(built.pages[0], 'k')).toBe('[v] x');
    expect(faults(built)).toEqual([]);
  });

  it('may be three, with an empty one between', () => {
    const built = buildWith(meta('[v][w][v]'), [']', ''], ['[', ''], ['[w]', ''], ['', '[v]']);
    expect(built.pages.map((page) => getMeta(page, 'k'))).toEqual([']]', '[[', '[w][w]', '[v]']);
    expect(faults(built)).toEqual([]);
  });
});

describe('what the audit is given for joined texts', () => {
  it('is empty for ordinary rows, whatever filters the seed has', () => {
    const seed: SeedSpec = {
      metas: [
        ['a', '[v | upper], [w]'],
        ['b', '[v][w]'],
      ],
    };
    const built = buildWith(seed, ['St. Louis, MO', 'https://site.example/a?b=c'], ['5:30 pm', '(100 %)']);
    expect(createExpectation(built.layout).expectedTexts).toEqual({});
  });

  it('is listed only with the page of its row, and is shortened', () => {
    const built = buildWith(meta('[v | first] x'), ['Waco', ''], [`{"${'a'.repeat(60_000)},`, '']);
    const { expectedTexts } = createExpectation(built.layout);
    expect(Object.keys(expectedTexts)).toEqual(['42']);
    const joined = expectedTexts[42]?.[0] ?? '';
    expect(joined).toBe(`{"${'a'.repeat(198)}`);
  });

  it('excuses no other page: the same text on a page whose row has nothing of it is a fault', () => {
    const built = buildWith(meta('[v | upper]'), ['{"a":true}', ''], ['Waco', '']);
    const damaged = built.files.map(({ name, bytes }) => ({
      name,
      bytes: new TextEncoder().encode(new TextDecoder().decode(bytes).replace('WACO', '{"A":TRUE}')),
    }));
    expect(listFaultTexts(auditFiles(damaged, built.layout))).toEqual([
      expect.stringMatching(/^malformed-meta-json meta k: Page "t1"/),
    ]);
  });

  it('excuses no JSON of the seed, however the row begins', () => {
    const seed: SeedSpec = {
      metas: [
        ['own', '{"x":"[v]"}'],
        ['row', '[v][w]'],
      ],
    };
    const built = buildWith(seed, ['{', '"a']);
    expect(faults(built)).toEqual([]);
    const damaged = built.files.map(({ name, bytes }) => ({
      name,
      bytes: new TextEncoder().encode(new TextDecoder().decode(bytes).replace('{"x":"{"}', '{"x":"{"')),
    }));
    expect(listFaultTexts(auditFiles(damaged, built.layout))).toEqual([
      expect.stringMatching(/^malformed-meta-json meta own/),
    ]);
  });
});
