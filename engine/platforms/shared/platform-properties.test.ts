/** Builds each fixture of the platforms other than WordPress with random rows and splits: as planned, verified, repeatable. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PLATFORMS } from '#engine';
import { cases } from '#testkit/cases.ts';
import { findSeedFixture, listFixtures } from '#testkit/fixtures.ts';
import { buildFormat, listFaultCodes, readSeedFixture } from '#testkit/format-build.ts';
import { HOSTILE } from '../wordpress/check-document-fixture.ts';

/** Columns of fields that only take values of their type. */
const TYPED = {
  price: '99',
  featured: 'true',
  opened: '2026-11-28',
  color: '#fff',
  email: 'info@lonestar.example',
};
const HEADER = ['geo_city', 'geo_state', 'geo_url', 'phone', 'tagline', ...Object.keys(TYPED)];
const SITE = 'https://www.lonestar.example';

const SEEDS = PLATFORMS.filter(({ id }) => id !== 'wordpress').flatMap(({ id: format }) =>
  listFixtures(format).map((name) => ({ format, path: findSeedFixture(`${format}/${name}`) })),
);

const word = fc.constantFrom(
  ...HOSTILE.filter((value) => value.length < 100),
  'é',
  '😀',
  ']]',
  '[x]',
  '\r\n',
);
const cell = fc.oneof(
  fc.array(word, { maxLength: 4 }).map((words) => words.join('')),
  fc.string({ unit: 'binary', maxLength: 10 }),
);
const rows = fc
  .array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 15 })
  .map((cells) =>
    cells.map(([state, phone, tagline], row) => [
      `Town ${row}`,
      state,
      `t${row}`,
      phone,
      tagline,
      ...Object.values(TYPED),
    ]),
  );
const splits = fc.oneof(
  fc.constant(null),
  fc.record({ bytes: fc.constant(1_000_000), pages: fc.integer({ min: 1, max: 6 }) }),
);

it.each(SEEDS)(
  '$path is imported as planned whatever the rows hold, and the same again',
  ({ format, path }) => {
    const seed = readSeedFixture(path);
    let pages = 0;
    fc.assert(
      fc.property(rows, splits, (cells, split) => {
        const make = () => buildFormat(seed, [HEADER, ...cells], { format, site: SITE, split });
        const built = make();
        const { files, planned } = built;
        expect(files.slice(0, planned.length).map(({ name, bytes }) => [name, bytes.length])).toEqual(
          planned.map(({ name, bytes }) => [name, bytes]),
        );
        for (const part of planned) expect(part.pages).toBeLessThanOrEqual(split?.pages ?? cells.length);
        const verdict = built.audit();
        expect(listFaultCodes(verdict.problems)).toEqual([]);
        expect(verdict.pages + built.skipped).toBe(cells.length);
        expect(make().files).toEqual(files);
        pages += verdict.pages;
      }),
      { numRuns: cases(5) },
    );
    expect(pages).toBeGreaterThan(cases(5));
  },
);
