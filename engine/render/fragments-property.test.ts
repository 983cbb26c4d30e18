/**
 * Seeds composed of fragments of HTML, JSON, PHP, XML and placeholders in every leaf, with rows of the
 * same: each seed is rejected with its place, or every row becomes a page or is skipped with a reason.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutParts, planPages, prepareProject, readSeed, type Problem } from '#engine';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { cases } from '#testkit/cases.ts';
import { DANGEROUS, hostileValue } from '#testkit/hostile-values.ts';
import { collectFiles, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'v', 'w', 'bio_html'];
const ROWS = 6;
const PLACEHOLDERS =
  '[v]·[w]·[bio_html]·[geo_city]·[v | upper]·[w | first]·[v|default:"x"]·[geo_url]·[page_url]·[V | json]·[w | url]·[v | slug]·[row_number]·[v | plural]'.split(
    '·',
  );
/** Each opens, closes or tears something. */
const SCRAPS =
  '<p>·</p>·<a href="·">·<img src="/a" alt=\'·\'>·<script>var a="·";</script>·<style>a{content:"·"}</style>·<!-- ·-->·<!-- wp:p -->·<!-- /wp:p -->·[gallery ids="1·"]·[[·] ·[·"·\'·\\·";·;·:· ·\n·\r\n·&amp;·&lt;·&·]]>·%5B·%5D·\\u005b·<h·>·</h·javascript:·style="·" onclick="·é😀·x·--·<·srcset="·=·/·?q=·tel:·mailto:'.split(
    '·',
  );
/** Beginnings of values that are nothing before a row ends them. */
const HALVES = '<!-- wp:acme {"a":"·"} /-->·{"a":"·"}·[{"a":"·"}]·s:3:"·a:1:{i:0;·}·O:8:"'.split('·');

const placeholder = fc.constantFrom(...PLACEHOLDERS);
const scrap = fc.oneof(placeholder, placeholder, fc.constantFrom(...SCRAPS));
const joined = (pieces: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(pieces, { maxLength }).map((chosen) => chosen.join(''));
const text = joined(fc.oneof(scrap, fc.constantFrom(...HALVES)), 8);
const metaText = joined(scrap, 6).filter((meta) => !/^\s*[[{]/.test(meta));
const value = fc.oneof(hostileValue, fc.constantFrom(...DANGEROUS), joined(scrap, 3));

const seeds = fc.record({
  title: text,
  content: text,
  excerpt: text,
  type: fc.constantFrom('page', 'post', 'geo_area'),
  style: fc.constantFrom('cdata' as const, 'escaped' as const),
  slug: fc.constantFrom('geo_url', 'plumber-geo_url', 'p', ''),
  plain: metaText,
  counted: metaText,
  built: text,
  link: text,
  term: text,
  nicename: text,
  attribute: text,
  element: text,
});

function referenced(raw: string): string {
  return raw.replaceAll(/[&<>"\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Every kind of leaf, and a static image record with the same texts. */
function createSeed(spec: typeof seeds extends fc.Arbitrary<infer Spec> ? Spec : never): Uint8Array {
  const { plain, counted, built, link, term, nicename, attribute, element, ...item } = spec;
  const bytes = new TextEncoder().encode(counted.replaceAll('\r\n', '\n')).length;
  const extra = `<y of="${referenced(attribute)}">${referenced(element)}<z/></y>`;
  return wxrSeed({
    ...item,
    extra,
    terms: [{ name: term, nicename }],
    metas: [
      ['plain', plain],
      ['_elementor_data', JSON.stringify([{ id: 'a', settings: { text: built, url: link } }])],
      ['php', `a:1:{i:0;s:${bytes}:"${counted}";}`],
      [`key_${plain.slice(0, 5)}`, plain],
      ['_thumbnail_id', '7'],
    ],
    behind: [
      {
        id: 7,
        type: 'attachment',
        title: item.excerpt,
        slug: 'roof',
        date: '2020-01-01 00:00:00',
        content: item.title,
        metas: [['alt', plain]],
        extra,
      },
    ],
  });
}

/** Reads the pages of the rows from files that pass the audit; none if the seed is rejected. */
function land(bytes: Uint8Array, rows: readonly (readonly string[])[]): number {
  const { seed, problems } = readSeed(bytes, 'seed.xml');
  const prepared = seed && prepareProject({ seed, table: readRows(rows).table, key: 'k' });
  if (!prepared?.project) {
    checkRejection(prepared?.problems ?? problems);
    return 0;
  }
  const plan = planPages(prepared.project);
  const reasons = plan.problems.filter(({ severity }) => severity === 'loss').map(({ row }) => row);
  expect(plan.pages + new Set(reasons).size).toBe(ROWS);
  const layout = layoutParts(plan, { name: 'out', split: null });
  expect(listFaultTexts(auditFiles(collectFiles(layout).files, layout))).toEqual([]);
  return plan.pages;
}

function checkRejection(problems: readonly Problem[]): void {
  const faults = problems.filter(({ severity }) => severity === 'fault');
  expect(faults.length).toBeGreaterThan(0);
  for (const fault of faults) {
    expect(fault).toMatchObject({ file: 'seed.xml', text: expect.stringMatching(/[.!]$/) });
    expect(fault.line).toBeGreaterThan(0);
  }
}

describe('a seed of any scraps', () => {
  // always the same seeds: what a new one shows is worth a test of its own
  it('is rejected with its place, or every row becomes a page or is skipped with a reason', () => {
    let pages = 0;
    const cells = fc.array(fc.tuple(value, value, value), { minLength: ROWS, maxLength: ROWS });
    fc.assert(
      fc.property(seeds, cells, (spec, rows) => {
        const sheet = [HEADER, ...rows.map((row, index) => [`T${index}${row[0]}`, `t${index}`, ...row])];
        pages += land(createSeed(spec), sheet);
      }),
      { numRuns: cases(18), seed: 20_261_121 },
    );
    expect(pages).toBeGreaterThan(cases(40));
  });
});
