/**
 * Counts in how many pages a hash is: none, one, or more. Two bits per slot, so that the hashes of 100,000 pages fit;
 * hashes may share a slot, for which the share of hashes in one page is corrected.
 */
const MIN_BITS = 16;
/** 32 MiB. */
const MAX_BITS = 27;
const SLOTS_PER_HASH = 8;

/** Counts hashes page by page. */
export class DocumentCounts {
  readonly #shift: number;
  readonly #slots: Uint8Array;
  #used = 0;

  /** @param hashes of all pages, counted in each page */
  constructor(hashes: number) {
    const bits = Math.ceil(Math.log2(hashes * SLOTS_PER_HASH + 1));
    const capped = Math.min(MAX_BITS, Math.max(MIN_BITS, bits));
    this.#shift = 32 - capped;
    this.#slots = new Uint8Array(2 ** (capped - 2));
  }

  /** Counts a hash of one page; once more for a page that others repeat. */
  add(hash: number, isRepeated: boolean): void {
    const slot = hash >>> this.#shift;
    const shift = (slot & 3) * 2;
    const byte = this.#slots[slot >>> 2] as number;
    const state = (byte >>> shift) & 3;
    if (state === 0) this.#used += 1;
    if (state < 2) this.#slots[slot >>> 2] = byte + ((isRepeated ? 2 - state : 1) << shift);
  }

  isInOnePage(hash: number): boolean {
    const slot = hash >>> this.#shift;
    return (((this.#slots[slot >>> 2] as number) >>> ((slot & 3) * 2)) & 3) === 1;
  }

  /** Corrects a number of hashes that are in one page: some share a slot with another hash. */
  correct(count: number): number {
    return count / (1 - this.#used / (this.#slots.length * 4));
  }
}
