/**
 * The edges of a split: a page, its pictures and the records that go along, each to the last byte of a
 * part, and thousands of parts.
 */
import { describe, expect, it } from 'vitest';
import { type Layout, type Plan, layoutParts, planPages, prepareProject, readSeed } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { type ItemSpec, type SeedSpec, collectFiles, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'picture'];

function createPlan(
  rows: readonly (readonly string[])[],
  spec: SeedSpec = {},
  target: { site?: string } = {},
): Plan {
  const { seed } = readSeed(wxrSeed({ title: 'Plumber', content: '[geo_city]', ...spec }), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { project, problems } = prepareProject({
    seed,
    table: readRows([HEADER, ...rows]).table,
    key: 'test',
    ...target,
  });
  if (!project) throw new Error(JSON.stringify(problems));
  return planPages(project);
}

const split = (plan: Plan, bytes: number, pages = 500): Layout =>
  layoutParts(plan, { name: 'out', split: { bytes, pages } });

/** The sizes that were promised are those of the files, and all of them import. */
function expectBuilt(layout: Layout, limit: number): void {
  const { files } = collectFiles(layout);
  expect(files.map(({ name, bytes }) => [name, bytes.length])).toEqual(
    layout.parts.map(({ name, bytes }) => [name, bytes]),
  );
  expect(listFaultTexts(auditFiles(files, layout, limit))).toEqual([]);
}

const town = (at: number, length = 4, picture = '') => [
  'x'.repeat(length),
  `t${String(at).padStart(4, '0')}`,
  picture,
];

function media(id: number, title = `Picture ${id}`): ItemSpec {
  return {
    id,
    type: 'attachment',
    title,
    slug: `picture-${id}`,
    content: '',
    status: 'inherit',
    date: `2024-01-02 00:00:${id}`,
    extra: `<wp:attachment_url>https://site.example/${id}.jpg</wp:attachment_url>`,
  };
}

/** Bytes of room that the problem of a page that is too large names. */
function roomTold(layout: Layout, row: number): number {
  const text = layout.plan.problems.find((problem) => problem.row === row)?.text ?? '';
  return Number(/has room for (\d+) beside/.exec(text)?.[1]);
}

describe('metas that are alike', () => {
  it.each([
    ['serialized', 'a:1:{s:4:"name";s:10:"[geo_city]";}'],
    ['wrapped, for the filled text looks serialized', '[picture]'],
  ])('are counted in each place if they are %s', (_, value) => {
    const metas: [string, string][] = ['one', 'two', 'three'].map((name) => [name, value]);
    expectBuilt(split(createPlan([town(1, 4, 'b:1;'), town(2, 120, 'b:0;')], { metas }), 10_000), 10_000);
  });
});

describe('the room that a part has for a page', () => {
  it('is reported such that a page of that size is written', () => {
    const limit = 6000;
    const first = createPlan([town(1), town(2, 9000)]);
    const layout = split(first, limit);
    expect(layout).toMatchObject({ pages: 1, skipped: 1 });
    const surplus = (first.sizes[1] ?? 0) - roomTold(layout, 3);
    const fitting = split(createPlan([town(1), town(2, 9000 - surplus)]), limit);
    expect(fitting).toMatchObject({ pages: 2, skipped: 0, problems: [] });
    expect(fitting.parts[1]?.bytes).toBe(limit);
    expectBuilt(fitting, limit);
    const beyond = split(createPlan([town(1), town(2, 9000 - surplus + 1)]), limit);
    expect(beyond).toMatchObject({ pages: 1, skipped: 1 });
  });

  it('is less by the stub of the picture that its row chooses', () => {
    const spec: SeedSpec = {
      metas: [['_thumbnail_id', '[picture]']],
      behind: [media(30), media(31, 'é'.repeat(50))],
    };
    const layout = split(
      createPlan([town(1), town(2, 9000, '30'), town(3, 9000, '31'), town(4, 9000)], spec),
      7000,
    );
    const [plain, small, large] = [5, 3, 4].map((row) => roomTold(layout, row));
    expect((plain ?? 0) - (small ?? 0)).toBeGreaterThan(300);
    // the longer title is written twice as long in UTF-8
    expect((small ?? 0) - (large ?? 0)).toBe(100 - 'Picture 30'.length);
  });

  it('is zero, and never negative, if a part can’t even fit its static records', () => {
    const layout = split(createPlan([town(1), town(2)]), 100);
    expect(layout.problems.map(({ code }) => code)).toEqual(['part-too-small']);
    expect(layout.plan.problems.map(({ code }) => code)).toEqual([
      'page-too-large',
      'page-too-large',
      'no-ready-rows',
    ]);
    expect(roomTold(layout, 2)).toBe(0);
    expect(layout).toMatchObject({ pages: 0, skipped: 2, parts: [], bytes: 0 });
  });

  it('counts the rows that the plan has already skipped', () => {
    const plan = createPlan([town(1), ['Lost', '', ''], town(2, 9000), town(3)]);
    expect(plan.skipped).toBe(1);
    expect(split(plan, 6000)).toMatchObject({ pages: 2, skipped: 2 });
  });
});

describe('the static records of the first part', () => {
  const spec: SeedSpec = {
    parent: 7,
    before: [
      {
        id: 7,
        title: 'Areas',
        slug: 'areas',
        metas: [['styles', 'a'.repeat(2000)]],
        date: '2024-01-01 00:00:00',
      },
    ],
  };

  it('fills it to the last byte, and refuses the run with one byte more', () => {
    const plan = createPlan([town(1)], spec, { site: 'https://other.example' });
    const bytes = layoutParts(plan, { name: 'out', split: null }).parts[0]?.frame.bytes ?? 0;
    const exact = split(plan, bytes);
    expect(exact.problems).toEqual([]);
    expect(exact.parts.map((part) => [part.bytes <= bytes, part.pages])).toEqual([
      [true, 0],
      [true, 1],
    ]);
    expectBuilt(exact, bytes);
    expect(split(plan, bytes - 1).problems.map(({ code }) => code)).toEqual(['part-too-small']);
  });

  it('shares its terms with the later parts that use them', () => {
    const channel =
      '<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>news</wp:category_nicename><wp:cat_name><![CDATA[News]]></wp:cat_name></wp:category>\n';
    const terms = [{ name: 'News', nicename: 'news' }];
    const layout = split(createPlan([town(1), town(2)], { type: 'post', terms, channel }), 1e6, 1);
    const [one, two] = collectFiles(layout).files.map(({ bytes }) => new TextDecoder().decode(bytes));
    expect(one).toContain('<wp:category_nicename>news<');
    expect(two).toContain('<wp:category_nicename>news<');
    expect(layout.parts[0]?.frame.bytes).toBe(layout.parts[1]?.frame.bytes);
  });
});

describe('a layout', () => {
  const rows = Array.from({ length: 1200 }, (_, at) => town(at));

  it('of thousands of parts numbers them with as many digits as the last one has', () => {
    const { parts } = split(createPlan(rows), 1e6, 1);
    expect(parts.map(({ name }) => name)).toEqual(
      rows.map((_, at) => `out-${String(at + 1).padStart(4, '0')}-of-1200.xml`),
    );
    expect(parts.map(({ from, pages }) => [from, pages])).toEqual(rows.map((_, at) => [at, 1]));
  });

  it('is the same each time, except for the file names', () => {
    const plan = createPlan(rows.slice(0, 40));
    const once = split(plan, 9000, 7);
    expect(split(plan, 9000, 7)).toEqual(once);
    const renamed = layoutParts(plan, { name: 'Köln & more', split: { bytes: 9000, pages: 7 } });
    expect(renamed.parts[0]?.name).toBe(`Köln & more-1-of-${renamed.parts.length}.xml`);
    expect(collectFiles(renamed).files.map(({ bytes }) => bytes)).toEqual(
      collectFiles(once).files.map(({ bytes }) => bytes),
    );
  });

  it('reports with each chunk of a file the number of pages done over all parts', () => {
    const layout = split(createPlan(rows.slice(0, 25)), 1e6, 10);
    expect(layout.parts.map(({ pages }) => pages)).toEqual([10, 10, 5]);
    const { files, links } = collectFiles(layout);
    expect(files).toHaveLength(3);
    expect(links.map(({ row }) => row)).toEqual(rows.slice(0, 25).map((_, at) => at + 2));
  });
});
