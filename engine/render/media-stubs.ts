/**
 * Sizes of the media and parents that rows choose: a later part has only the stubs that its own pages name, so
 * a page needs space for the stubs that the part doesn’t have yet.
 */
import { byteLength } from '../encoding/piece.ts';
import type { RowMedia } from './template.ts';

/** Counts bytes; rows are indexes of the table. Call `startPart`, then `carry` for each row of the part. */
export class MediaStubs {
  /** Bytes of all stubs, with the gaps between records. */
  readonly total: number;
  readonly #rowMedia: RowMedia | undefined;
  readonly #listAncestors: (row: number) => readonly number[];
  readonly #bytes = new Map<number, number>();
  /** Ids in the current part. */
  #carried = new Set<number>();
  #carriedBytes = 0;

  /** @param listAncestors lists the rows whose pages are the ancestors of a row's page */
  constructor(
    rowMedia: RowMedia | undefined,
    gapBytes: number,
    listAncestors: (row: number) => readonly number[],
  ) {
    this.#rowMedia = rowMedia;
    this.#listAncestors = listAncestors;
    for (const [id, stub] of rowMedia?.stubs ?? []) this.#bytes.set(id, byteLength(stub) + gapBytes);
    this.total = [...this.#bytes.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  #listIds(row: number): number[] {
    if (this.#rowMedia === undefined || this.#bytes.size === 0) return [];
    return [...this.#rowMedia.listIds([row], this.#listAncestors(row))].filter((id) => this.#bytes.has(id));
  }

  #sum(ids: readonly number[]): number {
    return ids.reduce((sum, id) => sum + (this.#bytes.get(id) ?? 0), 0);
  }

  /** Returns the bytes of a row’s stubs in a new part. */
  countBytes(row: number): number {
    return this.#sum(this.#listIds(row));
  }

  /** Bytes of the part’s stubs so far. */
  get carriedBytes(): number {
    return this.#carriedBytes;
  }

  startPart(): void {
    this.#carried = new Set();
    this.#carriedBytes = 0;
  }

  /** Returns the bytes of the part’s stubs including those of the row. */
  bytesWith(row: number): number {
    return this.#carriedBytes + this.#sum(this.#listIds(row).filter((id) => !this.#carried.has(id)));
  }

  carry(row: number): void {
    this.#carriedBytes = this.bytesWith(row);
    for (const id of this.#listIds(row)) this.#carried.add(id);
  }
}
