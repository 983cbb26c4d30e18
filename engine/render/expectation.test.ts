import { describe, expect, it } from 'vitest';
import { createExpectation } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url'];
/** Every leaf whose text the audit reads. */
const EVERYWHERE: SeedSpec = {
  title: '[geo_city]',
  content:
    '<h1 title="[geo_city]">[geo_city]</h1><a href="/s?q=[geo_city]">x</a><!-- wp:a {"b":"[geo_city]"} /-->',
  excerpt: '[geo_city]',
  slug: 'in-geo_city',
  terms: [{ name: '[geo_city]', nicename: 'geo_city' }],
  metas: [
    ['plain', '[geo_city]'],
    ['json', '{"a":"[geo_city]"}'],
    ['php', 'a:1:{i:0;s:10:"[geo_city]";}'],
    ['_elementor_data', '[{"settings":{"title":"[geo_city]"}}]'],
  ],
};

function audit(seed: SeedSpec, rows: string[][]): string[] {
  const built = build(wxrSeed(seed), rows);
  expect(built.layout).toMatchObject({ pages: rows.length - 1, skipped: 0 });
  return listFaultTexts(auditFiles(built.files, built.layout));
}

describe('rows that only look like a problem', () => {
  it.each([
    '[geo_city]',
    '[[geo_city]]',
    '[Geo City | upper]',
    'in [geo_url] of [geo_city]',
    'geo_city',
    'The GEO_CITY of Texas',
    'geo city',
    '%5Bgeo_city%5D',
    '\\u005bgeo_city\\u005d',
    '{"a":',
    '  {"a":1',
    '[{"a":',
    '{{geo_city}}',
    'a:1:{i:0;s:3:"ab";}',
    'O:8:"stdClass":0:{}',
    's:3:"abc";',
    's:4:"abc";',
    'N;',
    'b:1;',
    'a:1:{',
    ' i:5; ',
    'geo_city geo_url',
  ])('pass it in every leaf: %s', (value) => {
    expect(audit(EVERYWHERE, [HEADER, [value, 'waco']])).toEqual([]);
  });

  it('pass the audit next to each other, each through its own row', () => {
    const rows = ['[geo_city]', 'Waco', '{"a":', 'geo_url'].map((value, index) => [value, `t${index}`]);
    expect(audit(EVERYWHERE, [HEADER, ...rows])).toEqual([]);
  });

  it.each(['in [town]', 'x %5Btown%5D', 'x %255Btown%255D', 'x \\u005btown\\u005d'])(
    'pass it with names of one word: %s',
    (value) => {
      const seed = {
        title: '[town]',
        content: '<a href="/?[town]">[town]</a>',
        metas: [['m', 'x [town]']] as const,
      };
      expect(
        audit(seed, [
          ['town', 'geo_url'],
          [value, 'waco'],
        ]),
      ).toEqual([]);
    },
  );

  it('do not excuse a placeholder that another row left', () => {
    const built = build(wxrSeed(EVERYWHERE), [HEADER, ['[geo_city]', 'a'], ['Waco', 'b']]);
    const text = new TextDecoder().decode(built.files[0]?.bytes).replaceAll('Waco', '[geo_city]');
    const broken = [{ name: 'x.xml', bytes: new TextEncoder().encode(text) }];
    expect(listFaultTexts(auditFiles(broken, built.layout)).join('\n')).toMatch(
      /"in-waco": \[geo_city\] wasn’t filled/,
    );
  });

  it('do not excuse a column’s name that was left in another slug', () => {
    const built = build(wxrSeed(EVERYWHERE), [HEADER, ['geo_city', 'a'], ['Waco', 'b']]);
    const text = new TextDecoder().decode(built.files[0]?.bytes).replaceAll('in-waco', 'in-geo_city-x');
    const broken = [{ name: 'x.xml', bytes: new TextEncoder().encode(text) }];
    expect(listFaultTexts(auditFiles(broken, built.layout)).join('\n')).toContain(
      'geo_city wasn’t filled in the slug',
    );
  });
});

describe('brackets of the seed that aren’t placeholders', () => {
  it.each(['[[geo_city]]', '[gallery ids="1"]', '[gallery]', '[contact-form-7 id="a"]', 'a[0]'])(
    'pass it everywhere: %s',
    (text) => {
      const metas = [
        ['plain', text],
        ['json', JSON.stringify({ a: text })],
        ['php', `a:1:{i:0;s:${text.length}:"${text}";}`],
      ] as const;
      const seed = {
        title: `${text} [geo_city]`,
        content: `<p title='${text}'>${text}[geo_city]</p>`,
        excerpt: text,
        metas,
      };
      expect(audit(seed, [HEADER, ['Waco', 'waco']])).toEqual([]);
    },
  );
});

describe('a bracket of the seed that a value closes', () => {
  it.each(['[[geo_city]', '[in [geo_city] ', '[[[geo_city]', '[in [geo_city][geo_city]'])(
    'is the row’s own: %s',
    (text) => {
      expect(audit({ content: `<p>${text}</p>` }, [HEADER, ['Waco]', 'waco']])).toEqual([]);
    },
  );
});

describe('what the audit is given', () => {
  const expectation = (seed: SeedSpec, rows: string[][]) =>
    createExpectation(build(wxrSeed(seed), rows).layout);

  it('names every placeholder of the seed as it was written, and those of the slug', () => {
    const seed = {
      title: '[Geo City | upper]',
      content: '[geo city] [page_url]',
      slug: 'x-state_code-row_number',
    };
    const rows = [
      [...HEADER, 'state_code'],
      ['Waco', 'waco', 'TX'],
    ];
    expect(expectation(seed, rows).placeholders).toEqual([
      '[Geo City | upper]',
      '[geo city]',
      '[page_url]',
      '[state_code]',
      '[row_number]',
    ]);
  });

  it('counts the pages, and names the records that go along by their ids', () => {
    const areas = { id: 7, title: 'Areas', slug: 'areas', date: '2024-01-01 00:00:00' };
    expect(expectation({ parent: 7, before: [areas] }, [HEADER, ['A', 'a'], ['B', '']])).toMatchObject({
      pages: 1,
      statics: [7],
    });
  });

  it('keeps nothing of ordinary rows: addresses, mail, numbers, sentences', () => {
    const row = [
      'St. Mary’s',
      'st-marys',
      'https://a.example/b_c?d=1%20',
      'me_too@a.example',
      '+1 (555) 55',
      'a_b: c; d!',
      '-1.5e3',
      '50%',
    ];
    const header = [...HEADER, 'url2', 'mail', 'tel', 'words', 'n', 'pct'];
    expect(expectation({}, [header, row]).expectedTexts).toEqual({});
  });

  it('doesn’t report static records as missing if all rows are skipped and nothing is written', () => {
    const picture = { id: 7, type: 'attachment', title: 'Roof', slug: 'roof', date: '2024-01-01 00:00:00' };
    const metas = [['_thumbnail_id', '7']] as const;
    const built = build(wxrSeed({ metas, behind: [picture] }), [HEADER, ['Waco', '?!']]);
    expect(built.layout.pages).toBe(0);
    expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  });

  it('uses the page’s id, even after skipped rows', () => {
    const { expectedTexts } = expectation({}, [HEADER, ['A', ''], ['B', 'b'], ['[x]', 'c']]);
    expect(expectedTexts).toEqual({ 42: ['[x]'] });
  });
});
