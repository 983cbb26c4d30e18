/** The quick tier is `npm test`, the deep one `npm run test:deep`. */
import { inject } from 'vitest';

export type Tier = 'quick' | 'deep';

declare module 'vitest' {
  export interface ProvidedContext {
    tier: Tier;
  }
}

export const isDeep = inject('tier') === 'deep';

/**
 * For tests that repeat what a quicker one proves in part. The deep tier runs every file that imports this, with all
 * of its tests.
 *
 * @param define defines the tests; only called in the deep tier
 */
export function inDeepTier(define: () => void): void {
  if (isDeep) define();
}
