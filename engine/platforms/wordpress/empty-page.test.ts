/**
 * Rows whose cells leave so little that the importer would refuse the page, or drop a meta of it: the
 * row is skipped with a reason, and the files that come out import whole.
 */
import { describe, expect, it } from 'vitest';
import type { Problem } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_url', 'title', 'body', 'lead'];
/** A post of which everything comes from the row. */
const POST: SeedSpec = {
  type: 'post',
  slug: 'geo_url',
  // An empty title is meant here: without a fallback it would cost the row.
  title: '[title | default:""]',
  content: '[body]',
  excerpt: '[lead]',
};

/** Losses of the rows and the slugs that imported; what imported must import. */
function buildRows(spec: SeedSpec, rows: readonly string[][], header = HEADER) {
  const built = build(wxrSeed(spec), [header, ...rows]);
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  expect(built.layout.pages + built.layout.skipped).toBe(rows.length);
  const isLoss = (problem: Problem) => problem.severity === 'loss';
  return {
    skipped: built.problems.filter(isLoss),
    imported: built.pages.map((page) => page.fields['wp:post_name'] ?? ''),
  };
}

describe('a post without title, content and excerpt', () => {
  it('skips its row with a reason; the others are imported', () => {
    const { skipped, imported } = buildRows(POST, [
      ['a', 'Waco', '', ''],
      ['b', '', '', ''],
      ['c', '', '<p>Text</p>', ''],
      ['d', '', '', 'Lead'],
    ]);
    expect(imported).toEqual(['a', 'c', 'd']);
    expect(skipped).toEqual([
      {
        code: 'post-empty',
        severity: 'loss',
        file: 'rows.xlsx',
        row: 3,
        field: 'title',
        text: 'The title, the content and the excerpt would be empty, and WordPress rejects such a post. Fill in the cells used in one of them.',
      },
    ]);
  });

  it('can have a "0", which is empty in PHP', () => {
    const { skipped, imported } = buildRows(POST, [
      ['a', '0', '0', '0'],
      ['b', '0', '', ''],
      ['c', '', '0', ''],
      ['d', '', '', '0'],
      ['e', '00', '', ''],
      ['f', '0.0', '', ''],
      ['g', '', '0 ', ''],
      ['h', '-0', '', ''],
      ['i', '٠', '', ''],
    ]);
    expect(skipped.map(({ code, row }) => [code, row])).toEqual(
      [2, 3, 4, 5, 8].map((row) => ['post-empty', row]),
    );
    expect(imported).toEqual(['e', 'f', 'h', 'i']);
  });

  it('results from a "0" of the seed with empty cells too', () => {
    const seed = { ...POST, title: '[title | default:""]0', content: '0', excerpt: '' };
    expect(
      buildRows(seed, [
        ['a', '', '', ''],
        ['b', '1', '', ''],
      ]).imported,
    ).toEqual(['b']);
  });

  it('results from two cells in one leaf, one of them "0"', () => {
    const seed = { ...POST, title: '[title | default:""][lead | default:""]', content: '', excerpt: '' };
    expect(
      buildRows(seed, [
        ['a', '0', '', ''],
        ['b', '', '', '0'],
        ['c', '0', '', '0'],
        ['d', '', '', ''],
      ]).imported,
    ).toEqual(['c']);
  });

  it('isn’t empty if the seed has any text of its own', () => {
    for (const own of [
      { title: '.[title | default:""]' },
      { content: '<br>' },
      { excerpt: ' ' },
      { content: '00' },
    ])
      expect(buildRows({ ...POST, ...own }, [['a', '', '', '']])).toMatchObject({
        skipped: [],
        imported: ['a'],
      });
  });

  it('isn’t empty if a filter gives the empty cell a text', () => {
    const seed = { ...POST, title: '[title | default:"Town"]' };
    expect(buildRows(seed, [['a', '', '', '']]).imported).toEqual(['a']);
    const digits = { ...POST, title: '[title | digits | default:""]' };
    expect(
      buildRows(digits, [
        ['a', 'Waco', '', ''],
        ['b', 'Ward 2', '', ''],
      ]).imported,
    ).toEqual(['b']);
  });

  it('counts the markup of an HTML column only in the content', () => {
    const header = ['geo_url', 'body_html'];
    const rows = [
      ['a', '<img src="/a.png">'],
      ['b', '<script>alert(1)</script>'],
      ['c', ''],
      ['d', '<b>0</b>'],
    ];
    const content = { ...POST, title: '', content: '[body_html]', excerpt: '' };
    expect(buildRows(content, rows, header).imported).toEqual(['a', 'd']);
    const title = { ...POST, title: '[body_html | default:""]', content: '', excerpt: '' };
    expect(buildRows(title, rows, header).imported).toEqual([]);
  });

  it('is reported with the row’s other problems', () => {
    const seed = { ...POST, metas: [['pin', '{"lat":[lat]}']] as const };
    const { skipped } = buildRows(
      seed,
      [
        ['a', '', '', '', 'north'],
        ['b', 'B', '', '', '1'],
      ],
      [...HEADER, 'lat'],
    );
    expect(skipped.map(({ code, row }) => [code, row])).toEqual([
      ['value-no-literal', 2],
      ['post-empty', 2],
    ]);
  });

  it('frees its slug, its key and its date for later rows', () => {
    const { imported, skipped } = buildRows(POST, [
      ['waco', '', '', ''],
      ['waco', 'Waco', '', ''],
    ]);
    expect(imported).toEqual(['waco']);
    expect(skipped.map(({ code, row }) => [code, row])).toEqual([['post-empty', 2]]);
  });

  it('is detected in the first of each leaf, which the importer reads', () => {
    const twice = (name: string, text: string) => `<${name}><![CDATA[${text}]]></${name}>`;
    const hidden = { ...POST, extra: twice('title', 'Never read') + twice('content:encoded', 'nor this') };
    expect(
      buildRows(hidden, [
        ['a', '', '', ''],
        ['b', 'B', '', ''],
      ]).imported,
    ).toEqual(['b']);
    const shown = { ...POST, title: 'Read', extra: twice('title', '[title | default:""]') };
    expect(buildRows(shown, [['a', '', '', '']]).imported).toEqual(['a']);
  });

  it('can lack the leaves', () => {
    const bare = { ...POST, content: null, excerpt: null };
    expect(
      buildRows(bare, [
        ['a', '', '', ''],
        ['b', 'B', '', ''],
      ]).imported,
    ).toEqual(['b']);
  });

  it('is reported by the type that the row itself gives', () => {
    const seed = { ...POST, type: '[kind]' };
    const rows = [
      ['a', '', '', '', 'post'],
      ['b', '', '', '', 'page'],
      ['c', 'C', '', '', 'post'],
    ];
    expect(buildRows(seed, rows, [...HEADER, 'kind']).imported).toEqual(['b', 'c']);
  });
});

describe('a page or another record without title, content and excerpt', () => {
  it.each(['page', 'geo_town'])('is imported, because WordPress accepts it: %s', (type) => {
    expect(
      buildRows({ ...POST, type }, [
        ['a', '', '', ''],
        ['b', '0', '', ''],
      ]).imported,
    ).toEqual(['a', 'b']);
  });
});

describe('the name of a meta', () => {
  const seed: SeedSpec = {
    title: '[geo_url]',
    slug: 'geo_url',
    metas: [
      ['[name]', 'v'],
      ['x[name]', 'v'],
    ],
  };
  const header = ['geo_url', 'name'];

  it('that becomes "0" is refused like an empty one, as in PHP', () => {
    const { skipped, imported } = buildRows(
      seed,
      [
        ['a', '0'],
        ['b', ''],
        ['c', '00'],
        ['d', 'k'],
      ],
      header,
    );
    expect(imported).toEqual(['c', 'd']);
    expect(skipped.map(({ code, row, field }) => [code, row, field])).toEqual([
      ['meta-key-empty', 2, 'meta [name] (key)'],
      ['meta-key-empty', 3, 'meta [name] (key)'],
    ]);
  });

  it('of the seed that is "0" is dropped like an empty one', () => {
    const built = build(
      wxrSeed({
        metas: [
          ['0', 'v'],
          ['', 'v'],
          ['00', 'v'],
        ],
      }),
      [
        ['geo_city', 'geo_url'],
        ['A', 'a'],
      ],
    );
    expect(built.pages[0]?.metas.map(([key]) => key)).toEqual(['00']);
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  });
});
