/** Random exports × random rows × random splits: what a plan promises is what is written, and it lands. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { cases } from '#testkit/cases.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { type ItemSpec, type SeedSpec, build, toCsv, wxrSeed } from '#testkit/wxr-seed.ts';
import { slugify } from './text/slugify.ts';

const HEADER = ['geo_city', 'geo_url', 'intro', 'n'];

const word = fc.constantFrom(
  'a',
  'Waco',
  'é',
  '&',
  '<b>',
  ']]>',
  '"',
  "'",
  '\\',
  '[x]',
  '[[geo_city]]',
  '😀',
  '--',
  '\r\n',
  ' ',
);
const text = fc
  .array(fc.oneof(word, fc.constantFrom('[geo_city]', '[intro]', '[Geo City | upper]', '[page_url]')), {
    maxLength: 6,
  })
  .map((words) => words.join(''));
const cell = fc.oneof(
  fc.array(word, { maxLength: 5 }).map((words) => words.join('')),
  fc.string({ unit: 'binary', maxLength: 10 }),
);

const media = fc.integer({ min: 90, max: 94 }).map(
  (id): ItemSpec => ({
    id,
    type: 'attachment',
    status: 'inherit',
    title: `M${id}`,
    slug: `m${id}`,
    content: '',
    date: `2024-01-01 00:00:${id - 40}`,
    extra: `<wp:attachment_url>https://site.example/m${id}.jpg</wp:attachment_url>\n`,
  }),
);
const php = text.map(
  (inner) => `a:1:{i:0;s:${new TextEncoder().encode(inner.replaceAll('\r\n', '\n')).length}:"${inner}";}`,
);

const seeds: fc.Arbitrary<SeedSpec> = fc
  .record({
    title: text,
    content: text.map((inner) => `<p title="x">${inner.replaceAll('<b>', '')}</p>[geo_city]`),
    excerpt: text,
    slug: fc.constantFrom('plumber-geo_url', 'geo_url', 'plumber', 'geo_city-geo_url', ''),
    id: fc.integer({ min: 1, max: 9998 }),
    style: fc.constantFrom('cdata', 'escaped'),
    gmt: fc.constantFrom('2025-03-04 10:11:12', '0000-00-00 00:00:00', null),
    status: fc.constantFrom('publish', 'draft', 'future'),
    type: fc.constantFrom('page', 'post', 'geo_area'),
    metas: fc.tuple(text, php, media).map(([plain, serialized, { id }]): [string, string][] => [
      ['plain', plain],
      ['php', serialized],
      ['_thumbnail_id', String(id ?? 0)],
      ['_edit_lock', '1'],
    ]),
    behind: fc.uniqueArray(media, { maxLength: 3, selector: ({ id }) => id }),
    hasParent: fc.boolean(),
  })
  .filter(({ id }) => id < 80 || id > 99)
  .map(
    ({ hasParent, ...spec }): SeedSpec =>
      hasParent && spec.type === 'page' && spec.id !== 7
        ? {
            ...spec,
            parent: 7,
            before: [{ id: 7, title: 'Areas', slug: 'areas', content: 'Areas', date: '2024-01-01 00:00:00' }],
          }
        : spec,
  );

const rows = fc
  .array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 30 })
  .map((cells) => cells.map(([city, intro, n], index) => [city, `t${index}`, intro, n]));
const splits = fc.oneof(
  fc.constant(null),
  fc.record({ bytes: fc.integer({ min: 9000, max: 40_000 }), pages: fc.integer({ min: 1, max: 12 }) }),
);

describe('random exports, rows and splits', () => {
  it('land whole, with the sizes that were promised and identities of their own', () => {
    let pages = 0;
    fc.assert(
      fc.property(seeds, rows, splits, (spec, cells, split) => {
        const built = build(wxrSeed(spec), [HEADER, ...cells], { split });
        const { files, layout } = built;
        expect(layout.pages + layout.skipped).toBe(cells.length);
        expect(files.map(({ name, bytes }) => [name, bytes.length])).toEqual(
          layout.parts.map(({ name, bytes }) => [name, bytes]),
        );
        for (const part of layout.parts) {
          expect(part.bytes).toBeLessThanOrEqual(split?.bytes ?? Number.POSITIVE_INFINITY);
          expect(part.pages).toBeLessThanOrEqual(split?.pages ?? Number.POSITIVE_INFINITY);
        }
        const verdict = auditFiles(files, layout, split && split.bytes);
        expect(listFaultTexts(verdict)).toEqual([]);
        expect(verdict.pages).toBe(layout.pages);
        for (const field of ['guid', 'wp:post_id', 'wp:post_name'])
          expect(new Set(built.pages.map((page) => page.fields[field])).size).toBe(layout.pages);
        for (const { fields } of built.pages)
          expect(slugify(fields['wp:post_name'] ?? '', 'segment')).toBe(fields['wp:post_name']);
        expect(new Set(built.pages.map((page) => page.outline.join(' '))).size).toBeLessThanOrEqual(1);
        pages += layout.pages;
      }),
      { numRuns: cases(60) },
    );
    expect(pages).toBeGreaterThan(cases(100));
  });

  it('give the same files with rows in pieces of any size', () => {
    fc.assert(
      fc.property(seeds, rows, splits, fc.integer({ min: 1, max: 64 }), (spec, cells, split, chunk) => {
        const sheet = [HEADER, ...cells];
        const whole = build(wxrSeed(spec), sheet, { split, chunk: toCsv(sheet).length });
        const pieces = build(wxrSeed(spec), sheet, { split, chunk });
        expect(pieces.files).toEqual(whole.files);
        expect(pieces.links).toEqual(whole.links);
        expect(pieces.problems).toEqual(whole.problems);
      }),
      { numRuns: cases(40) },
    );
  });

  it('have ids in the order of the rows, above all others, over all parts', () => {
    fc.assert(
      fc.property(seeds, rows, splits, (spec, cells, split) => {
        const { files, layout } = build(wxrSeed(spec), [HEADER, ...cells], { split });
        const { firstId } = layout.plan.project;
        const ids = files
          .flatMap(({ bytes }) => readPages(bytes))
          .map((page) => Number(page.fields['wp:post_id']));
        const own = ids.filter((id) => id >= firstId);
        expect(own).toEqual(Array.from({ length: layout.pages }, (_, index) => firstId + index));
        expect(Math.max(0, spec.id ?? 0, spec.parent ?? 0, ...ids.filter((id) => id < firstId))).toBeLessThan(
          firstId,
        );
      }),
      { numRuns: cases(40) },
    );
  });
});
