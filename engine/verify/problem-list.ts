/** Limits problem lists: the first hundred of a code and a count of the rest, and one line for notices that repeat. */
import type { Problem } from '../problem.ts';
import type { PartProblem } from './platform-audit.ts';

/** Problems of one code in the list. */
const MAX_LISTED = 100;
/** The same for problems that a row's own text may explain, which the verdict decides later. */
const MAX_LISTED_QUOTED = 20_000;

/** Makes the list of one part; `file` is its name in the problems. */
export function createProblemList(file: string) {
  const problems: PartProblem[] = [];
  const counts = new Map<string, number>();
  return {
    add(problem: PartProblem): void {
      const count = (counts.get(problem.code) ?? 0) + 1;
      counts.set(problem.code, count);
      if (count <= (problem.quote === undefined ? MAX_LISTED : MAX_LISTED_QUOTED))
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

/** Names of records and figures within a text differ from one to the next. */
function toKind({ code, field = '', text }: Problem): string {
  return `${code}\n${field}\n${text.replaceAll(/"[^"]*"|\d+/g, '')}`;
}

/** Lists the first problem of each kind with the number of the others; faults are unchanged. */
export function groupRepeats(problems: readonly Problem[]): Problem[] {
  const kinds = new Map<string, { problem: Problem; more: number }>();
  const grouped: (Problem | { problem: Problem; more: number })[] = [];
  for (const problem of problems) {
    if (problem.severity !== 'notice') {
      grouped.push(problem);
      continue;
    }
    const key = toKind(problem);
    const known = kinds.get(key);
    if (known) known.more += 1;
    else {
      const kind = { problem, more: 0 };
      kinds.set(key, kind);
      grouped.push(kind);
    }
  }
  return grouped.map((each) => {
    if (!('more' in each)) return each;
    const { problem, more } = each;
    if (more === 0) return problem;
    return {
      ...problem,
      text: `${problem.text} The same in ${more} more ${more === 1 ? 'place' : 'places'}.`,
    };
  });
}
