/** The seed page of a whole export: records that never are, and a choice among several. */
import { describe, expect, it } from 'vitest';
import { inspect, prepareProject, readSeed } from '#engine';
import { buildFormat } from '#testkit/format-build.ts';
import { type ItemSpec, type SeedSpec, build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';
import { findProblem, seedProblems } from '../seed-fixture.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'phone'],
  ['Waco', 'waco', '5125550134'],
];
const copy: ItemSpec = {
  id: 90,
  title: 'Roofer in [geo_city]',
  slug: 'roofer-geo_url',
  content: '<p>[geo_city] [phone]</p>',
  date: '2024-05-05 05:05:05',
};

const titlesFor = (spec: SeedSpec, page?: string) =>
  build(wxrSeed(spec), ROWS, page === undefined ? {} : { page }).pages.map(({ fields }) => fields['title']);

/** Problems of a seed against the rows, with a page chosen. */
function problemsWith(spec: SeedSpec, page: string) {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  return prepareProject({ seed, table: readRows(ROWS).table, key: 'test', page }).problems;
}

describe('a record that is never the pattern', () => {
  it.each(
    `wpcf7_contact_form wpforms forminator_forms fluentform fusion_form jet-form-builder et_pb_layout
    bricks_template elementor_library wp_template wp_template_part wp_block wp_navigation
    fl-builder-template oxy_user_library ct_template brizy_template fusion_template kadence_element
    astra-advanced-hook uncodeblock jet-popup popup jet-engine acf-field-group custom_css
    customize_changeset oembed_cache user_request wp_font_face shop_order product_variation
    breakdance_block our_email_template`.split(/\s+/),
  )('is one of the type %s', (type) => {
    expect(titlesFor({ before: [{ ...copy, type }] })).toEqual(['Plumber in Waco']);
    expect(titlesFor({ behind: [{ ...copy, type }] })).toEqual(['Plumber in Waco']);
  });

  it.each([
    ['trash', { status: 'trash' }],
    ['auto-draft', { status: 'auto-draft' }],
    ['a revision', { type: 'revision', status: 'inherit' }],
  ])('is a copy of the page: %s', (_what, spec) => {
    expect(titlesFor({ behind: [{ ...copy, ...spec }] })).toEqual(['Plumber in Waco']);
  });

  it('is a copy in the trash, even if the live page has no placeholder', () => {
    const spec = { title: 'Plumber', slug: 'plumber', behind: [{ ...copy, status: 'trash' }] };
    expect(seedProblems(wxrSeed(spec)).map(({ code }) => code)).toEqual(['no-placeholder']);
  });

  it('leaves an export without a page, which is refused with a list of its records', () => {
    const { text } = findProblem(
      seedProblems(wxrSeed({ type: 'et_pb_layout', behind: [{ ...copy, type: 'wpforms' }] })),
      'seed-no-record',
    );
    expect(text).toContain('1 of type et_pb_layout, 1 of type wpforms');
  });
});

describe('several pages with placeholders', () => {
  const draft = { ...copy, status: 'draft' };
  const spec: SeedSpec = { behind: [draft, { ...copy, id: 91, status: 'trash' }] };

  it('are two if one is a draft, but not if one is in the trash', () => {
    const problem = findProblem(seedProblems(wxrSeed(spec)), 'seed-two-patterns');
    expect(problem.text).toMatch(/^2 pages .*"Roofer in \[geo_city\]" \(page, draft, id 90, line \d+\)/);
    expect(problem.text).toContain('--page');
    expect(problem.choices).toEqual([
      {
        page: '40',
        title: 'Plumber in [geo_city]',
        type: 'page',
        id: 40,
        slug: 'plumber-geo_url',
        status: 'publish',
      },
      {
        page: '90',
        title: 'Roofer in [geo_city]',
        type: 'page',
        id: 90,
        slug: 'roofer-geo_url',
        status: 'draft',
      },
    ]);
  });

  it.each(['90', 'roofer-geo_url', 'Roofer in [geo_city]', ' roofer  IN [geo_city] '])(
    'are decided by the name %j',
    (page) => {
      expect(titlesFor(spec, page)).toEqual(['Roofer in Waco']);
    },
  );

  it('include the first as a choice', () => {
    expect(titlesFor(spec, '40')).toEqual(['Plumber in Waco']);
    expect(titlesFor(spec, 'plumber-geo_url')).toEqual(['Plumber in Waco']);
  });

  it('are chosen by id before slug, and by slug before title', () => {
    const odd = [
      { ...copy, id: 90, slug: '91', title: 'A [geo_city]' },
      { ...copy, id: 91, slug: 'b', title: 'B [geo_city]' },
      { ...copy, id: 92, slug: 'c', title: 'b' },
    ];
    expect(titlesFor({ behind: odd }, '91')).toEqual(['B Waco']);
    expect(titlesFor({ behind: odd }, 'b')).toEqual(['B Waco']);
  });

  it('refuse an unknown name, with the possible choices', () => {
    const problem = findProblem(problemsWith(spec, 'roofers'), 'page-unknown');
    expect(problem.severity).toBe('fault');
    expect(problem.text).toMatch(
      /^The export has no page with the title, ID or slug "roofers"\. Choose one of these .*id 40.*id 90/,
    );
    expect(problem.choices?.map(({ page }) => page)).toEqual(['40', '90']);
  });

  it('refuse the name of a record that is never the pattern', () => {
    expect(findProblem(problemsWith(spec, '91'), 'page-unknown').text).not.toContain('id 91,');
    const form = { behind: [{ ...copy, type: 'wpforms' }] };
    expect(findProblem(problemsWith(form, '90'), 'page-unknown').choices).toHaveLength(1);
  });

  it('refuse a shared name, and offer unique names', () => {
    const twins = [copy, { ...copy, id: 91, slug: 'roofer-2', status: 'draft' }];
    const problem = findProblem(problemsWith({ behind: twins }, copy.title ?? ''), 'page-ambiguous');
    expect(problem.text).toMatch(
      /^2 pages in the export are called "Roofer in \[geo_city\]"\. Choose .*by its ID or slug/,
    );
    expect(problem.choices?.map(({ page }) => page)).toEqual(['90', '91']);
    const withoutIds = twins.map((item) => ({ ...item, id: 0 }));
    const { choices } = findProblem(problemsWith({ behind: withoutIds }, copy.title ?? ''), 'page-ambiguous');
    expect(choices?.map(({ page }) => page)).toEqual(['roofer-geo_url', 'roofer-2']);
  });

  it('use the page that was chosen, with or without a placeholder', () => {
    const about = { ...copy, title: 'About', slug: 'about', content: 'x' };
    const codesFor = (item: ItemSpec, page: string) =>
      problemsWith({ behind: [item] }, page).map(({ code }) => code);
    expect(codesFor(about, 'about')).toContain('no-placeholder');
    expect(codesFor({ ...about, content: '[geo_ctiy]' }, 'about')).toContain('placeholder-unknown');
    expect(codesFor(about, '40')).toEqual(['records-skipped']);
  });

  it('are shown by an inspection, before and after one is chosen, even without a sheet', () => {
    const seed = { file: 'seed.xml', bytes: wxrSeed(spec) };
    const { table, problems } = readRows(ROWS);
    const sheet = { file: 'rows.csv', table, problems };
    const open = inspect({ seed, table: sheet });
    expect(open.seed?.choices?.map(({ id }) => id)).toEqual([40, 90]);
    expect(open.seed?.pattern).toBeUndefined();
    const chosen = inspect({ seed, table: sheet, page: '90' });
    expect(chosen.seed?.choices?.map(({ id }) => id)).toEqual([40, 90]);
    expect(chosen.seed?.pattern).toMatchObject({ id: 90 });
    const bare = inspect({ seed, page: '90' });
    expect(bare.seed?.pattern).toMatchObject({ id: 90 });
    expect(bare.seed?.placeholders.map(({ text }) => text)).toContain('[phone]');
    expect(
      inspect({ seed: { file: 'seed.xml', bytes: wxrSeed() }, table: sheet }).seed?.choices,
    ).toBeUndefined();
  });
});

it('reports a page that is named for a file that isn’t a whole export', () => {
  const seed = 'Title,Slug\n[geo_city],[geo_url]\n';
  const codesFor = (page?: string) =>
    buildFormat(seed, ROWS, { format: 'wix', ...(page !== undefined && { page }) }).problems.map(
      ({ code }) => code,
    );
  expect(codesFor('90')).toContain('page-unused');
  expect(codesFor()).not.toContain('page-unused');
});
