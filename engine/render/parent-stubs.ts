/**
 * Pages of rows that are parents of others. The importer finds a parent only within the part, so a part repeats the
 * parents that it lacks, all but their metas: where the page exists, the importer would add those again.
 */
import { byteLength } from '../encoding/piece.ts';
import { Pages } from './pages.ts';
import type { Plan } from './plan.ts';

const NO_PAGES: readonly number[] = [];

/** Parents of pages that a part lacks. Call `startPart`, then `carry` for each page of the part. */
export class ParentStubs {
  readonly #plan: Plan;
  readonly #gapBytes: number;
  readonly #sizes = new Map<number, number>();
  #from = 0;
  #carried = new Set<number>();
  #carriedBytes = 0;

  constructor(plan: Plan, gapBytes: number) {
    this.#plan = plan;
    this.#gapBytes = gapBytes;
  }

  /** Bytes of the part’s stubs so far. */
  get carriedBytes(): number {
    return this.#carriedBytes;
  }

  #listAncestors(page: number): number[] {
    const { settings, rows } = this.#plan;
    const ancestors: number[] = [];
    for (let next: number | undefined = page; next !== undefined; ) {
      next = settings?.getParentPage(rows[next] ?? 0);
      if (next !== undefined) ancestors.push(next);
    }
    return ancestors;
  }

  #measure(page: number): number {
    const known = this.#sizes.get(page);
    if (known !== undefined) return known;
    const bytes = byteLength(new Pages(this.#plan).fillStub(page)) + this.#gapBytes;
    this.#sizes.set(page, bytes);
    return bytes;
  }

  #sum(pages: readonly number[]): number {
    return pages.reduce((sum, page) => sum + this.#measure(page), 0);
  }

  #listMissing(page: number): readonly number[] {
    if (this.#plan.settings === undefined) return NO_PAGES;
    return this.#listAncestors(page).filter((each) => each < this.#from && !this.#carried.has(each));
  }

  /** Returns the bytes of a page’s stubs in a part of its own. */
  countBytes(page: number): number {
    return this.#sum(this.#listAncestors(page));
  }

  startPart(from: number): void {
    this.#from = from;
    this.#carried = new Set();
    this.#carriedBytes = 0;
  }

  /** Returns the bytes of the stubs that the part needs in addition for this page. */
  bytesFor(page: number): number {
    return this.#sum(this.#listMissing(page));
  }

  carry(page: number): void {
    this.#carriedBytes += this.bytesFor(page);
    for (const each of this.#listMissing(page)) this.#carried.add(each);
  }

  /** Lists the pages that a part of these pages repeats, parents first. */
  list(from: number, count: number): number[] {
    this.startPart(from);
    for (let page = from; page < from + count; page += 1) this.carry(page);
    return [...this.#carried].sort((a, b) => a - b);
  }
}
