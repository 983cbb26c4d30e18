import { describe, expect, it } from 'vitest';
import { layoutParts, planPages, prepareProject, readSeed, type Layout } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { type SeedSpec, collectFiles, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url'];
const towns = (count: number, city = (index: number) => `Town ${index}`) => [
  HEADER,
  ...Array.from({ length: count }, (_, index) => [city(index), `town-${index}`]),
];

function createPlan(rows: string[][], spec: SeedSpec = {}, target: { site?: string } = {}) {
  const { seed } = readSeed(wxrSeed(spec), 'seed.xml');
  if (!seed) throw new Error('no seed');
  const { project, problems } = prepareProject({
    seed,
    table: readRows(rows).table,
    key: 'test',
    ...target,
  });
  if (!project) throw new Error(JSON.stringify(problems));
  return planPages(project);
}

/** Builds a layout: its files must have the promised sizes and names, and import whole. */
function buildAll(layout: Layout, limit: number | null): Uint8Array[] {
  const { files } = collectFiles(layout);
  expect(files.map(({ name, bytes }) => [name, bytes.length])).toEqual(
    layout.parts.map(({ name, bytes }) => [name, bytes]),
  );
  expect(layout.bytes).toBe(files.reduce((sum, { bytes }) => sum + bytes.length, 0));
  const verdict = auditFiles(files, layout, limit);
  expect(listFaultTexts(verdict)).toEqual([]);
  expect(verdict.pages).toBe(layout.pages);
  return files.map(({ bytes }) => bytes);
}

const AREAS = {
  id: 7,
  title: 'Areas',
  slug: 'areas',
  content: 'a'.repeat(3000),
  date: '2024-01-01 00:00:00',
};

describe('parts', () => {
  it.each([1, 2, 3, 7, 10, 11, 500])('hold at most %i pages', (pages) => {
    const layout = layoutParts(createPlan(towns(11)), { name: 'out', split: { bytes: 1e7, pages } });
    expect(layout.parts.map((part) => part.pages)).toEqual(
      Array.from({ length: Math.ceil(11 / pages) }, (_, part) => Math.min(pages, 11 - part * pages)),
    );
    buildAll(layout, 1e7);
  });

  it('have at most the maximum bytes, and as many pages as fit', () => {
    const plan = createPlan(towns(40, (index) => 'x'.repeat(index * 13)));
    for (let limit = 2500; limit < 12_000; limit += 371) {
      const layout = layoutParts(plan, { name: 'out', split: { bytes: limit, pages: 500 } });
      const sizes = buildAll(layout, limit).map((bytes) => bytes.length);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(limit);
      layout.parts.slice(1).forEach((part, index) => {
        const gap = part.frame.gapBytes;
        expect((sizes[index] ?? 0) + (layout.plan.sizes[part.from] ?? 0) + gap).toBeGreaterThan(limit);
      });
    }
  });

  it('are cut exactly at the limit: one byte less makes one part more', () => {
    const plan = createPlan(towns(3));
    const { singleFileBytes } = plan;
    const partsAt = (bytes: number) =>
      layoutParts(plan, { name: 'out', split: { bytes, pages: 500 } }).parts.length;
    expect(partsAt(singleFileBytes)).toBe(1);
    expect(partsAt(singleFileBytes - 1)).toBe(2);
  });

  it('have numbers of equal width, so that any list sorts them in import order', () => {
    const names = (count: number) =>
      layoutParts(createPlan(towns(count)), {
        name: 'north star',
        split: { bytes: 1e7, pages: 1 },
      }).parts.map(({ name }) => name);
    expect(names(2)).toEqual(['north star-1-of-2.xml', 'north star-2-of-2.xml']);
    const many = names(100);
    expect([many[0], many[8], many[99]]).toEqual([
      'north star-001-of-100.xml',
      'north star-009-of-100.xml',
      'north star-100-of-100.xml',
    ]);
    expect(many.toSorted()).toEqual(many);
  });

  it('are one file without a number if everything fits, or if no split is requested', () => {
    const plan = createPlan(towns(3));
    expect(layoutParts(plan, { name: 'out', split: { bytes: 1e7, pages: 3 } }).parts[0]?.name).toBe(
      'out.xml',
    );
    const layout = layoutParts(createPlan(towns(1200)), { name: 'out', split: null });
    expect(layout.parts.map(({ name, pages }) => [name, pages])).toEqual([['out.xml', 1200]]);
    expect(layout.bytes).toBe(layout.plan.singleFileBytes);
    buildAll(layout, null);
  });

  it('are empty if all rows are skipped', () => {
    expect(layoutParts(createPlan([HEADER, ['A', '']]), { name: 'out', split: null })).toMatchObject({
      parts: [],
      pages: 0,
      skipped: 1,
      bytes: 0,
    });
  });

  it('keep the order of the rows and ids that are unique over all of them', () => {
    const layout = layoutParts(createPlan(towns(25)), { name: 'out', split: { bytes: 1e7, pages: 4 } });
    const pages = buildAll(layout, 1e7).flatMap((bytes) => readPages(bytes));
    expect(pages.map((page) => page.fields['wp:post_name'])).toEqual(
      Array.from({ length: 25 }, (_, index) => `plumber-town-${index}`),
    );
    expect(pages.map((page) => Number(page.fields['wp:post_id']))).toEqual(
      Array.from({ length: 25 }, (_, index) => 41 + index),
    );
  });

  it('repeat the stub of a parent, whose bytes count', () => {
    const plan = createPlan(towns(9), { before: [AREAS], parent: 7 });
    for (const bytes of [7000, 8000, 9001])
      buildAll(layoutParts(plan, { name: 'out', split: { bytes, pages: 4 } }), bytes);
  });
});

describe('a page that is larger than a part', () => {
  const rows = towns(14, (index) => (index % 6 === 2 ? 'é'.repeat(4000) : 'Waco'));

  it('is skipped with its row, the others are written', () => {
    const plan = createPlan(rows);
    const layout = layoutParts(plan, { name: 'out', split: { bytes: 6000, pages: 500 } });
    expect(layout).toMatchObject({ pages: 12, skipped: 2 });
    const size = plan.sizes[2] ?? 0;
    expect(layout.plan.problems).toEqual(
      [4, 10].map((row) => ({
        code: 'page-too-large',
        severity: 'loss',
        file: 'rows.xlsx',
        row,
        text: expect.stringMatching(
          `^The page has ${row === 4 ? size : '\\d+'} bytes, and a part of 6000 bytes has room for \\d+ besides the records that every part contains. Shorten its cells, or raise the size of the parts.$`,
        ),
      })),
    );
    buildAll(layout, 6000);
  });

  it('gives up its slug, so that a shorter row with the same slug becomes a page', () => {
    const twins = [...towns(3), ...towns(3, () => 'Waco').slice(1, 2)];
    const large = (twins[1] ?? []).map((cell, at) => (at === 0 ? 'é'.repeat(4000) : cell));
    const plan = createPlan([...twins.slice(0, 1), large, ...twins.slice(2)]);
    const layout = layoutParts(plan, { name: 'out', split: { bytes: 6000, pages: 500 } });
    const losses = layout.plan.problems.filter(({ severity }) => severity === 'loss');
    expect(losses.map(({ code, row }) => [code, row])).toEqual([['page-too-large', 2]]);
    expect(layout).toMatchObject({ pages: 3, skipped: 1 });
    buildAll(layout, 6000);
  });

  it('moves the ids of later pages, also from 100 to 99, where a page gets shorter', () => {
    const plan = createPlan(rows, { id: 95 });
    const layout = layoutParts(plan, { name: 'out', split: { bytes: 6000, pages: 500 } });
    const pages = buildAll(layout, 6000).flatMap((bytes) => readPages(bytes));
    expect(pages.map((page) => Number(page.fields['wp:post_id']))).toEqual(
      Array.from({ length: 12 }, (_, index) => 96 + index),
    );
  });

  it('takes nothing from the plan: another split of it has all pages', () => {
    const plan = createPlan(rows);
    layoutParts(plan, { name: 'out', split: { bytes: 6000, pages: 500 } });
    expect(layoutParts(plan, { name: 'out', split: null })).toMatchObject({
      pages: 14,
      skipped: 0,
      problems: [],
    });
  });

  it('fits exactly or not at all', () => {
    const plan = createPlan(towns(1));
    const fits = plan.singleFileBytes;
    expect(layoutParts(plan, { name: 'out', split: { bytes: fits, pages: 1 } })).toMatchObject({
      pages: 1,
      problems: [],
    });
    expect(layoutParts(plan, { name: 'out', split: { bytes: fits - 1, pages: 1 } })).toMatchObject({
      pages: 0,
      skipped: 1,
      parts: [],
    });
  });
});

describe('records that go along', () => {
  it('fill the first part if no page fits next to them', () => {
    const plan = createPlan(
      towns(3, () => 'x'.repeat(3000)),
      { before: [{ ...AREAS, metas: [['styles', 'a'.repeat(3000)]] }], parent: 7 },
      { site: 'https://other.example' },
    );
    const [{ frame } = { frame: { bytes: 0 } }] = layoutParts(plan, { name: 'out', split: null }).parts;
    const bytes = frame.bytes + (plan.sizes[0] ?? 0);
    const layout = layoutParts(plan, { name: 'out', split: { bytes, pages: 1 } });
    expect(layout.parts.map((part) => part.pages)).toEqual([0, 1, 1, 1]);
    expect(layout.problems).toEqual([]);
    buildAll(layout, bytes);
  });

  it('block the run if they exceed a part by themselves', () => {
    const plan = createPlan(towns(3), { before: [AREAS], parent: 7 });
    const { problems } = layoutParts(plan, { name: 'out', split: { bytes: 4500, pages: 500 } });
    expect(problems[0]).toMatchObject({
      code: 'part-too-small',
      severity: 'fault',
      file: 'seed.xml',
      text: expect.stringMatching(
        /^The first part has \d+ bytes of accompanying records \(media, parents, terms\), more than the limit of 4500 bytes/,
      ),
    });
  });
});

it('predicts the exact size of every layout, whatever the seed contains', () => {
  const specs: SeedSpec[] = [
    {},
    { style: 'escaped', content: '<p>é [geo_city]</p>' },
    { before: [AREAS], parent: 7, metas: [['a', 'a:1:{i:0;s:10:"[geo_city]";}']] },
    { channel: '<wp:tag><wp:tag_name>ü [geo_city]</wp:tag_name></wp:tag>\n', gmt: null },
  ];
  const values = ['a', 'é & ü', ']]>', '<b>', 'O:8:"stdClass":0:{}', '', '😀', 'x\r\ny'];
  for (const spec of specs) {
    const plan = createPlan(
      towns(99, (index) => values[index % values.length] ?? ''),
      spec,
    );
    for (const split of [null, { bytes: 20_000, pages: 500 }, { bytes: 1e7, pages: 13 }])
      buildAll(layoutParts(plan, { name: 'out', split }), split && split.bytes);
  }
});
