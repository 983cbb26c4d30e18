/**
 * Whether work grows with its size or with the square of it: by a ratio of processor times, which is the
 * same on a fast machine, a slow one and a busy one.
 */
import { measureCpuMs } from './cpu-time.ts';

/** What four times the size may take: linear work takes 4 times as long, quadratic work 16 times. */
export const MAX_LINEAR_GROWTH = 8;

/** Less than this is lost in what the runtime does beside. */
const FLOOR_MS = 5;
const ROUNDS = 5;

/**
 * Compilation and garbage only ever add to a measure, so one good round of several is enough.
 *
 * @param prepare makes the work of one size; only the work itself is measured
 * @param size of the smaller work; the larger one has four times as much
 * @returns how many times as long the larger work takes
 */
export function measureGrowth(prepare: (size: number) => () => unknown, size: number): number {
  const small = prepare(size);
  const large = prepare(4 * size);
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && least > MAX_LINEAR_GROWTH; round += 1) {
    const smallMs = Math.max(measureCpuMs(small), FLOOR_MS);
    least = Math.min(least, measureCpuMs(large) / smallMs);
  }
  return least;
}
