/** Number of cases of a property, and size of a test: small in `npm test`, large in `npm run test:deep`. */
import fc from 'fast-check';
import { isDeep } from './tier.ts';

// The quick tier tries the same cases each time, so a failure means a code change. The deep tier tries new ones.
if (!isDeep) fc.configureGlobal({ seed: 20_251_122 });

/**
 * For fast-check's `numRuns` and for loops over random values. A file that imports it runs in both tiers.
 *
 * @returns a tenth of `count` in the quick tier, ten times `count` in the deep one
 */
export function cases(count: number): number {
  return isDeep ? 10 * count : Math.ceil(count / 10);
}

/**
 * For sizes, and for cases that the quick tier can't reduce. A file that imports it runs in both tiers.
 *
 * @returns `count`, or ten times as much in the deep tier
 */
export function tenfold(count: number): number {
  return isDeep ? 10 * count : count;
}
