/** Formats problems for a terminal: most severe first, each with its place, long lists truncated. */
import { styleText } from 'node:util';
import type { Problem, Severity } from '#engine';

/** Maximum lines per kind of problem; the rest is a count. */
const MAX_LINES: Record<Severity, number> = { fault: 10, loss: 10, notice: 4 };

const HEADINGS: Record<Severity, { singular: string; plural: string; color: 'red' | 'yellow' | 'cyan' }> = {
  fault: { singular: 'problem', plural: 'problems', color: 'red' },
  loss: { singular: 'skipped', plural: 'skipped', color: 'yellow' },
  notice: { singular: 'notice', plural: 'notices', color: 'cyan' },
};

/** Formats a count: `1 page`, `1,200 pages`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}

/** Formats a place: `seed.xml:12:5` or `rows.csv row 7, geo_city`, with the path that the user gave. */
function describePlace(problem: Problem, paths: ReadonlyMap<string, string>): string {
  const { file, line, column, row, field } = problem;
  const path = file === undefined ? '' : (paths.get(file) ?? file);
  const position = [path, line, line === undefined ? undefined : column].filter((part) => part !== undefined);
  const cell = [row === undefined ? '' : `row ${row}`, field ?? ''].filter((part) => part !== '');
  return [position.join(':'), cell.join(', ')].filter((part) => part !== '').join(' ');
}

/** Replaces control characters, so that a cell can't control the terminal. */
export function replaceControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '\ufffd');
}

function writeKind(problems: Problem[], paths: ReadonlyMap<string, string>, rest: string): string[] {
  const lines = problems.slice(0, MAX_LINES[problems[0]?.severity ?? 'notice']).map((problem) => {
    const place = replaceControls(describePlace(problem, paths));
    return `  ${place === '' || problem.text.startsWith(place) ? '' : `${styleText('bold', place)}  `}${replaceControls(problem.text)}`;
  });
  const more = problems.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more.toLocaleString('en-US')} more of this kind (${rest})`] : lines;
}

export interface ProblemTextOptions {
  /** Paths that the user gave, by the names in problems. */
  paths: ReadonlyMap<string, string>;
  /** Place of the complete list. */
  rest: string;
}

/** Formats problems as lines; empty without problems. */
export function writeProblems(problems: readonly Problem[], { paths, rest }: ProblemTextOptions): string[] {
  const lines: string[] = [];
  for (const severity of ['fault', 'loss', 'notice'] as const) {
    const kinds = Map.groupBy(
      problems.filter((problem) => problem.severity === severity),
      (problem) => problem.code,
    );
    if (kinds.size === 0) continue;
    const { singular, plural, color } = HEADINGS[severity];
    const total = [...kinds.values()].reduce((sum, kind) => sum + kind.length, 0);
    lines.push('', styleText(color, formatCount(total, singular, plural)));
    for (const kind of kinds.values()) lines.push(...writeKind(kind, paths, rest));
  }
  return lines;
}
