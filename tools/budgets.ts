/**
 * Keeps files small as a whole: the linter caps single files and functions, this looks at the median
 * and the tenth that is longest, so that a hundred files cannot all grow to the cap.
 */

const MEDIAN_LINES = 80;
const NINETIETH_LINES = 250;

/** Files that may be longer than the cap, each with its reason (and an override in .oxlintrc.json). */
const EXEMPT: Readonly<Record<string, string>> = {};

interface Source {
  file: string;
  text: string;
}

/** @returns one line for each budget that is passed */
export function findBudgetFaults(sources: readonly Source[]): string[] {
  const lengths = sources
    .filter(({ file }) => !/\.(test|e2e)\.tsx?$/.test(file) && !(file in EXEMPT))
    .map(({ text }) => text.split('\n').length - 1)
    .toSorted((a, b) => a - b);
  const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)] ?? 0;
  const faults: string[] = [];
  if (at(0.5) > MEDIAN_LINES)
    faults.push(`The median file has ${at(0.5)} lines, at most ${MEDIAN_LINES} are allowed`);
  if (at(0.9) > NINETIETH_LINES) {
    faults.push(`One file in ten has more than ${at(0.9)} lines, at most ${NINETIETH_LINES} are allowed`);
  }
  return faults;
}
