/** Random that can be repeated: the same number at the start gives the same values in the same order. */

export interface Random {
  /** A whole number from 0 up to and without `end`. */
  below(end: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32, a generator of 32 bits; good enough to choose test values. */
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
      if (value === undefined && list.length === 0) throw new Error('nothing to choose from');
      return value as (typeof list)[number];
    },
  };
}
