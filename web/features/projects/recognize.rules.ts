/** Says in words which platform a file came from, as far as the engine recognizes it. Pure. */
import type { Inspection } from '#engine';
import { nameOfType } from './project-types.rules.ts';

export interface Recognition {
  /** Name of the card to go on with; missing when nothing was recognized. */
  platform?: string;
  verdict: string;
  facts: string;
}

export function recognize({ seed, problems }: Inspection, file: string): Recognition {
  const [first] = problems;
  if (!seed) {
    const reason = first ? first.text : 'It is an export of none of the platforms.';
    return { verdict: `${file} was not recognized.`, facts: reason };
  }
  const platform = nameOfType(seed.platform);
  const builder = seed.builder === 'other' ? '' : `, built with ${seed.builder}`;
  return {
    platform,
    verdict: `This is a ${platform} export.`,
    facts: `${file}: ${seed.format}${builder}.`,
  };
}
