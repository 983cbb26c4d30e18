/**
 * Files that are refused before the engine reads them, or by the reader of Excel files in front of it:
 * the command line and the browser say so in these words.
 */
import { SEED_BYTES } from './limits.ts';
import type { Problem } from './problem.ts';

const MIB = 1024 * 1024;

/** Refuses a seed of more than `SEED_BYTES`; `bytes` is its size, or how much was read of it. */
export function reportSeedTooLarge(file: string, bytes: number): Problem {
  const size = (Math.ceil((bytes / MIB) * 100) / 100).toFixed(2);
  const text = `The seed has ${size} MiB, ${SEED_BYTES / MIB} MiB is the limit. Export only one page, not the whole site.`;
  return { code: 'seed-too-large', severity: 'fault', file, text };
}
