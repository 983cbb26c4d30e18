/** Collects the problems of a part: all of a few, the first hundred of many and their number. */
import type { PartProblem } from './platform-audit.ts';

/** Problems of one code that are listed one by one. */
const LISTED = 100;
/** Of those that a row's own text may explain; the caller knows, so they must reach him. */
const LISTED_QUOTED = 20_000;

/** Makes the list of one part; `file` is its name in the problems. */
export function createProblemList(file: string) {
  const problems: PartProblem[] = [];
  const counts = new Map<string, number>();
  return {
    add(problem: PartProblem): void {
      const count = (counts.get(problem.code) ?? 0) + 1;
      counts.set(problem.code, count);
      if (count <= (problem.quote === undefined ? LISTED : LISTED_QUOTED))
        problems.push({ file, ...problem });
    },
    /** The list, with one closing line for each code that was cut short. */
    finish(): PartProblem[] {
      for (const [code, count] of counts) {
        const listed = problems.filter((problem) => problem.code === code);
        if (count === listed.length) continue;
        const severity = listed[0]?.severity ?? 'notice';
        problems.push({
          file,
          code,
          severity,
          text: `${count - listed.length} more of this kind (${code}) are not listed.`,
        });
      }
      return problems;
    },
  };
}

export type ProblemList = ReturnType<typeof createProblemList>;
