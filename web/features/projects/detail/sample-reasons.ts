/** Why a row was chosen as a sample, as people read it. */
import type { Run } from '#contract/run-shapes.ts';

export const SAMPLE_REASONS: Record<Run['samples'][number]['why'], string> = {
  first: 'First row',
  longest: 'Longest row',
  special: 'Most special characters',
};
