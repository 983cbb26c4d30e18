/**
 * Short forms of records that a part repeats for its pages, each once. A page needs space for the stubs that its part
 * doesn’t have yet: the media and parents that its row chooses, and the pages of other rows that are its parents. The
 * importer finds a parent only within the part; a stub has no metas, which it would add again to a page that exists.
 */
import { byteLength } from '../encoding/piece.ts';
import { Pages } from './pages.ts';
import type { Plan } from './plan.ts';

/** Bytes of stubs, with the gaps between records. Call `startPart`, then `carry` for each page of the part. */
export class PartStubs {
  /** Bytes of the part’s stubs so far. */
  carriedBytes = 0;
  #carried = new Set<number>();
  #from = 0;
  readonly #list: (place: number, from: number) => readonly number[];
  readonly #measure: (stub: number) => number;

  /** @param list lists the stubs for a row or page in a part from the page `from` on */
  constructor(list: (place: number, from: number) => readonly number[], measure: (stub: number) => number) {
    this.#list = list;
    this.#measure = measure;
  }

  #sum(stubs: readonly number[]): number {
    return stubs.reduce((sum, stub) => sum + this.#measure(stub), 0);
  }

  #listMissing(place: number): readonly number[] {
    return this.#list(place, this.#from).filter((stub) => !this.#carried.has(stub));
  }

  /** Returns the bytes of all stubs for a row or page, as if it had a part of its own. */
  countBytes(place: number): number {
    return this.#sum(this.#list(place, Infinity));
  }

  startPart(from: number): void {
    this.#from = from;
    this.#carried = new Set();
    this.carriedBytes = 0;
  }

  /** Returns the bytes of the stubs that the part needs in addition. */
  bytesFor(place: number): number {
    return this.#sum(this.#listMissing(place));
  }

  carry(place: number): void {
    const missing = this.#listMissing(place);
    this.carriedBytes += this.#sum(missing);
    for (const stub of missing) this.#carried.add(stub);
  }

  /** Lists the stubs of a part of these pages, in order. */
  list(from: number, count: number): number[] {
    this.startPart(from);
    for (let page = from; page < from + count; page += 1) this.carry(page);
    return [...this.#carried].sort((a, b) => a - b);
  }
}

/** Stubs of the media and parents that rows choose, by row, and the bytes of all of them. */
export function createMediaStubs(plan: Plan, gapBytes: number): { media: PartStubs; mediaBytes: number } {
  const { rowMedia } = plan.project.template;
  const sizes = new Map([...(rowMedia?.stubs ?? [])].map(([id, stub]) => [id, byteLength(stub) + gapBytes]));
  const list = (row: number) =>
    sizes.size === 0
      ? []
      : [...(rowMedia?.listIds([row], plan.settings?.listAncestors(row) ?? []) ?? [])].filter((id) =>
          sizes.has(id),
        );
  const mediaBytes = sizes.values().reduce((sum, bytes) => sum + bytes, 0);
  return { media: new PartStubs(list, (id) => sizes.get(id) ?? 0), mediaBytes };
}

/** Stubs of pages that are the parents of others, by page. */
export function createParentStubs(plan: Plan, gapBytes: number): PartStubs {
  const { settings, rows } = plan;
  const sizes = new Map<number, number>();
  const pages = new Pages(plan);
  const measure = (page: number) => {
    const bytes = sizes.get(page) ?? byteLength(pages.fillStub(page)) + gapBytes;
    sizes.set(page, bytes);
    return bytes;
  };
  const list = (page: number, from: number) => {
    const ancestors: number[] = [];
    const getParent = (of: number) => settings?.getParentPage(rows[of] ?? 0);
    for (let next = getParent(page); next !== undefined; next = getParent(next))
      if (next < from) ancestors.push(next);
    return ancestors;
  };
  return new PartStubs(list, measure);
}
