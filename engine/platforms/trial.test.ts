/** Seeds that are broken by themselves: refused with the place in the seed before anything is written. */
import { describe, expect, it } from 'vitest';
import { inspect, prepareProject, readSeed, type Problem } from '#engine';
import { auditFiles, listFaultTexts as auditFaults } from '#testkit/audit-files.ts';
import { type SeedSpec, build, readRows, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'x'],
  ['Waco', 'waco', '5'],
  ['Salem', 'salem', 'y'],
];
const PICTURE = {
  id: 7,
  type: 'attachment',
  slug: 'roof',
  title: 'Roof',
  date: '2024-01-01 00:00:00',
} as const;

function listFaultTexts(seed: string | Uint8Array, rows: readonly (readonly string[])[] = ROWS): Problem[] {
  const bytes = typeof seed === 'string' ? new TextEncoder().encode(seed) : seed;
  const reading = readSeed(bytes, 'seed.xml');
  if (!reading.seed) throw new Error(JSON.stringify(reading.problems));
  const { project, problems } = prepareProject({ seed: reading.seed, table: readRows(rows).table, key: 'k' });
  const faults = problems.filter(({ severity }) => severity === 'fault');
  expect(project === undefined).toBe(faults.length > 0);
  return faults;
}

/** Line and column of a text in the seed, as an editor counts them. */
function findPlace(seed: string, text: string): { line: number; column: number } {
  const before = seed.slice(0, seed.indexOf(text)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** A seed with markup that isn’t escaped in a leaf. */
function rawLeaf(name: string, markup: string, spec: SeedSpec = {}): string {
  return wxrText(spec).replace(
    new RegExp(`<${name}><!\\[CDATA\\[.*?\\]\\]></${name}>`, 's'),
    () => `<${name}>${markup}</${name}>`,
  );
}

describe('markup that isn’t escaped', () => {
  it('refuses the seed with the leaf, its place and the element that would be dropped', () => {
    const seed = rawLeaf('content:encoded', '<p>Plumber in [geo_city]</p>');
    expect(listFaultTexts(seed)).toEqual([
      {
        code: 'markup-in-leaf',
        severity: 'fault',
        file: 'seed.xml',
        ...findPlace(seed, '<content:encoded>'),
        field: 'content:encoded',
        text: '"Plumber in [geo_city]" would be damaged: the element <p> isn’t escaped in content:encoded, so the importer drops it; wrap the text in CDATA.',
      },
    ]);
  });

  it.each([
    ['title', '[geo_city]'],
    ['excerpt:encoded', 'In [geo_city]'],
    ['wp:status', 'publish'],
    ['wp:post_type', 'page'],
    ['dc:creator', 'jane'],
    ['wp:post_password', ''],
  ])('is found in %s', (name, text) => {
    const seed = rawLeaf(name, `${text}<i>b</i>`);
    expect(listFaultTexts(seed)).toMatchObject([
      { code: 'markup-in-leaf', field: name, ...findPlace(seed, `<${name}>${text}<i>`) },
    ]);
  });

  it.each(['wp:meta_key', 'wp:meta_value'])('is found in the %s of one of many metas', (name) => {
    const metas = [
      ['a', '1'],
      ['b', '2'],
    ] as const;
    const seed = wxrText({ metas }).replace(/<wp:meta_key>.*b.*\n.*/, (meta) =>
      meta.replace(`<${name}><![CDATA[`, `<${name}><i>x</i><![CDATA[`),
    );
    expect(listFaultTexts(seed)).toMatchObject([
      { code: 'markup-in-leaf', field: name, ...findPlace(seed, `<${name}><i>`) },
    ]);
  });

  it.each(['guid', 'wp:post_name', 'wp:post_date', 'link', 'pubDate'])(
    'isn’t a problem in %s, which each page has its own of',
    (name) => {
      const seed = wxrText().replace(new RegExp(`<${name}[^>]*>(?=.*</${name}>)`, 'g'), '$&<i>x</i>');
      expect(seed).toContain('<i>x</i>');
      expect(listFaultTexts(seed)).toEqual([]);
    },
  );

  it('isn’t a problem in a comment, which no page takes over', () => {
    const extra = '<wp:comment><wp:comment_content>a <b>[geo_city]</b></wp:comment_content></wp:comment>';
    expect(listFaultTexts(wxrSeed({ extra }))).toEqual([]);
  });

  it('isn’t a problem where it is escaped or is in CDATA', () => {
    expect(listFaultTexts(wxrSeed({ content: '<p>[geo_city]</p>', style: 'escaped' }))).toEqual([]);
    expect(listFaultTexts(rawLeaf('content:encoded', 'a &lt;p> <![CDATA[<b>[geo_city]</b>]]>'))).toEqual([]);
  });

  it('is reported in a record that is included, by that record’s name', () => {
    const text = wxrText({ metas: [['_thumbnail_id', '7']], behind: [PICTURE] });
    const seed = text.replace('<![CDATA[Roof]]>', 'Roof <em>new</em>');
    expect(listFaultTexts(seed)).toMatchObject([
      {
        code: 'markup-in-leaf',
        field: 'title',
        ...findPlace(seed, '<title>Roof'),
        text: expect.stringMatching(/^"Roof <em>new<\/em>" would be damaged: /),
      },
    ]);
  });

  it('isn’t a problem in a record that isn’t included', () => {
    const text = wxrText({ behind: [PICTURE] });
    expect(listFaultTexts(text.replace('<![CDATA[Roof]]>', 'Roof <em>new</em>'))).toEqual([]);
  });

  it('is counted from the first line of the file, blank ones before the declaration included', () => {
    const seed = `\n\n\n${rawLeaf('title', 'a<i>[geo_city]</i>')}`;
    expect(listFaultTexts(seed)).toMatchObject([findPlace(seed, '<title>a<i>')]);
  });
});

describe('a value that no page could use', () => {
  it.each([
    ['JSON of Elementor', '_elementor_data', '[{"a":"[geo_city]"},]', 'malformed-meta-json'],
    ['Elementor’s data that isn’t JSON', '_elementor_data', 'Hello [geo_city]', 'malformed-meta-json'],
    ['a serialized value', 'opts', 'a:2:{i:0;s:1:"a";}', 'malformed-serialized-meta'],
    ['a serialized value in another', 'opts', 's:10:"a:1:{i:0;}";', 'malformed-nested-meta'],
  ])('refuses the seed: %s', (_what, key, value, code) => {
    const seed = wxrText({
      metas: [
        ['first', 'x'],
        [key, value],
      ],
    });
    const place = seed.slice(seed.indexOf(`<wp:meta_key><![CDATA[${key}]]>`));
    const line = seed.split('\n').length - place.split('\n').length + 2;
    expect(listFaultTexts(seed)).toMatchObject([{ code, field: `meta ${key}`, line, column: 1 }]);
  });

  it('refuses the seed: the JSON of a block', () => {
    const seed = wxrText({ content: '<!-- wp:acme/x {"a":"[geo_city]",} /-->' });
    expect(listFaultTexts(seed)).toMatchObject([
      { code: 'malformed-block-json', field: 'content:encoded', ...findPlace(seed, '<content:encoded>') },
    ]);
  });

  it('is reported at once with all the others', () => {
    const content = '<!-- wp:a {"a":} /--><!-- wp:b {"b":} /-->';
    const metas = [
      ['_elementor_data', '{'],
      ['k', 'a:1:{i:0;}'],
    ] as const;
    expect(listFaultTexts(wxrSeed({ content, metas })).map(({ code, field }) => [code, field])).toEqual([
      ['malformed-block-json', 'content:encoded'],
      ['malformed-block-json', 'content:encoded'],
      ['malformed-meta-json', 'meta _elementor_data'],
      ['malformed-serialized-meta', 'meta k'],
    ]);
  });

  it('names a page without a title as such', () => {
    const [fault] = listFaultTexts(
      wxrSeed({ title: '', content: '[geo_city]', metas: [['_elementor_data', 'x']] }),
    );
    expect(fault?.text).toMatch(/^"\(no title\)" would be damaged: it isn’t valid JSON /);
  });

  it('isn’t a fault if the engine writes it anew: lengths and JSON around values', () => {
    const metas = [
      ['lengths', 'a:1:{s:1:"city";s:99:"[geo_city]";}'],
      ['_elementor_data', '[{"a":"[geo_city]"}]'],
      ['_elementor_css', 'a:1:{i:0;}'],
    ] as const;
    expect(listFaultTexts(wxrSeed({ metas }))).toEqual([]);
  });

  it('isn’t a fault of the seed if only a row could break it: that row is skipped', () => {
    const content = '<!-- wp:acme/x {"n":[x]} /--><p>[geo_city]</p>';
    const { problems, pages } = build(wxrSeed({ content }), ROWS);
    expect(problems.map(({ code, row }) => [code, row])).toEqual([['value-no-literal', 3]]);
    expect(pages).toHaveLength(1);
  });
});

describe('a flaw that the seed has itself', () => {
  const ld = (json: string) => `<script type="application/ld+json">${json}</script>`;
  const listFlaws = (spec: SeedSpec) => {
    const built = build(wxrSeed({ content: '<p>[geo_city]</p>', ...spec }), ROWS);
    expect(auditFaults(auditFiles(built.files, built.layout))).toEqual([]);
    return built.problems.filter(({ text }) =>
      text.startsWith('The seed has this problem too, so it stays as it is: '),
    );
  };

  it.each<[string, SeedSpec, string]>([
    ['JSON-LD with a placeholder', { content: ld('{"a" "[geo_city]"}') }, 'malformed-json-ld'],
    ['JSON-LD of a template', { content: ld('{{json}}') }, 'malformed-json-ld'],
    ['a meta', { metas: [['schema', '{"a":"b" "c"}']] }, 'malformed-meta-json'],
    ['a block that is never closed', { content: '<!-- wp:group --><p>[geo_city]</p>' }, 'block-unbalanced'],
    ['an open comment', { content: '<!-- wp:more /--><p>[geo_city]</p><!-- note' }, 'comment-open'],
    ['a meta like a serialized value', { metas: [['note', 'a:1:{town']] }, 'truncated-serialized-meta'],
  ])('passes with one notice and its place: %s', (_what, spec, code) => {
    const flaws = listFlaws(spec);
    expect(flaws).toMatchObject([{ code, severity: 'notice', file: 'seed.xml', line: expect.any(Number) }]);
  });

  it.each([
    ['is empty', ''],
    ['is wrapped for XML readers', '//<![CDATA[\n{"a":"[geo_city]"}\n//]]>'],
    ['is wrapped for old browsers', '<!--\n{"a":1}\n-->'],
  ])('isn’t reported if JSON-LD %s', (_what, json) => {
    expect(listFlaws({ content: `<p>[geo_city]</p>${ld(json)}` })).toEqual([]);
  });

  it('is reported once with the number of its places', () => {
    const flaws = listFlaws({ content: `[geo_city]${ld('{{a}}')}${ld('{{b}}')}${ld('{{c}}')}` });
    expect(flaws).toHaveLength(1);
    expect(flaws[0]?.text).toMatch(/ The same in 2 more places\.$/);
  });

  it('hides no damage: one more of the kind in a page is a fault', () => {
    const content = `<p>[geo_city]</p>${ld('{{a}}')}${ld('{"b":"[geo_city]"}')}`;
    const built = build(wxrSeed({ content }), ROWS);
    const files = built.files.map(({ name, bytes }) => ({
      name,
      bytes: new TextEncoder().encode(
        new TextDecoder().decode(bytes).replace('{"b":"Salem"}', '{"b":"Salem}'),
      ),
    }));
    expect(auditFaults(auditFiles(files, built.layout))).toEqual([
      expect.stringContaining('malformed-json-ld content:encoded: Page "plumber-salem"'),
      expect.stringContaining('code-changed content:encoded: Page "plumber-salem"'),
    ]);
  });
});

describe('the pages that are tried', () => {
  it('are those of the first rows that make a page', () => {
    const metas = [['_elementor_data', '[{"a":[x],"b":}]']] as const;
    const rows = [ROWS[0] ?? [], ['No slug', '', '1'], ['Same', 'salem', '2'], ['Salem', 'salem', '3']];
    expect(listFaultTexts(wxrSeed({ slug: 'geo_url', metas }), rows)).toMatchObject([
      { code: 'malformed-meta-json' },
    ]);
  });

  it('are two, because what is wrong with one of them may be wrong with its row', () => {
    const metas = [['opts', 'a:1:{i:0;[x]']] as const;
    const seed = wxrSeed({ metas });
    const header = ROWS[0] ?? [];
    expect(listFaultTexts(seed, [header, ['A', 'a', '}'], ['B', 'b', '}']])).toMatchObject([
      { code: expect.stringContaining('malformed'), field: 'meta opts' },
    ]);
    expect(listFaultTexts(seed, [header, ['A', 'a', '}'], ['B', 'b', 's:1:"z";}']])).toEqual([]);
  });

  it('find an unfilled placeholder even if a row contains its name in brackets', () => {
    const style = '<style>a{content:"<p {"a":"[X]</style>';
    const seed = wxrSeed({ metas: [['_elementor_data', JSON.stringify([{ text: style, url: '[x]' }])]] });
    const header = ROWS[0] ?? [];
    for (const value of ['1', '[x]'])
      expect(listFaultTexts(seed, [header, ['A', 'a', value], ['B', 'b', '2']]), value).toMatchObject([
        { code: 'placeholder-unfilled' },
      ]);
  });

  it('aren’t reported if none of the rows is imported: that is reported by the plan', () => {
    const seed = wxrSeed({ slug: 'geo_url', metas: [['_elementor_data', '{']] });
    expect(listFaultTexts(seed, [ROWS[0] ?? [], ['A', '', ''], ['B', '?!', '']])).toEqual([]);
  });

  it('shows in inspect what keeps the seed from being used, and no outcome', () => {
    const { outcome, problems, seed } = inspect({
      seed: { file: 'seed.xml', bytes: wxrSeed({ metas: [['_elementor_data', '{']] }) },
      table: { file: 'rows.csv', ...readRows(ROWS) },
    });
    expect(outcome).toBeUndefined();
    expect(seed?.placeholders.length).toBeGreaterThan(0);
    expect(problems).toMatchObject([{ code: 'malformed-meta-json', severity: 'fault' }]);
  });
});
