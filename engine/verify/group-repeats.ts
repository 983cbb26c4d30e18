/** Groups notices that repeat for many records into one line with a count. */
import type { Problem } from '../problem.ts';

/** Names of records and figures within a text differ from one to the next. */
function toKind({ code, field = '', text }: Problem): string {
  return `${code}\n${field}\n${text.replaceAll(/"[^"]*"|\d+/g, '')}`;
}

/** The first of each kind, with how many more there are; faults stay as they are. */
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
