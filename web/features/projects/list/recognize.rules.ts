/** Says in words which platform a file came from, as far as the engine recognizes it. Pure. */
import type { FormatId, Inspection } from '#engine';
import { nameOfType } from '../shared/project-types.rules.ts';

export interface Recognition {
  /** Names of the cards to go on with; none when nothing was recognized, several when the file doesn't show which. */
  platforms: string[];
  verdict: string;
  facts: string;
}

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

/** @param types the platforms that the file may come from, where it doesn't show one */
export function recognize(
  { seed, problems }: Inspection,
  file: string,
  types: readonly FormatId[] = [],
): Recognition {
  const [first] = problems;
  if (types.length > 1) {
    const platforms = types.map((type) => nameOfType(type));
    const verdict = `This could be a ${LIST.format(platforms)} export.`;
    return { platforms, verdict, facts: `${file} could be from either one. Choose where the pages will go.` };
  }
  if (!seed) {
    const reason = first ? first.text : 'It is an export of none of the platforms.';
    return { platforms: [], verdict: `${file} was not recognized.`, facts: reason };
  }
  const platform = nameOfType(seed.platform);
  const builder = seed.builder === 'other' ? '' : `, built with ${seed.builder}`;
  return {
    platforms: [platform],
    verdict: `This is a ${platform} export.`,
    facts: `${file}: ${seed.format}${builder}.`,
  };
}
