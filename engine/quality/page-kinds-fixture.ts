/** Pages of five kinds for the proof, made from a seed number, and all pairs of them compared word by word. */
import { createMemoryStore } from '../estimate/filled-pages.ts';
import type { AuditedPage } from '../verify/audited-page.ts';
import { type Similarity, type SimilarityOptions, measureSimilarity } from './similarity.ts';
import { PageMeter } from './measure-page.ts';
import { measureRun, type RunQuality } from './measure-run.ts';
import type { PageRows } from './row-values.ts';

/** Mulberry32: the same numbers on every machine. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = () => number;

function makeWords(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => `w${Math.floor(random() * 5000).toString(36)}`);
}

/** Replaces each word with this probability. */
function change(random: Random, words: readonly string[], probability: number): string[] {
  return words.map((word) => (random() < probability ? `c${Math.floor(random() * 1e6).toString(36)}` : word));
}

/** Han characters, written without spaces. */
function makeHan(random: Random, count: number): string {
  return Array.from({ length: count }, () => String.fromCodePoint(0x4e00 + Math.floor(random() * 3000))).join(
    '',
  );
}

/** Copies of one page by groups of four, from nearly equal to hardly alike. */
function makeGroups(random: Random, count: number): string[] {
  let base: string[] = [];
  return Array.from({ length: count }, (_, index) => {
    if (index % 4 === 0) base = makeWords(random, 250);
    const rate = 0.002 + 0.1 * ((index >> 2) / (count / 4));
    return change(random, base, rate).join(' ');
  });
}

/** Town pages: a template, variants of blocks, and words of their own. */
function makeTowns(random: Random, count: number, { common = 420, blocks = 8, own = 60 } = {}): string[] {
  const template = makeWords(random, common);
  const variants = Array.from({ length: blocks }, () =>
    Array.from({ length: 4 }, () => makeWords(random, 15)),
  );
  return Array.from({ length: count }, () => {
    const chosen = variants.map((block) => block[Math.floor(random() * block.length)] ?? []);
    const step = Math.floor(common / blocks);
    const parts = chosen.flatMap((words, index) => [
      ...template.slice(index * step, (index + 1) * step),
      ...words,
    ]);
    return [...parts, ...makeWords(random, own)].join(' ');
  });
}

/** Pages whose only difference is a paragraph that some of them share. */
function makeTemplates(random: Random, count: number): string[] {
  const template = makeWords(random, 300);
  const paragraphs = Array.from({ length: 20 }, () => makeWords(random, 60));
  return Array.from({ length: count }, (_, index) =>
    [...template, ...(paragraphs[index % 20] ?? []), ...makeWords(random, 20)].join(' '),
  );
}

/** Pages that have nothing in common. */
function makeStrangers(random: Random, count: number): string[] {
  return Array.from({ length: count }, () => makeWords(random, 200).join(' '));
}

/** Texts without spaces, in groups of three. */
function makeSpaceless(random: Random, count: number): string[] {
  let base = '';
  return Array.from({ length: count }, (_, index) => {
    if (index % 3 === 0) base = makeHan(random, 300);
    const from = Math.floor(random() * 250);
    return base.slice(0, from) + makeHan(random, 5 + (index % 40)) + base.slice(from);
  });
}

/** Pages of five kinds, as many of each. */
export function makeFiveKinds(count: number): string[] {
  const random = createRandom(7);
  const share = count / 5;
  return [makeGroups, makeTowns, makeTemplates, makeStrangers, makeSpaceless].flatMap((make) =>
    make(random, share),
  );
}

export function toPage(text: string, index: number): AuditedPage {
  return {
    slug: `page-${index}`,
    url: `https://example.com/page-${index}/`,
    title: '',
    texts: [text],
    searchTitle: `Page ${index}`,
    description: `About page ${index}`,
    canonical: '',
    isNoindex: false,
  };
}

/** Finishes work that may be stopped. */
export function finish<Result>(work: Generator<unknown, Result>): Result {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

function collect(pages: Iterable<AuditedPage>, rows?: PageRows) {
  const meter = new PageMeter(rows);
  const reader = createMemoryStore();
  const facts = [];
  for (const page of pages) {
    const measured = meter.measure(page);
    facts.push(measured.facts);
    reader.add(measured.shingles);
  }
  return { facts, hashes: { reader, scratch: createMemoryStore() } };
}

/** Measures pages in memory. */
export function measurePages(pages: Iterable<AuditedPage>, rows?: PageRows): RunQuality {
  const { facts, hashes } = collect(pages, rows);
  return finish(measureRun(facts, hashes));
}

/** Measures only how alike pages are. */
export function measureTexts(texts: readonly string[], options: SimilarityOptions = {}): Similarity {
  const { facts, hashes } = collect(texts.map(toPage));
  return finish(measureSimilarity(facts, hashes, options));
}

/** Shingles as text, split in another way than the product does. */
function listShingles(text: string): Set<string> {
  const words = text.match(/[\u4e00-\u9fff]|[a-z\d]+/g) ?? [];
  return new Set(Array.from({ length: words.length - 4 }, (_, at) => words.slice(at, at + 5).join(' ')));
}

/** All pairs of pages: how many shingles each has in common with each. */
export function compareAll(texts: readonly string[]): (a: number, b: number) => number {
  const sets = texts.map(listShingles);
  const pagesByShingle = new Map<string, number[]>();
  const common = sets.map(() => new Uint16Array(texts.length));
  for (const [page, set] of sets.entries())
    for (const shingle of set) {
      const others = pagesByShingle.get(shingle) ?? [];
      pagesByShingle.set(shingle, others);
      const row = common[page];
      for (const other of others) if (row) row[other] = (row[other] ?? 0) + 1;
      others.push(page);
    }
  return (a, b) => {
    const both = common[Math.max(a, b)]?.[Math.min(a, b)] ?? 0;
    return both / ((sets[a]?.size ?? 0) + (sets[b]?.size ?? 0) - both);
  };
}
