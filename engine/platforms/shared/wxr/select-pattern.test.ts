import { describe, expect, it } from 'vitest';
import { type ItemSpec, type SeedSpec, build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';
import { findProblem, seedProblems } from '../seed-fixture.ts';

const plain: ItemSpec = { title: 'About us', slug: 'about', id: 90, date: '2024-05-05 05:05:05' };

function titleFor(spec: SeedSpec): string | undefined {
  const { pages } = build(wxrSeed(spec), [
    ['geo_city', 'geo_url'],
    ['Austin', 'austin-tx'],
  ]);
  return pages[0]?.fields['title'];
}

describe('the pattern', () => {
  it('is the item with placeholders, wherever it is', () => {
    expect(titleFor({ before: [plain], behind: [{ ...plain, id: 91, title: 'Contact' }] })).toBe(
      'Plumber in Austin',
    );
  });

  it.each<[string, SeedSpec]>([
    ['only in the title, as a whole', { title: '[geo_city]', slug: '' }],
    ['in the content', { title: 'x', content: '<p>[geo_city]</p>' }],
    ['in the excerpt', { title: 'x', excerpt: '[Geo City]' }],
    ['in a meta', { title: 'x', metas: [['seo', '[geo_city]']] }],
    ['in a term', { title: 'x', type: 'post', terms: [{ name: '[geo_city]', nicename: 'geo_city' }] }],
    ['in an unknown nested element', { title: 'x', extra: '<x><y>[geo_city]</y></x>' }],
    ['written with references', { title: 'x', content: '&#91;geo_city&#93;' }],
    ['with a blank that is a reference', { title: 'x', content: '[geo&nbsp;city]' }],
    ['as an escape of JSON', { title: 'x', metas: [['m', '{"a":"[geo\\u00a0city]"}']] }],
    [
      'across the border of CDATA',
      { title: 'x', content: null, extra: '<content:encoded>[geo_<![CDATA[city]]]></content:encoded>' },
    ],
  ])('is found by a placeholder %s', (_where, spec) => {
    const codes = seedProblems(wxrSeed({ ...spec, before: [plain] })).map(({ code }) => code);
    expect(codes).not.toContain('no-placeholder');
    expect(codes).not.toContain('seed-two-patterns');
  });

  it.each(['attachment', 'nav_menu_item', 'revision', 'wp_global_styles'])('is never of type %s', (type) => {
    expect(titleFor({ before: [{ ...plain, type, title: 'Map of [geo_city]' }] })).toBe('Plumber in Austin');
  });

  it('isn’t found by comments and dropped metas', () => {
    const comment =
      '<wp:comment><wp:comment_content><![CDATA[Is this [geo_city]?]]></wp:comment_content></wp:comment>';
    const metas = [['_elementor_element_cache', '[geo_city]']] as const;
    expect(titleFor({ before: [{ ...plain, extra: comment, metas }] })).toBe('Plumber in Austin');
  });

  it('isn’t found by an escaped shortcode', () => {
    expect(titleFor({ before: [{ ...plain, content: 'Write [[geo_city]] for the town.' }] })).toBe(
      'Plumber in Austin',
    );
  });
});

describe('seeds without exactly one pattern', () => {
  it('refuses two pages with placeholders, naming both with type and line', () => {
    const spec: SeedSpec = { before: [{ ...plain, type: 'service', title: 'About [geo_city]' }] };
    const text = wxrText(spec).split('\n');
    const lines = text.flatMap((line, index) => (line.includes('<item>') ? [index + 1] : []));
    const problem = findProblem(seedProblems(wxrSeed(spec)), 'seed-two-patterns');
    expect(problem).toMatchObject({ severity: 'fault', line: lines[1], column: 1 });
    expect(problem.text).toBe(
      `2 pages in the export have placeholders: "About [geo_city]" (service, id 90, line ${lines[0]}), "Plumber in [geo_city]" (page, id 40, line ${lines[1]}). Choose the page to fill (--page on the command line), export only that page, or remove the placeholders from the others.`,
    );
  });

  it('names ten of many', () => {
    const before = Array.from({ length: 14 }, (_, index) => ({
      ...plain,
      id: 100 + index,
      title: `[geo_city] ${index}`,
    }));
    const { text } = findProblem(seedProblems(wxrSeed({ before })), 'seed-two-patterns');
    expect(text).toMatch(/^15 pages/);
    expect(text.match(/line \d+/g)).toHaveLength(10);
    expect(text).toMatch(/ and 5 more\./);
  });

  it('counts a page whose only placeholder is misspelled', () => {
    const problem = findProblem(
      seedProblems(wxrSeed({ before: [{ ...plain, content: '[geo_ctiy]' }] })),
      'seed-two-patterns',
    );
    expect(problem.text).toContain('"About us"');
  });

  it('refuses a seed without any placeholder and shows how one is written', () => {
    const problem = findProblem(
      seedProblems(wxrSeed({ title: 'Plumber', slug: 'plumber' }), ['town', 'slug']),
      'no-placeholder',
    );
    expect(problem).toMatchObject({ severity: 'fault', file: 'seed.xml', column: 1 });
    expect(problem.text).toMatch(/all pages would be the same.*such as \[town\]/);
  });

  it('refuses an export that has only media', () => {
    const problem = findProblem(
      seedProblems(wxrSeed({ type: 'attachment', title: '[geo_city]' })),
      'seed-no-record',
    );
    expect(problem.text).toMatch(/no pages, only media/);
  });

  it('reports a misspelled placeholder, not a missing one', () => {
    const problems = seedProblems(wxrSeed({ title: 'In [geo_ctiy]', slug: 'x' }));
    expect(findProblem(problems, 'placeholder-unknown').text).toMatch(/Did you mean \[geo_city\]/);
  });
});
