/** Seeds with expectations, by file name. */
import type { KnownSeed } from './expectation.ts';
import { BLOCKS } from './seed-blocks.ts';
import { CLASSIC } from './seed-classic.ts';
import { CONTEXTS } from './seed-contexts.ts';
import { ELEMENTOR } from './seed-elementor.ts';

export const KNOWN_SEEDS: Readonly<Record<string, KnownSeed>> = {
  blocks: BLOCKS,
  classic: CLASSIC,
  contexts: CONTEXTS,
  elementor: ELEMENTOR,
};
