import { describe, expect, it } from 'vitest';
import { compareAll, makeFiveKinds, measureTexts, toPage, measurePages } from './page-kinds-fixture.ts';

const PAGES = 2000;
const KIND_PAGES = PAGES / 5;
/** Two 32-bit hashes of a page are rarely equal by chance. */
const PRECISION = 0.002;

function at(values: ArrayLike<number>, index: number): number {
  return values[index] ?? Number.NaN;
}

interface Pair {
  a: number;
  b: number;
}

function listPairs(compare: (a: number, b: number) => number, threshold: number): Pair[] {
  const pairs: Pair[] = [];
  for (let a = 0; a < PAGES; a += 1)
    for (let b = a + 1; b < PAGES; b += 1) if (compare(a, b) >= threshold) pairs.push({ a, b });
  return pairs;
}

/** Share of pairs in each kind of pages whose pages are in one cluster; 1 for a kind without pairs. */
function getRecalls(pairs: readonly Pair[], clusters: readonly { pages: readonly number[] }[]): number[] {
  const clusterOf = new Map(clusters.flatMap(({ pages }, index) => pages.map((page) => [page, index])));
  return Array.from({ length: 5 }, (_, kind) => {
    const inKind = pairs.filter(({ a }) => Math.floor(a / KIND_PAGES) === kind);
    const found = inKind.filter(({ a, b }) => clusterOf.has(a) && clusterOf.get(a) === clusterOf.get(b));
    return inKind.length === 0 ? 1 : found.length / inKind.length;
  });
}

describe('similarity of 2,000 pages of five kinds, compared with all pairs', () => {
  const texts = makeFiveKinds(PAGES);
  const compare = compareAll(texts);
  const { closest, similarity } = measureTexts(texts);
  const truth = texts.map((_, a) => Math.max(...texts.map((__, b) => (a === b ? 0 : compare(a, b)))));

  it('reports the exact Jaccard index of each pair', () => {
    const wrong = [...similarity.keys()].filter(
      (page) =>
        Math.abs(at(similarity, page) - (at(closest, page) < 0 ? 0 : compare(page, at(closest, page)))) >
        PRECISION,
    );
    expect(wrong).toEqual([]);
  });

  it.each([
    { threshold: 0.55, needed: 0.95 },
    { threshold: 0.8, needed: 0.99 },
  ])('joins $needed of the pairs above $threshold', ({ threshold, needed }) => {
    const pairs = listPairs(compare, threshold);
    const { clusters } = measureTexts(texts, { clusterSimilarity: threshold });
    expect(pairs.length).toBeGreaterThan(1000);
    expect(Math.min(...getRecalls(pairs, clusters))).toBeGreaterThanOrEqual(needed);
    // No cluster holds pages that no chain of such pairs connects.
    const linked = new Set(pairs.flatMap(({ a, b }) => [a, b]));
    expect(clusters.flatMap(({ pages }) => pages).filter((page) => !linked.has(page))).toEqual([]);
  });

  it.each([
    { threshold: 0.55, needed: 0.95 },
    { threshold: 0.8, needed: 0.99 },
  ])('finds the closest page of $needed of the pages above $threshold', ({ threshold, needed }) => {
    const above = [...truth.keys()].filter((page) => at(truth, page) > threshold);
    const found = above.filter((page) => at(similarity, page) >= at(truth, page) - PRECISION);
    expect(above.length).toBeGreaterThan(500);
    expect(found.length / above.length).toBeGreaterThanOrEqual(needed);
  });

  it('gives the same figures whatever is compared first', () => {
    const again = measureTexts(texts);
    expect(again.similarity).toEqual(similarity);
    expect(again.closest).toEqual(closest);
  });
});

const COMMON = 'Our plumbers repair leaking pipes and water heaters on the same day with parts in the van';

describe('similarity', () => {
  it('is 1 among 100,000 identical pages, which are one cluster', () => {
    const pages = (function* listPages() {
      for (let index = 0; index < 100_000; index += 1) yield toPage(COMMON, index);
    })();
    const { clusters, pages: measured, templateShare } = measurePages(pages);
    expect(clusters).toHaveLength(1);
    expect(clusters[0]).toMatchObject({ from: 1, to: 1 });
    expect(clusters[0]?.pages).toHaveLength(100_000);
    expect(templateShare).toBe(1);
    expect(measured[0]?.closest).toEqual({ page: 1, similarity: 1 });
    expect(measured.at(-1)?.closest).toEqual({ page: 0, similarity: 1 });
  });

  it('finds a page that shares only the template with every other page', () => {
    const texts = Array.from(
      { length: 40 },
      (_, index) => `${COMMON} own${index} text${index} of town${index}`,
    );
    const { similarity, ownShare } = measureTexts(texts);
    // 17 words make 13 shingles of 5; 7 further ones end in the town's own words.
    for (const share of similarity) expect(share).toBeGreaterThan(0.4);
    for (const share of ownShare) expect(share).toBeCloseTo(4 / 17, 1);
  });

  it('is exact for a page without one word of the template', () => {
    const texts = Array.from({ length: 20 }, (_, index) => `${COMMON} town${index}`);
    texts.push(COMMON.slice(0, COMMON.lastIndexOf(' ')));
    const { similarity, closest } = measureTexts(texts);
    expect(similarity[20]).toBeCloseTo(12 / 14, 5);
    expect(closest[20]).toBe(0);
    expect(similarity[1]).toBeCloseTo(13 / 15, 5);
  });

  it('measures what the template makes of a page', () => {
    const words = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `w${from + index}`);
    const texts = Array.from({ length: 60 }, (_, index) =>
      [...words(0, 200), ...words(1000 * (index + 1), 100)].join(' '),
    );
    expect(measureTexts(texts).templateShare).toBeCloseTo(196 / 296, 2);
  });

  it('counts words of a paragraph that few pages share as not their own', () => {
    const shared = 'The old clay pipes under the avenues break each winter when frost goes deep';
    const texts = [
      `${COMMON} one two three four five six. ${shared}`,
      `${COMMON}. ${shared}`,
      `${COMMON} x y z`,
    ];
    const { ownShare } = measureTexts(texts);
    expect(ownShare[1]).toBeLessThan(at(ownShare, 0));
    expect(ownShare[1]).toBeLessThan(0.35);
  });

  it.each([
    { kind: 'one page', texts: [COMMON], expected: [0] },
    { kind: 'two pages', texts: [`${COMMON} here`, `${COMMON} there`], expected: [0.867, 0.867] },
    { kind: 'pages of one word', texts: ['one', 'two', 'one'], expected: [1, 0, 1] },
    { kind: 'pages without words', texts: ['', '<img src="a.png">', '…'], expected: [1, 1, 1] },
  ])('handles $kind', ({ texts, expected }) => {
    const found = [...measureTexts(texts).similarity];
    expect(found).toHaveLength(expected.length);
    for (const [index, share] of expected.entries()) expect(found[index]).toBeCloseTo(share, 2);
  });

  it('handles a page of 5 MB among short ones', () => {
    const long = Array.from({ length: 700_000 }, (_, index) => `word${index % 50_000}`).join(' ');
    const { pages } = measurePages([long, `${long} end`, 'short page'].map(toPage));
    expect(pages[0]?.words).toBe(700_000);
    expect(pages[0]?.closest?.similarity).toBeGreaterThan(0.999);
    expect(pages[2]?.closest?.similarity ?? 0).toBeLessThan(0.01);
  });

  it.each([
    {
      script: 'Arabic',
      text: 'نحن نصلح الأنابيب المتسربة في كل أنحاء المدينة في اليوم نفسه وبأسعار واضحة',
      words: 13,
    },
    { script: 'Hebrew', text: 'אנחנו מתקנים צינורות דולפים בכל העיר באותו היום ובמחיר ברור', words: 10 },
    { script: 'Japanese', text: '水漏れの修理は当日中に対応します。お気軽にお電話ください。', words: 14 },
    { script: 'Thai', text: 'ช่างประปาซ่อมท่อรั่วในวันเดียวกันทั่วเมือง', words: 21 },
  ])('compares texts in $script', ({ text, words }) => {
    const other = text.slice(0, Math.floor(text.length * 0.75));
    const { pages } = measurePages([text, other, 'Something else in English for the third page'].map(toPage));
    expect(pages[0]?.words).toBe(words);
    expect(pages[0]?.closest?.page).toBe(1);
    expect(pages[0]?.closest?.similarity).toBeGreaterThan(0.4);
    expect(pages[0]?.closest?.similarity).toBeLessThan(0.9);
  });
});
