/**
 * Finds pages that are probably alike without comparing all pairs: one-permutation MinHash of 126 bins, banded
 * 42 × 3. Pages of one bucket are ordered by their next bins, and each is compared with those that follow.
 */
import { DisjointSets } from './disjoint-sets.ts';
import { mixHash } from './uint-set.ts';

const BANDS = 42;
const ROWS = 3;
const BINS = BANDS * ROWS;
/** Bytes of a signature: the low 8 bits of each minimum, in 32-bit words. */
const BYTES = 128;
const WORDS = BYTES / 4;
/** Candidates of each page, the most alike first. */
const CANDIDATES = 4;
/** Pages of a bucket that each of its pages is compared with: more among few pages, where it takes no time. */
const MIN_WINDOW = 5;
const MAX_WINDOW = 50;
const WINDOW_BUDGET = 50_000;
const NONE = 0xffffffff;
const SEED = 0x51ab9e37;
const INDEX_SIZE = 2 ** 21;

/** Estimates how alike two pages are, from the share of their bins that are equal. */
export type EstimateSimilarity = (first: number, second: number, share: number) => number;

/** Signatures of all pages, and the candidates that follow from them. */
export class Signatures {
  readonly #bins: Uint8Array;
  /** The same bytes. */
  readonly #words: Uint32Array;
  readonly #isFilled: Uint8Array;
  readonly #count: number;
  readonly #minima = new Uint32Array(BINS);
  /** Candidates of each page and their estimates. */
  readonly #candidates: Uint32Array;
  readonly #estimates: Float32Array;
  readonly #groups: readonly { similarity: number; sets: DisjointSets }[];
  /**
   * Pairs that join groups of pages by their estimates: the candidates of a page may all be in its own group, although
   * another group is alike, too.
   */
  readonly bridges: [number, number][] = [];

  /**
   * @param count of pages, at most 2,097,152
   * @param bridgeSimilarity estimates that join groups, each on its own
   */
  constructor(count: number, bridgeSimilarity: readonly number[]) {
    // A pair that isn't as alike as estimated must not keep surer pairs from joining the same groups.
    this.#groups = bridgeSimilarity.map((similarity) => ({ similarity, sets: new DisjointSets(count) }));
    this.#count = count;
    this.#words = new Uint32Array(count * WORDS);
    this.#bins = new Uint8Array(this.#words.buffer);
    this.#isFilled = new Uint8Array(count);
    this.#candidates = new Uint32Array(count * CANDIDATES).fill(NONE);
    this.#estimates = new Float32Array(count * CANDIDATES).fill(-1);
  }

  /** @param hashes of what the page has besides what all pages have; a page without any gets no candidates */
  add(page: number, hashes: Uint32Array): void {
    if (hashes.length === 0) return;
    this.#isFilled[page] = 1;
    const minima = this.#minima.fill(NONE);
    for (let at = 0; at < hashes.length; at += 1) {
      const mixed = mixHash((hashes[at] as number) ^ SEED);
      const bin = ((mixed >>> 16) * BINS) >>> 16;
      if (mixed < (minima[bin] as number)) minima[bin] = mixed;
    }
    let last = minima.findLast((minimum) => minimum !== NONE) ?? 0;
    let distance = BINS - minima.findLastIndex((minimum) => minimum !== NONE);
    for (let bin = 0; bin < BINS; bin += 1) {
      const minimum = minima[bin] as number;
      if (minimum === NONE) distance += 1;
      else {
        last = minimum;
        distance = 0;
      }
      // An empty bin takes the nearest value before it.
      this.#bins[page * BYTES + bin] = distance === 0 ? minimum : mixHash(last + distance);
    }
  }

  /** Finds the candidates of all pages. Yields the share of the work that is done. */
  *findAll(estimate: EstimateSimilarity): Generator<number> {
    const window = Math.min(MAX_WINDOW, Math.max(MIN_WINDOW, Math.ceil(WINDOW_BUDGET / this.#count)));
    const keys = new Float64Array(this.#count);
    for (let band = 0; band < BANDS; band += 1) {
      yield band / BANDS;
      let filled = 0;
      for (let page = 0; page < this.#count; page += 1)
        if (this.#isFilled[page] === 1) keys[filled++] = this.#getKey(page, band) * INDEX_SIZE + page;
      const sorted = keys.subarray(0, filled).sort();
      for (let from = 0; from < filled; ) {
        const key = Math.floor((sorted[from] as number) / INDEX_SIZE);
        let to = from + 1;
        while (to < filled && Math.floor((sorted[to] as number) / INDEX_SIZE) === key) to += 1;
        if (to - from > 1) {
          const pages = Uint32Array.from(sorted.subarray(from, to), (each) => each % INDEX_SIZE);
          if (pages.length > window) this.#sortBucket(pages, band);
          this.#compareBucket(pages, window, estimate);
        }
        from = to;
      }
    }
  }

  /** Calls a function with the candidates of a page and their estimates, the most alike first. */
  forEach(page: number, use: (candidate: number, estimate: number) => void): void {
    for (let slot = page * CANDIDATES; slot < (page + 1) * CANDIDATES; slot += 1) {
      const candidate = this.#candidates[slot] as number;
      if (candidate === NONE) return;
      use(candidate, this.#estimates[slot] as number);
    }
  }

  /** Checks if a page is among the candidates of another. */
  has(page: number, candidate: number): boolean {
    const from = page * CANDIDATES;
    for (let slot = from; slot < from + CANDIDATES; slot += 1)
      if (this.#candidates[slot] === candidate) return true;
    return false;
  }

  #getKey(page: number, band: number): number {
    const at = page * BYTES + band * ROWS;
    let key = 0;
    for (let row = 0; row < ROWS; row += 1) key = key * 256 + (this.#bins[at + row] as number);
    return key;
  }

  /** Orders pages by the bins after those of the band, so that similar ones are neighbors. */
  #sortBucket(pages: Uint32Array, band: number): void {
    const bins = this.#bins;
    const start = (band + 1) * ROWS;
    pages.sort((a, b) => {
      for (let step = 0; step < BINS; step += 1) {
        const bin = (start + step) % BINS;
        const difference = (bins[a * BYTES + bin] as number) - (bins[b * BYTES + bin] as number);
        if (difference !== 0) return difference;
      }
      return a - b;
    });
  }

  #compareBucket(pages: Uint32Array, window: number, estimate: EstimateSimilarity): void {
    for (let at = 0; at < pages.length; at += 1) {
      const page = pages[at] as number;
      const end = Math.min(pages.length, at + 1 + window);
      for (let next = at + 1; next < end; next += 1) {
        const other = pages[next] as number;
        if (this.has(page, other) && this.has(other, page)) continue;
        const similarity = estimate(page, other, this.compare(page, other));
        this.#offer(page, other, similarity);
        this.#offer(other, page, similarity);
        let isBridge = false;
        for (const group of this.#groups)
          if (similarity >= group.similarity && group.sets.join(page, other)) isBridge = true;
        if (isBridge) this.bridges.push([page, other]);
      }
    }
  }

  /** Share of equal bins, four at a time: a byte of `equal` is 1 where both words have the same byte. */
  compare(a: number, b: number): number {
    const words = this.#words;
    let sums = 0;
    for (let word = 0; word < WORDS; word += 1) {
      const apart = (words[a * WORDS + word] as number) ^ (words[b * WORDS + word] as number);
      const low = ((apart & 0x7f7f7f7f) + 0x7f7f7f7f) | 0;
      const equal = ~(low | apart | 0x7f7f7f7f) >>> 7;
      sums = (sums + equal) | 0;
    }
    const count = (sums & 255) + ((sums >>> 8) & 255) + ((sums >>> 16) & 255) + (sums >>> 24);
    return (count - (BYTES - BINS)) / BINS;
  }

  /** Keeps a candidate if it is among the best. */
  #offer(page: number, other: number, similarity: number): void {
    const from = page * CANDIDATES;
    let at = from + CANDIDATES - 1;
    if (similarity <= (this.#estimates[at] as number)) return;
    if (this.has(page, other)) return;
    while (at > from && (this.#estimates[at - 1] as number) < similarity) {
      this.#estimates[at] = this.#estimates[at - 1] as number;
      this.#candidates[at] = this.#candidates[at - 1] as number;
      at -= 1;
    }
    this.#estimates[at] = Math.fround(similarity);
    this.#candidates[at] = other;
  }
}
