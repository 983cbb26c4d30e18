/** Stores the shingles of pages. Those of 100,000 pages are too many for memory, so a caller may use a file. */

export interface HashReader {
  /** @returns the hashes; valid until the next read */
  read(index: number): Uint32Array;
}

export interface HashStore extends HashReader {
  /** Adds the hashes of the next page. */
  add(hashes: Uint32Array): void;
}
