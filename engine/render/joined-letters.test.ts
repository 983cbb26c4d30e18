/**
 * Cells with one letter or none, which the seed’s own marks after them make look like JSON or serialized
 * PHP: they are a row's text like any other, and no run may fail for them.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { cases } from '#testkit/cases.ts';
import { readMeta } from '#testkit/decoders/wordpress.ts';
import { getMeta } from '#testkit/wxr-pages.ts';
import { type Built, build, wxrSeed } from '#testkit/wxr-seed.ts';

type Cells = readonly [v: string, w: string];

function buildMeta(value: string, ...rows: readonly Cells[]): Built {
  const cells = rows.map(([v, w], row) => [`Town ${row}`, `t${row}`, v, w]);
  const seed = wxrSeed({ slug: 'geo_url', title: '[geo_city]', metas: [['k', value]] });
  return build(seed, [['geo_city', 'geo_url', 'v', 'w'], ...cells]);
}

/** Serialized by hand: a list with one text. */
function listProblems(text: string): string {
  return `a:1:{i:0;s:${new TextEncoder().encode(text).length}:"${text}";}`;
}

function faults({ files, layout }: Built): string[] {
  expect(layout.skipped).toBe(0);
  return listFaultTexts(auditFiles(files, layout));
}

describe('a cell of one letter before what the seed writes', () => {
  it.each<[string, Cells, string]>([
    ['[v]:1:{}', ['a', ''], 'a:1:{}'],
    ['[v]:2:{[w]}', ['a', 'x'], 'a:2:{x}'],
    ['[v]:[w]:{x;}', ['a', '1'], 'a:1:{x;}'],
    ['[v]:4:"abc";', ['s', ''], 's:4:"abc";'],
    ['[v]:[w]:"abc";', ['s', '9'], 's:9:"abc";'],
    ['[v]:8:"stdClass":1:{}', ['O', ''], 'O:8:"stdClass":1:{}'],
    ['[v]:x;', ['i', ''], 'i:x;'],
    ['[v][w]:1:{}', ['', 'a'], 'a:1:{}'],
    [' [v]:1:{}', ['a', ''], ' a:1:{}'],
    ['[v]:1:{}', [' a', ''], 'a:1:{}'],
  ])('%s with %j is a text', (text, cells, filled) => {
    const plain = buildMeta(text, cells);
    expect(faults(plain)).toEqual([]);
    // what looks serialized as a whole is wrapped, so that WordPress hands it out as the text it is
    expect(readMeta(getMeta(plain.pages[0], 'k') ?? '')).toBe(filled);
    const within = buildMeta(listProblems(text), cells);
    expect(faults(within)).toEqual([]);
    expect(getMeta(within.pages[0], 'k')).toBe(listProblems(filled));
  });
});

describe('an empty cell before what the seed writes', () => {
  it.each<[string, Cells]>([
    ['[v]{"a', ['', '']],
    ['[v] {"[w]', ['', 'x']],
    ['[v][w]{"a', ['', '']],
    ['[v]a:1:{}', ['', '']],
    ['[v]s:9:"abc";', ['   ', '']],
    ['[v | first]a:1:{}', [', Waco', '']],
    ['[v | digits][w]:1:{}', ['Waco', 'a']],
    ['[v | default:"a:1:{}"]', ['', '']],
    ['[v | default:"{"]"a', ['', '']],
  ])('%s is a text', (text, cells) => {
    expect(faults(buildMeta(text, cells))).toEqual([]);
    expect(faults(buildMeta(listProblems(text), cells))).toEqual([]);
  });
});

describe('a letter of the seed before a cell', () => {
  it.each<[string, Cells]>([
    ['a:[v]:{}', ['1', '']],
    ['s:[v]:"abc";', ['9', '']],
    ['{[v]"a', ['', '']],
    ['[[v]{"a', ['', '']],
  ])('%s with %j is a text', (text, cells) => {
    expect(faults(buildMeta(text, cells))).toEqual([]);
    expect(faults(buildMeta(listProblems(text), cells))).toEqual([]);
  });
});

describe('letters, marks and cells in any order', () => {
  const marks = [
    ':',
    '1',
    '3',
    '{',
    '}',
    '"',
    ';',
    '[v]',
    '[v]',
    '[w]',
    'a',
    's',
    'O',
    'N',
    ' ',
    'x',
    '[v | lower]',
  ];
  const text = fc
    .array(fc.constantFrom(...marks), { minLength: 2, maxLength: 8 })
    .map((parts) => parts.join(''))
    .filter((joined) => joined.includes('[v'))
    // a structured beginning requires a valid structure: damage of the seed is reported
    .filter((joined) => !/^\s*(?:\[\s*\{|\{\s*"|[abdisOCE]:\d|N;)/.test(joined));
  const CELLS = ['', 'a', 's', 'N', 'O', 'i', 'A', '1', ' ', 'x', '{', '[', '"', ':', 'Waco', '1:{'];
  const ROWS = CELLS.flatMap((v) => ['', 'a', '1', '{', ':1:{}'].map((w): Cells => [v, w]));

  it('never fail a run', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (value, isWithin) => {
        expect(faults(buildMeta(isWithin ? listProblems(value) : value, ...ROWS)), value).toEqual([]);
      }),
      { numRuns: cases(7) },
    );
  });
});
