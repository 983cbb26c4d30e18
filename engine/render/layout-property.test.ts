/**
 * Any export, any rows, any split: together the parts contain exactly the pages of the single file, in order,
 * each part within its limits and importable after the parts before it.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { cases } from '#testkit/cases.ts';
import { type ReadPage, readPages } from '#testkit/wxr-pages.ts';
import { type Built, type ItemSpec, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'picture'];

function media(id: number): ItemSpec {
  return {
    id,
    type: 'attachment',
    title: `Picture ${id}`,
    slug: `picture-${id}`,
    content: '',
    status: 'inherit',
    date: `2024-01-02 00:00:${String(id % 60).padStart(2, '0')}`,
    extra: `<wp:attachment_url>https://site.example/${id}.jpg</wp:attachment_url>`,
    metas: [['_wp_attached_file', `2024/01/${id}.jpg`]],
  };
}

const PARENT: ItemSpec = {
  id: 7,
  title: 'Areas',
  slug: 'areas',
  content: 'x'.repeat(900),
  date: '2024-01-01 00:00:00',
};
const PICTURES = [30, 31, 32, 33];

/** A seed in which each row chooses its picture, all have one, or none has. */
const SEEDS: Record<string, SeedSpec> = {
  plain: {},
  child: { parent: 7, before: [PARENT] },
  'one picture': { metas: [['_thumbnail_id', '30']], behind: PICTURES.map(media) },
  'a picture a row': { metas: [['_thumbnail_id', '[picture]']], behind: PICTURES.map(media) },
  'child with a picture a row': {
    parent: 7,
    before: [PARENT],
    metas: [['_thumbnail_id', '[picture]']],
    behind: PICTURES.map(media),
  },
};

const arbitraryRows = fc.array(fc.record({ length: fc.nat(1500), picture: fc.constantFrom(...PICTURES) }), {
  minLength: 1,
  maxLength: 30,
});
const limits = fc.record({
  bytes: fc.integer({ min: 9000, max: 30_000 }),
  pages: fc.integer({ min: 1, max: 12 }),
});

function buildRows(
  spec: SeedSpec,
  rows: readonly { length: number; picture: number }[],
  split: { bytes: number; pages: number } | null,
): Built {
  const cells = rows.map(({ length, picture }, row) => [
    `T${row} ${'é'.repeat(length)}`,
    `t${row}`,
    String(picture),
  ]);
  return build(wxrSeed({ title: 'Plumber', content: '[geo_city]', ...spec }), [HEADER, ...cells], { split });
}

const getSlug = (page: ReadPage): string => page.fields['wp:post_name'] ?? '';
const getType = (page: ReadPage): string => page.fields['wp:post_type'] ?? '';
const getId = (page: ReadPage): number => Number(page.fields['wp:post_id']);

describe.each(Object.entries(SEEDS))('a split of a seed that is: %s', (_name, spec) => {
  it('holds the pages of the one file, in order, unchanged', () => {
    fc.assert(
      fc.property(arbitraryRows, limits, (rows, split) => {
        const whole = buildRows(spec, rows, null);
        const parts = buildRows(spec, rows, split);
        expect(parts.layout.skipped).toBe(0);
        expect(parts.pages).toEqual(whole.pages);
      }),
      { numRuns: cases(7) },
    );
  });

  it('keeps every part within its limits, with the size and the number of pages that were promised', () => {
    fc.assert(
      fc.property(arbitraryRows, limits, (rows, split) => {
        const { files, layout } = buildRows(spec, rows, split);
        expect(files.map(({ bytes }) => bytes.length)).toEqual(layout.parts.map(({ bytes }) => bytes));
        for (const [index, { bytes }] of files.entries()) {
          expect(bytes.length).toBeLessThanOrEqual(split.bytes);
          const pages = readPages(bytes).filter((page) => getId(page) >= layout.plan.project.firstId);
          expect(pages.length).toBe(layout.parts[index]?.pages);
          expect(pages.length).toBeLessThanOrEqual(split.pages);
        }
        expect(layout.parts.reduce((sum, { pages }) => sum + pages, 0)).toBe(rows.length);
      }),
      { numRuns: cases(7) },
    );
  });

  it('passes the audit as a whole, and so does every part after the first ones', () => {
    fc.assert(
      fc.property(arbitraryRows, limits, (rows, split) => {
        const { files, layout } = buildRows(spec, rows, split);
        const verdict = auditFiles(files, layout, split.bytes);
        expect(listFaultTexts(verdict)).toEqual([]);
        expect(verdict.pages).toBe(rows.length);
      }),
      { numRuns: cases(7) },
    );
  });

  it('has in each later part the records that its own pages name, and no others', () => {
    fc.assert(
      fc.property(arbitraryRows, limits, (rows, split) => {
        const { files } = buildRows(spec, rows, split);
        for (const { bytes } of files.slice(1)) {
          const records = readPages(bytes);
          const pages = records.filter((page) => getSlug(page).startsWith('plumber-'));
          const named = new Set(
            pages.flatMap((page) => [
              Number(page.fields['wp:post_parent']),
              ...page.metas.filter(([key]) => key === '_thumbnail_id').map(([, value]) => Number(value)),
            ]),
          );
          named.delete(0);
          const carried = records.filter((page) => !pages.includes(page)).map(getId);
          expect(carried.toSorted((a, b) => a - b)).toEqual([...named].toSorted((a, b) => a - b));
        }
      }),
      { numRuns: cases(7) },
    );
  });
});

describe('the stubs of later parts', () => {
  const rows = Array.from({ length: 12 }, (_, row) => ({ length: 10, picture: PICTURES[row % 2] ?? 0 }));
  const { files } = buildRows(SEEDS['child with a picture a row'] ?? {}, rows, { bytes: 1e7, pages: 5 });
  const [first = [], ...later] = files.map(({ bytes }) => readPages(bytes));

  it('have all that the record has but its metas, so that whichever part is imported first, it is whole', () => {
    const stubs = later.flat().filter((page) => !getSlug(page).startsWith('plumber-'));
    expect(stubs.length).toBeGreaterThan(4);
    for (const stub of stubs) {
      const whole = first.find((page) => getId(page) === getId(stub));
      const names = Object.keys(whole?.fields ?? {}).filter((name) => !/^wp:(?:post)?meta/.test(name));
      expect(names).toContain('content:encoded');
      expect(names.map((name) => stub.fields[name])).toEqual(names.map((name) => whole?.fields[name]));
      expect(stub.metas).toEqual([]);
    }
  });

  it('keep the address of a picture, which the importer fetches it by', () => {
    const stubs = later.flat().filter((page) => getType(page) === 'attachment');
    expect(stubs.length).toBe(4);
    for (const stub of stubs)
      expect(stub.fields['wp:attachment_url']).toBe(`https://site.example/${getId(stub)}.jpg`);
  });

  it('come before the pages, with the full parent only in the first part', () => {
    for (const records of [first, ...later]) {
      const firstPage = records.findIndex((page) => getSlug(page).startsWith('plumber-'));
      expect(records.findIndex((page) => getId(page) === 7)).toBeLessThan(firstPage);
    }
    expect(first.find((page) => getId(page) === 7)?.fields['content:encoded']).toBe('x'.repeat(900));
  });

  it('are those of the images that rows choose; an unused one is nowhere', () => {
    const pictures = (records: readonly ReadPage[]) =>
      records.filter((page) => getType(page) === 'attachment').map(getId);
    expect(pictures(first)).toEqual([30, 31]);
    expect(later.map(pictures)).toEqual([
      [30, 31],
      [30, 31],
    ]);
  });
});

describe('the space of a page next to stubs', () => {
  const spec = SEEDS['a picture a row'] ?? {};
  const longest = { length: 2500, picture: 30 };
  const rows = [31, 32, 33].map((picture) => ({ length: 0, picture }));

  it('is not reduced by stubs of images that only other pages use', () => {
    const { files, layout } = buildRows(spec, [...rows, longest], { bytes: 1e7, pages: 1 });
    const last = files.at(-1)?.bytes.length ?? 0;
    const first = files[0]?.bytes.length ?? 0;
    // exactly as large as that page with its one stub, and the first part still fits
    const bytes = Math.max(last, first);
    expect(bytes).toBe(last);
    expect(buildRows(spec, [...rows, longest], { bytes, pages: 1 }).layout).toMatchObject({
      pages: 4,
      skipped: 0,
    });
    const less = buildRows(spec, [...rows, longest], { bytes: bytes - 1, pages: 1 });
    expect(less.layout).toMatchObject({ pages: 3, skipped: 1 });
    expect(layout.skipped).toBe(0);
  });

  it('is used up: a part ends only if the next page with its stub would exceed the limit', () => {
    const many = Array.from({ length: 24 }, (_, row) => ({
      length: row * 9,
      picture: PICTURES[row % 4] ?? 0,
    }));
    const whole = buildRows(spec, many, { bytes: 1e7, pages: 1 });
    const gap = whole.layout.parts[1]?.frame.gapBytes ?? 0;
    for (let bytes = 9000; bytes < 14_000; bytes += 517) {
      const { layout } = buildRows(spec, many, { bytes, pages: 500 });
      const [, ...later] = layout.parts;
      for (const [index, part] of later.slice(0, -1).entries()) {
        const next = later[index + 1];
        const page = layout.plan.sizes[next?.from ?? 0] ?? 0;
        const stub = (next?.frame.statics ?? []).map((text) => new TextEncoder().encode(text).length + gap);
        expect(part.bytes).toBeLessThanOrEqual(bytes);
        expect(part.bytes + page + gap + Math.max(0, ...stub)).toBeGreaterThan(bytes);
      }
    }
  });
});
