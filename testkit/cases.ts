/** How many cases a property tries: a few in `npm test`, ten times as many in `npm run test:deep`. */
import { inject } from 'vitest';

/** The quick tier is `npm test`, the deep one `npm run test:deep`. */
export type Tier = 'quick' | 'deep';

declare module 'vitest' {
  export interface ProvidedContext {
    tier: Tier;
  }
}

/**
 * For fast-check's `numRuns` and for loops over random values. A file that imports it runs in both tiers.
 *
 * @param count what the quick tier tries
 * @returns `count`, or ten times as many in the deep tier
 */
export function cases(count: number): number {
  return inject('tier') === 'deep' ? 10 * count : count;
}
