/**
 * Rows whose cells leave so little that the importer would refuse the page, or drop a meta of it: the
 * row is skipped with a reason, and the files that come out import whole.
 */
import { describe, expect, it } from 'vitest';
import type { Problem } from '#engine';
import { auditFiles, faultsOf } from '#testkit/audit-files.ts';
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

/** Losses of the rows and the slugs that landed; what landed must import. */
function judge(spec: SeedSpec, rows: readonly string[][], header = HEADER) {
  const built = build(wxrSeed(spec), [header, ...rows]);
  expect(faultsOf(auditFiles(built.files, built.layout))).toEqual([]);
  expect(built.layout.pages + built.layout.skipped).toBe(rows.length);
  const isLoss = (problem: Problem) => problem.severity === 'loss';
  return {
    skipped: built.problems.filter(isLoss),
    landed: built.pages.map((page) => page.fields['wp:post_name'] ?? ''),
  };
}

describe('a post without title, content and excerpt', () => {
  it('loses its row, with what is wrong, where and what to do; the others land', () => {
    const { skipped, landed } = judge(POST, [
      ['a', 'Waco', '', ''],
      ['b', '', '', ''],
      ['c', '', '<p>Text</p>', ''],
      ['d', '', '', 'Lead'],
    ]);
    expect(landed).toEqual(['a', 'c', 'd']);
    expect(skipped).toEqual([
      {
        code: 'post-empty',
        severity: 'loss',
        file: 'rows.xlsx',
        row: 3,
        field: 'title',
        text: 'The title, the content and the excerpt would be empty, and WordPress refuses such a post. Fill in the cells used in one of them.',
      },
    ]);
  });

  it('has a "0" at most, which PHP takes for empty', () => {
    const { skipped, landed } = judge(POST, [
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
    expect(landed).toEqual(['e', 'f', 'h', 'i']);
  });

  it('comes of a "0" of the seed beside empty cells as well', () => {
    const seed = { ...POST, title: '[title | default:""]0', content: '0', excerpt: '' };
    expect(
      judge(seed, [
        ['a', '', '', ''],
        ['b', '1', '', ''],
      ]).landed,
    ).toEqual(['b']);
  });

  it('comes of two cells in one leaf, of which one holds the "0"', () => {
    const seed = { ...POST, title: '[title | default:""][lead | default:""]', content: '', excerpt: '' };
    expect(
      judge(seed, [
        ['a', '0', '', ''],
        ['b', '', '', '0'],
        ['c', '0', '', '0'],
        ['d', '', '', ''],
      ]).landed,
    ).toEqual(['c']);
  });

  it('is none where the seed has text of its own, however little it is', () => {
    for (const own of [
      { title: '.[title | default:""]' },
      { content: '<br>' },
      { excerpt: ' ' },
      { content: '00' },
    ])
      expect(judge({ ...POST, ...own }, [['a', '', '', '']])).toMatchObject({ skipped: [], landed: ['a'] });
  });

  it('is none where a filter gives the empty cell a text', () => {
    const seed = { ...POST, title: '[title | default:"Town"]' };
    expect(judge(seed, [['a', '', '', '']]).landed).toEqual(['a']);
    const digits = { ...POST, title: '[title | digits | default:""]' };
    expect(
      judge(digits, [
        ['a', 'Waco', '', ''],
        ['b', 'Ward 2', '', ''],
      ]).landed,
    ).toEqual(['b']);
  });

  it('counts the markup of a column of HTML, which stays in the content and nowhere else', () => {
    const header = ['geo_url', 'body_html'];
    const rows = [
      ['a', '<img src="/a.png">'],
      ['b', '<script>alert(1)</script>'],
      ['c', ''],
      ['d', '<b>0</b>'],
    ];
    const content = { ...POST, title: '', content: '[body_html]', excerpt: '' };
    expect(judge(content, rows, header).landed).toEqual(['a', 'd']);
    const title = { ...POST, title: '[body_html | default:""]', content: '', excerpt: '' };
    expect(judge(title, rows, header).landed).toEqual([]);
  });

  it('is reported with what else is wrong with the row', () => {
    const seed = { ...POST, metas: [['pin', '{"lat":[lat]}']] as const };
    const { skipped } = judge(
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

  it('gives its slug, its key and its date back to the rows behind it', () => {
    const { landed, skipped } = judge(POST, [
      ['waco', '', '', ''],
      ['waco', 'Waco', '', ''],
    ]);
    expect(landed).toEqual(['waco']);
    expect(skipped.map(({ code, row }) => [code, row])).toEqual([['post-empty', 2]]);
  });

  it('is judged by the first of each leaf, which is the one that the importer reads', () => {
    const twice = (name: string, text: string) => `<${name}><![CDATA[${text}]]></${name}>`;
    const hidden = { ...POST, extra: twice('title', 'Never read') + twice('content:encoded', 'nor this') };
    expect(
      judge(hidden, [
        ['a', '', '', ''],
        ['b', 'B', '', ''],
      ]).landed,
    ).toEqual(['b']);
    const shown = { ...POST, title: 'Read', extra: twice('title', '[title | default:""]') };
    expect(judge(shown, [['a', '', '', '']]).landed).toEqual(['a']);
  });

  it('is one without the leaves, too', () => {
    const bare = { ...POST, content: null, excerpt: null };
    expect(
      judge(bare, [
        ['a', '', '', ''],
        ['b', 'B', '', ''],
      ]).landed,
    ).toEqual(['b']);
  });

  it('is reported by the type that the row itself gives', () => {
    const seed = { ...POST, type: '[kind]' };
    const rows = [
      ['a', '', '', '', 'post'],
      ['b', '', '', '', 'page'],
      ['c', 'C', '', '', 'post'],
    ];
    expect(judge(seed, rows, [...HEADER, 'kind']).landed).toEqual(['b', 'c']);
  });
});

describe('a page or another record without title, content and excerpt', () => {
  it.each(['page', 'geo_town'])('lands, because WordPress takes it: %s', (type) => {
    expect(
      judge({ ...POST, type }, [
        ['a', '', '', ''],
        ['b', '0', '', ''],
      ]).landed,
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

  it('that comes to "0" is lost like an empty one: PHP takes it for empty', () => {
    const { skipped, landed } = judge(
      seed,
      [
        ['a', '0'],
        ['b', ''],
        ['c', '00'],
        ['d', 'k'],
      ],
      header,
    );
    expect(landed).toEqual(['c', 'd']);
    expect(skipped.map(({ code, row, field }) => [code, row, field])).toEqual([
      ['meta-key-empty', 2, 'meta [name] (key)'],
      ['meta-key-empty', 3, 'meta [name] (key)'],
    ]);
  });

  it('of the seed that is "0" is left out, as an empty one is', () => {
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
    expect(faultsOf(auditFiles(built.files, built.layout))).toEqual([]);
  });
});
