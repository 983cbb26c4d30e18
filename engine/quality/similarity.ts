/**
 * Finds the closest sibling of each page, the share of words that only it has, and clusters of near duplicates.
 *
 * Pages with the same shingles are one class. Of the others, only the difference from the template is stored and
 * compared, so that the common part of 100,000 pages takes neither time nor room: for sets A and B, and T of the
 * template, A Δ B = (A Δ T) Δ (B Δ T). Hashes that one page has alone say nothing about others and are left out of the
 * search, which makes pages with the same variants and neighbors easy to find.
 */
import { DisjointSets } from './disjoint-sets.ts';
import { DocumentCounts } from './document-counts.ts';
import type { HashReader, HashStore } from './hash-store.ts';
import type { PageFacts } from './measure-page.ts';
import { Signatures } from './signatures.ts';
import { CLUSTER_SIMILARITY, TEMPLATE } from './thresholds.ts';
import { UintSet } from './uint-set.ts';

/** Pages nearest to the template: what is closest to a page that shares nothing else with any other. */
const HUBS = 3;
/** Error of estimates within which a pair is compared. */
const MARGIN = 0.03;
/** Pages between two reports of progress. */
const STEP = 500;

export interface Cluster {
  /** Lowest and highest similarity of the pairs that form it. */
  from: number;
  to: number;
  /** Indexes of pages, in their order. */
  pages: number[];
}

/** By index of the page. */
export interface Similarity {
  /** With the closest sibling; 0 without one. */
  similarity: Float64Array;
  /** Index of the closest sibling; -1 if no page has anything in common with it. */
  closest: Int32Array;
  /** Share of the page's shingles that no other page has. */
  ownShare: Float64Array;
  /** Mean share of a page that comes from the template. */
  templateShare: number;
  /** Largest first. */
  clusters: Cluster[];
}

export interface SimilarityOptions {
  /** Pages at least this alike form a cluster. */
  clusterSimilarity?: number;
}

export interface PageHashes {
  /** Shingles of each page. */
  reader: HashReader;
  /** An empty store for differences from the template. */
  scratch: HashStore;
}

/** Pages with the same shingles; the first stands for all. */
interface PageClass {
  pages: number[];
  size: number;
}

function groupPages(pages: readonly PageFacts[]): PageClass[] {
  const byText = new Map<string, PageClass>();
  for (const [index, { textHash, shingles }] of pages.entries()) {
    const key = `${textHash} ${shingles}`;
    const known = byText.get(key);
    if (known) known.pages.push(index);
    else byText.set(key, { pages: [index], size: shingles });
  }
  return [...byText.values()];
}

/** Hashes that at least two pages of an even sample have, so that they needn't be counted. */
interface SampledHashes {
  /** In the order in which pages have them. */
  repeated: Uint32Array;
  /** 1 for those that most pages of the sample have. */
  isTemplate: Uint8Array;
}

function sampleHashes(pages: readonly PageFacts[], reader: HashReader): SampledHashes {
  const sample = Math.min(TEMPLATE.sample, pages.length);
  const counts = new Map<number, number>();
  for (let index = 0; index < sample; index += 1)
    for (const hash of reader.read(Math.floor((index * pages.length) / sample)))
      counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const needed = Math.max(2, sample * TEMPLATE.share);
  const repeated = Uint32Array.from(counts.entries().flatMap(([hash, count]) => (count >= 2 ? [hash] : [])));
  const isTemplate = Uint8Array.from(repeated, (hash) => ((counts.get(hash) ?? 0) >= needed ? 1 : 0));
  return { repeated, isTemplate };
}

/** Joins classes that are near duplicates of each other. */
class ClusterForest {
  readonly #sets: DisjointSets;
  readonly #from: Float64Array;
  readonly #to: Float64Array;

  constructor(classes: readonly PageClass[]) {
    this.#sets = new DisjointSets(classes.length);
    this.#from = new Float64Array(classes.length).fill(1);
    this.#to = Float64Array.from(classes, ({ pages }) => (pages.length > 1 ? 1 : 0));
  }

  join(first: number, second: number, similarity: number): void {
    const roots = [this.#sets.findRoot(first), this.#sets.findRoot(second)];
    this.#sets.join(first, second);
    const root = Math.min(...roots);
    this.#from[root] = Math.min(similarity, ...roots.map((each) => this.#from[each] ?? 1));
    this.#to[root] = Math.max(similarity, ...roots.map((each) => this.#to[each] ?? 0));
  }

  list(classes: readonly PageClass[]): Cluster[] {
    const clusters = new Map<number, Cluster>();
    for (const [index, { pages }] of classes.entries()) {
      const root = this.#sets.findRoot(index);
      const known = clusters.get(root) ?? { from: this.#from[root] ?? 1, to: this.#to[root] ?? 1, pages: [] };
      clusters.set(root, known);
      for (const page of pages) known.pages.push(page);
    }
    const found = [...clusters.values()].filter(({ pages }) => pages.length > 1);
    for (const { pages } of found) pages.sort((a, b) => a - b);
    return found.sort((a, b) => b.pages.length - a.pages.length || (a.pages[0] ?? 0) - (b.pages[0] ?? 0));
  }
}

class SimilaritySearch {
  readonly #classes: readonly PageClass[];
  readonly #hashes: PageHashes;
  readonly #template: Uint32Array;
  readonly #sampled: SampledHashes;
  /** Repeated hashes of the sample, and the index in the sample by their slot. */
  readonly #sampledSet = new UintSet();
  readonly #sampledIndex: Uint32Array;
  readonly #set = new UintSet();
  #difference = new Uint32Array(1 << 12);
  #rare = new Uint32Array(1 << 12);
  /** Numbers of hashes in which a class differs from the template; of those at first known to be shared; of missing ones. */
  readonly #differences: Uint32Array;
  readonly #known: Uint32Array;
  readonly #missing: Uint32Array;
  /** Number of hashes that other classes have, too. */
  readonly #shared: Uint32Array;
  /** Number of hashes that no other page has. */
  readonly #own: Float64Array;
  readonly #templateShares: Float64Array;
  readonly #best: Float64Array;
  readonly #closest: Int32Array;
  readonly #forest: ClusterForest;
  readonly #clusterSimilarity: number;

  constructor(pages: readonly PageFacts[], hashes: PageHashes, { clusterSimilarity }: SimilarityOptions) {
    const classes = groupPages(pages);
    const sampled = sampleHashes(pages, hashes.reader);
    const { repeated, isTemplate } = sampled;
    this.#classes = classes;
    this.#hashes = hashes;
    this.#template = repeated.filter((_, index) => isTemplate[index] === 1);
    this.#sampled = sampled;
    this.#sampledSet.fill(repeated);
    this.#sampledIndex = new Uint32Array(this.#sampledSet.slotCount);
    for (const [index, hash] of repeated.entries())
      this.#sampledIndex[this.#sampledSet.findSlot(hash)] = index;
    const { length } = classes;
    this.#differences = new Uint32Array(length);
    this.#shared = new Uint32Array(length);
    this.#known = new Uint32Array(length);
    this.#missing = new Uint32Array(length);
    this.#templateShares = new Float64Array(length);
    this.#own = new Float64Array(length);
    this.#best = new Float64Array(length);
    this.#closest = new Int32Array(length).fill(-1);
    this.#forest = new ClusterForest(classes);
    this.#clusterSimilarity = clusterSimilarity ?? CLUSTER_SIMILARITY;
  }

  *run(): Generator<number> {
    const counts = yield* this.#storeDifferences();
    const signatures = yield* this.#sign(counts);
    for (const share of signatures.findAll((a, b, equal) => this.#estimate(a, b, equal)))
      yield 0.4 + 0.3 * share;
    yield* this.#compareAll(signatures);
  }

  /** @returns the columns by page */
  finish(pageCount: number): Similarity {
    const result = {
      similarity: new Float64Array(pageCount),
      closest: new Int32Array(pageCount).fill(-1),
      ownShare: new Float64Array(pageCount),
    };
    let templateShare = 0;
    for (const [index, { pages, size }] of this.#classes.entries()) {
      const sibling = this.#classes[this.#closest[index] ?? -1];
      templateShare += pages.length * (this.#templateShares[index] ?? 0);
      for (const [position, page] of pages.entries()) {
        const other = pages.length > 1 ? pages[position === 0 ? 1 : 0] : sibling?.pages[0];
        result.closest[page] = other ?? -1;
        result.similarity[page] = pages.length > 1 ? 1 : (this.#best[index] ?? 0);
        result.ownShare[page] = size === 0 ? 0 : (this.#own[index] ?? 0) / size;
      }
    }
    const clusters = this.#forest.list(this.#classes);
    return { ...result, templateShare: pageCount === 0 ? 0 : templateShare / pageCount, clusters };
  }

  *#storeDifferences(): Generator<number, DocumentCounts> {
    const { reader, scratch } = this.#hashes;
    const sizes = this.#classes.reduce((sum, { size }) => sum + size, 0);
    const counts = new DocumentCounts(Math.max(0, sizes - this.#template.length * this.#classes.length));
    for (const [index, { pages, size }] of this.#classes.entries()) {
      if (index % STEP === 0) yield (0.2 * index) / this.#classes.length;
      this.#subtractTemplate(index, reader.read(pages[0] ?? 0));
      const rare = this.#difference.subarray(this.#known[index], this.#differences[index]);
      for (let at = 0; at < rare.length; at += 1) counts.add(rare[at] as number, pages.length > 1);
      this.#templateShares[index] = size === 0 ? 0 : 1 - this.#countRest(index) / size;
      scratch.add(this.#difference.subarray(0, this.#differences[index]));
    }
    return counts;
  }

  /** Writes the difference: hashes that other pages have, those of the template that are missing, and all others. */
  #subtractTemplate(index: number, hashes: Uint32Array): void {
    const most = hashes.length + this.#template.length;
    if (this.#difference.length < most) this.#difference = new Uint32Array(most * 2);
    if (this.#rare.length < hashes.length) this.#rare = new Uint32Array(hashes.length * 2);
    const [difference, rare, set] = [this.#difference, this.#rare, this.#sampledSet];
    const { repeated, isTemplate } = this.#sampled;
    let known = 0;
    let rareCount = 0;
    // Pages have whole paragraphs in common, so the next hash is mostly the next one of the sample, too.
    let next = 0;
    for (let at = 0; at < hashes.length; at += 1) {
      const hash = hashes[at] as number;
      if (next === repeated.length || repeated[next] !== hash) {
        const slot = set.findSlot(hash);
        if (slot < 0) {
          rare[rareCount++] = hash;
          continue;
        }
        next = this.#sampledIndex[slot] as number;
      }
      if (isTemplate[next] === 0) difference[known++] = hash;
      next += 1;
    }
    const missing = this.#template.length - (hashes.length - known - rareCount);
    this.#missing[index] = missing;
    if (missing > 0) {
      this.#set.fill(hashes);
      for (const hash of this.#template) if (!this.#set.has(hash)) difference[known++] = hash;
    }
    difference.set(rare.subarray(0, rareCount), known);
    this.#known[index] = known;
    this.#differences[index] = known + rareCount;
  }

  /** Number of hashes that the template doesn't have. */
  #countRest(index: number): number {
    return (this.#differences[index] ?? 0) - (this.#missing[index] ?? 0);
  }

  *#sign(counts: DocumentCounts): Generator<number, Signatures> {
    const signatures = new Signatures(
      this.#classes.length,
      [-MARGIN, 0, MARGIN].map((margin) => this.#clusterSimilarity + margin),
    );
    for (let index = 0; index < this.#classes.length; index += 1) {
      if (index % STEP === 0) yield 0.2 + (0.2 * index) / this.#classes.length;
      const difference = this.#hashes.scratch.read(index);
      let shared = this.#known[index] ?? 0;
      const sharedHashes = this.#difference;
      sharedHashes.set(difference.subarray(0, shared));
      for (let at = shared; at < difference.length; at += 1) {
        const hash = difference[at] as number;
        if (!counts.isInOnePage(hash)) sharedHashes[shared++] = hash;
      }
      this.#shared[index] = shared;
      this.#own[index] = Math.min(this.#countRest(index), counts.correct(difference.length - shared));
      signatures.add(index, sharedHashes.subarray(0, shared));
      // Stored after all differences: no other page has the rest, so pairs are compared without it.
      this.#hashes.scratch.add(sharedHashes.subarray(0, shared));
    }
    return signatures;
  }

  /** Jaccard of two classes whose differences have `equal` hashes in common. */
  #getJaccard(a: number, b: number, equal: number): number {
    const sizes = (this.#classes[a]?.size ?? 0) + (this.#classes[b]?.size ?? 0);
    const apart = (this.#differences[a] ?? 0) + (this.#differences[b] ?? 0) - 2 * equal;
    return (sizes - apart) / (sizes + apart);
  }

  #estimate(a: number, b: number, share: number): number {
    const both = (this.#shared[a] ?? 0) + (this.#shared[b] ?? 0);
    return this.#getJaccard(a, b, (share / (1 + share)) * both);
  }

  *#compareAll(signatures: Signatures): Generator<number> {
    const hubs = this.#findHubs();
    for (let index = 0; index < this.#classes.length; index += 1) {
      if (index % STEP === 0) yield 0.7 + (0.3 * index) / this.#classes.length;
      this.#set.fill(this.#readShared(index));
      signatures.forEach(index, (other, estimate) => {
        const mayBeClosest = (page: number) => estimate + MARGIN > (this.#best[page] ?? 0);
        const isCompared = other < index && signatures.has(other, index) && mayBeClosest(other);
        if (mayBeClosest(index) && !isCompared) this.#compare(index, other, this.#readShared(other));
      });
      for (const { hub, shared } of hubs) {
        // The signature of a page without shared hashes is empty, but then this is exact.
        const share = this.#shared[index] === 0 ? 0 : signatures.compare(index, hub);
        const mayBeClosest = this.#estimate(index, hub, share) + MARGIN > (this.#best[index] ?? 0);
        if (hub !== index && mayBeClosest) this.#compare(index, hub, shared);
      }
    }
    for (const [index, other] of signatures.bridges) {
      this.#set.fill(this.#readShared(index));
      this.#compare(index, other, this.#readShared(other));
    }
  }

  /** Hashes of a difference that other pages have, too. */
  #readShared(index: number): Uint32Array {
    return this.#hashes.scratch.read(this.#classes.length + index);
  }

  #findHubs(): { hub: number; shared: Uint32Array }[] {
    const nearest: number[] = [];
    for (let index = 0; index < this.#classes.length; index += 1) {
      nearest.push(index);
      nearest.sort((a, b) => (this.#differences[a] ?? 0) - (this.#differences[b] ?? 0) || a - b);
      nearest.length = Math.min(HUBS, nearest.length);
    }
    return nearest.map((hub) => ({ hub, shared: this.#readShared(hub).slice() }));
  }

  /** Compares a class, whose shared hashes are in the set, with another one. */
  #compare(index: number, other: number, shared: Uint32Array): void {
    let equal = 0;
    for (let at = 0; at < shared.length; at += 1) if (this.#set.has(shared[at] as number)) equal += 1;
    const similarity = this.#getJaccard(index, other, equal);
    for (const [page, sibling] of [
      [index, other],
      [other, index],
    ] as const) {
      if (similarity <= (this.#best[page] ?? 0)) continue;
      this.#best[page] = similarity;
      this.#closest[page] = sibling;
    }
    if (similarity >= this.#clusterSimilarity) this.#forest.join(index, other, similarity);
  }
}

/** Measures the similarity of all pages. Yields the share of the work that is done. */
export function* measureSimilarity(
  pages: readonly PageFacts[],
  hashes: PageHashes,
  options: SimilarityOptions = {},
): Generator<number, Similarity> {
  const search = new SimilaritySearch(pages, hashes, options);
  yield* search.run();
  return search.finish(pages.length);
}
