/**
 * Estimates how alike the pages of a sample are to all others, from the texts in which pages differ. The estimate
 * finds the likely closest pages, which are then filled and compared, and shows how much a change of the seed would
 * move the closest page away.
 */

/** Shingles that a difference changes around it, besides its words. */
const EDGE_WORDS = 4;

/** Words that a change of the seed would add to a pair of pages: those that both would have, and words that only one would. */
export interface AddedWords {
  same: number;
  apart: number;
}

/** @param sample index in the sample; `row` is an index in all rows */
export type AddWords = (sample: number, row: number) => AddedWords;

export interface RowSimilarityInput {
  /** Ids of the texts of each row, each once. */
  rows: readonly (readonly number[])[];
  /** Number of words by the id of a text. */
  words: readonly number[];
  /** Number of sampled rows, which come first. */
  sample: number;
  /** Number of words of each sampled page. */
  pageWords: readonly number[];
}

const NOTHING: AddedWords = { same: 0, apart: 0 };

/** Pairs of a sampled row and any row. */
export class RowSimilarity {
  readonly #sizes: Float32Array;
  /** Words of what all pages have, by sampled row. */
  readonly #common: number[];
  /** Words that each row shares with each sampled row, besides. */
  readonly #shared: Float32Array[];

  constructor({ rows, words, sample, pageWords }: RowSimilarityInput) {
    const weigh = (id: number) => (words[id] ?? 0) + EDGE_WORDS;
    const owners = new Map<number, number[]>();
    for (let index = 0; index < sample; index += 1)
      for (const id of rows[index] ?? []) {
        const known = owners.get(id);
        if (known) known.push(index);
        else owners.set(id, [index]);
      }
    this.#sizes = new Float32Array(rows.length);
    this.#shared = Array.from({ length: sample }, () => new Float32Array(rows.length));
    for (const [row, ids] of rows.entries())
      for (const id of ids) {
        const weight = weigh(id);
        this.#sizes[row] = (this.#sizes[row] ?? 0) + weight;
        for (const index of owners.get(id) ?? []) {
          const shared = this.#shared[index];
          if (shared) shared[row] = (shared[row] ?? 0) + weight;
        }
      }
    this.#common = pageWords.map((count, index) => Math.max(1, count - (this.#sizes[index] ?? 0)));
  }

  /** Number of rows. */
  get size(): number {
    return this.#sizes.length;
  }

  #estimate(sample: number, row: number, { same, apart }: AddedWords): number {
    const common = (this.#common[sample] ?? 0) + (this.#shared[sample]?.[row] ?? 0);
    const sizes = (this.#sizes[sample] ?? 0) + (this.#sizes[row] ?? 0);
    const all = (this.#common[sample] ?? 0) + sizes - (this.#shared[sample]?.[row] ?? 0);
    return Math.max(0, common + same) / Math.max(1, all + same + apart);
  }

  /** Estimates the similarity of a sampled row with its closest row. */
  estimateClosest(sample: number, add: AddWords = () => NOTHING): number {
    let best = 0;
    for (let row = 0; row < this.#sizes.length; row += 1)
      if (row !== sample) best = Math.max(best, this.#estimate(sample, row, add(sample, row)));
    return best;
  }

  /** Lists the rows that are probably closest to a sampled row, the closest first. */
  listClosest(sample: number, count: number): number[] {
    const found: { row: number; similarity: number }[] = [];
    for (let row = 0; row < this.#sizes.length; row += 1) {
      if (row === sample) continue;
      const similarity = this.#estimate(sample, row, NOTHING);
      if (found.length === count && similarity <= (found.at(-1)?.similarity ?? 0)) continue;
      found.push({ row, similarity });
      found.sort((a, b) => b.similarity - a.similarity);
      found.length = Math.min(found.length, count);
    }
    return found.map(({ row }) => row);
  }
}
