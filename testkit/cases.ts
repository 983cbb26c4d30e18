/** How many cases a property tries: a few in `npm test`, ten times as many in `npm run test:deep`. */
import fc from 'fast-check';
import { inject } from 'vitest';

/** The quick tier is `npm test`, the deep one `npm run test:deep`. */
export type Tier = 'quick' | 'deep';

declare module 'vitest' {
  export interface ProvidedContext {
    tier: Tier;
  }
}

// The quick tier tries the same cases each time, so that red means a change; new ones are the deep tier's.
if (inject('tier') === 'quick') fc.configureGlobal({ seed: 20_251_122 });

/**
 * For fast-check's `numRuns` and for loops over random values. A file that imports it runs in both tiers.
 *
 * @param count what the quick tier tries
 * @returns `count`, or ten times as many in the deep tier
 */
export function cases(count: number): number {
  return inject('tier') === 'deep' ? 10 * count : count;
}
