/** The promise behind the identities: what was imported once is found again, not doubled. */
import { describe, expect, it } from 'vitest';
import { createPartAudit, checkParts, type Verdict } from '#engine';
import { type Built, type SeedSpec, build, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'intro'];
const towns = (count: number, intro = 'Hi') =>
  Array.from({ length: count }, (_, index) => [`Town ${index}`, `town-${index}`, intro]);
const SEED: SeedSpec = { content: '<p>[intro]</p>' };

function run(rows: string[][], spec: SeedSpec = SEED, key = 'test'): Built {
  return build(wxrSeed(spec), [HEADER, ...rows], { key });
}

/** Imports the files of several runs one after the other into one empty site. */
function importAll(...runs: Built[]): Verdict {
  const files = runs.flatMap((built) => built.files);
  return checkParts(
    files.map(({ name, bytes }, index) => {
      const audit = createPartAudit({ file: `${index} ${name}`, now: '2030-01-01 00:00:00' });
      audit.push(bytes);
      return audit.end();
    }),
  );
}

/** Pages on the site after all, and those that the importer found already there. */
function countsOf(verdict: Verdict): [landed: number, found: number] {
  return [verdict.pages, verdict.skipped.filter(({ code }) => code === 'already-exists').length];
}

describe('a second import of the same project', () => {
  it('finds every page, whatever is written on it now', () => {
    expect(countsOf(importAll(run(towns(40)), run(towns(40, 'Other words & more'))))).toEqual([40, 40]);
  });

  it('finds them in any order of the rows, and adds what is new', () => {
    const mixed = [...towns(40).toReversed(), ['New', 'new-town', 'x'], ['Newer', 'newer-town', 'y']];
    expect(countsOf(importAll(run(towns(40)), run(mixed)))).toEqual([42, 40]);
  });

  it('finds those that are left when rows were taken out', () => {
    expect(countsOf(importAll(run(towns(40)), run(towns(40).filter((_, index) => index % 3 === 0))))).toEqual(
      [40, 14],
    );
  });

  it('finds them by the row’s key, though the slug was changed; the page on the site keeps its slug', () => {
    const keyed = (suffix: string) =>
      build(wxrSeed(SEED), [
        [...HEADER, 'row_id'],
        ...towns(10).map(([city = '', slug = '', intro = ''], index) => [
          city,
          slug + suffix,
          intro,
          `k${index}`,
        ]),
      ]);
    expect(countsOf(importAll(keyed(''), keyed('-tx')))).toEqual([10, 10]);
  });

  it('finds pages whose titles are all the same', () => {
    const rows = towns(30).map(([, slug = '', intro = '']) => ['Waco', slug, intro]);
    expect(countsOf(importAll(run(rows), run(rows)))).toEqual([30, 30]);
  });

  it('makes new pages where title or key of a row changed, and says by the guid which they are', () => {
    const one = run(towns(5));
    const two = run(towns(5).map(([city = '', ...rest]) => [`${city} City`, ...rest]));
    expect(countsOf(importAll(one, two))).toEqual([10, 0]);
    expect(two.pages.map((page) => page.fields.guid)).toEqual(one.pages.map((page) => page.fields.guid));
  });

  it('finds them with another project key, too: the site goes by title and date', () => {
    const [one, two] = [run(towns(5)), run(towns(5), SEED, 'other')];
    expect(countsOf(importAll(one, two))).toEqual([5, 5]);
    expect(two.pages[0]?.fields.guid).not.toBe(one.pages[0]?.fields.guid);
  });

  it('finds them when the seed was exported again later, unless its own date changed', () => {
    const later = { ...SEED, pubDate: 'Sat, 07 Jun 2025 08:00:00 +0000' };
    expect(countsOf(importAll(run(towns(5)), run(towns(5), later)))).toEqual([5, 5]);
    const redated = { ...SEED, date: '2025-03-05 00:00:00' };
    expect(countsOf(importAll(run(towns(5)), run(towns(5), redated)))).toEqual([10, 0]);
  });
});

describe('the samples, imported before everything', () => {
  it('are found again by the whole run, ids and all', () => {
    const samples = run(towns(40).filter((_, index) => [0, 17, 39].includes(index)));
    expect(countsOf(importAll(samples, run(towns(40))))).toEqual([40, 3]);
  });
});

describe('two projects on one site', () => {
  const other: SeedSpec = {
    ...SEED,
    title: 'Roofer in [geo_city]',
    slug: 'roofer-geo_url',
    link: 'https://site.example/roofer-geo_url/',
  };

  it('do not take each other’s pages for their own', () => {
    expect(countsOf(importAll(run(towns(40)), run(towns(40), other)))).toEqual([80, 0]);
  });

  it('with rows of the same keys have the same dates, which differ by their titles', () => {
    const [one, two] = [run(towns(3)), run(towns(3), other)];
    expect(two.pages.map((page) => page.fields['wp:post_date'])).toEqual(
      one.pages.map((page) => page.fields['wp:post_date']),
    );
  });
});
