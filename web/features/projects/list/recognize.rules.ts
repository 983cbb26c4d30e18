/** Describes which platform a file came from, as far as the server recognizes it. Pure. */
import { formatType } from '../shared/project-types.rules.ts';

export interface Recognition {
  /** Names of the matching cards; empty if the file isn't recognized, several if it's ambiguous. */
  platforms: string[];
  verdict: string;
  facts: string;
}

const LIST = new Intl.ListFormat('en', { type: 'disjunction' });

/** @param types platforms that the file may be from */
export function recognize(file: string, types: readonly string[]): Recognition {
  const platforms = types.map((type) => formatType(type));
  if (platforms.length === 0) {
    const facts = 'It isn’t an export from any of these platforms.';
    return { platforms, verdict: `We don’t recognize ${file}.`, facts };
  }
  const verdict = `This ${platforms.length === 1 ? 'is' : 'could be'} a ${LIST.format(platforms)} export.`;
  if (platforms.length === 1)
    return { platforms, verdict, facts: `${file} is ready to be used as the seed page.` };
  return { platforms, verdict, facts: `${file} could be from either one. Choose where the pages will go.` };
}
