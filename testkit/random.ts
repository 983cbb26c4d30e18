/** Seeded random numbers: the same seed gives the same values in the same order. */

export interface Random {
  /** An integer from 0 to `end` - 1. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32: 32 bits are enough to choose test values. */
export function createRandom(seed: number): Random {
  let state = seed;
  const below = (end: number) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
  return {
    below,
    pick: (list) => {
      const value = list[below(list.length)];
      if (value === undefined && list.length === 0) throw new Error('The list is empty.');
      return value as (typeof list)[number];
    },
  };
}
