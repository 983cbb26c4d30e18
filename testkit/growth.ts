/**
 * Distinguishes linear from quadratic work by a ratio of CPU times, which doesn't depend on the machine or
 * its load.
 */
import { measureCpuMs } from './cpu-time.ts';

/** Limit for four times the size: linear work takes 4 times as long, quadratic work 16 times. */
export const MAX_LINEAR_GROWTH = 8;

/** Shorter times are noise. */
const FLOOR_MS = 5;
const ROUNDS = 5;

/**
 * Compilation and garbage collection only add time, so the best of several rounds counts.
 *
 * @param prepare creates the work of one size, without being measured
 * @param size of the smaller work; the larger one is four times the size
 * @returns the ratio of the larger to the smaller work's time
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
