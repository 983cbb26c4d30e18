import type { Range } from './piece.ts';

/** Finds the range around a position; positions come in ascending order, as the ranges do. */
export class RangeFinder<Found extends Range> {
  readonly #ranges: readonly Found[];
  #at = 0;

  constructor(ranges: readonly Found[]) {
    this.#ranges = ranges;
  }

  find(position: number): Found | undefined {
    while ((this.#ranges[this.#at]?.to ?? Infinity) <= position) this.#at += 1;
    const range = this.#ranges[this.#at];
    return range && range.from <= position ? range : undefined;
  }
}
