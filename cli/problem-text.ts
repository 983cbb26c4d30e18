/** Problems as a person reads them on a terminal: worst first, each with its place, long lists cut. */
import { styleText } from 'node:util';
import type { Problem, Severity } from '#engine';

/** Lines of one kind of problem before the rest becomes a count. */
const MAX_LINES: Record<Severity, number> = { fault: 10, loss: 10, notice: 4 };

const HEADINGS: Record<Severity, { singular: string; plural: string; colour: 'red' | 'yellow' | 'cyan' }> = {
  fault: { singular: 'fault', plural: 'faults', colour: 'red' },
  loss: { singular: 'loss', plural: 'losses', colour: 'yellow' },
  notice: { singular: 'notice', plural: 'notices', colour: 'cyan' },
};

/** `count(1, 'page')` is `1 page`, `count(1200, 'page')` is `1,200 pages`. */
export function formatCount(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}

/** `seed.xml:12:5` or `rows.csv row 7, geo_city`; file names become the paths that the user gave. */
function describePlace(problem: Problem, paths: ReadonlyMap<string, string>): string {
  const { file, line, column, row, field } = problem;
  const path = file === undefined ? '' : (paths.get(file) ?? file);
  const position = [path, line, line === undefined ? undefined : column].filter((part) => part !== undefined);
  const cell = [row === undefined ? '' : `row ${row}`, field ?? ''].filter((part) => part !== '');
  return [position.join(':'), cell.join(', ')].filter((part) => part !== '').join(' ');
}

/** A cell must not be able to steer the terminal: control characters become visible. */
function showControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '\ufffd');
}

function writeKind(problems: Problem[], paths: ReadonlyMap<string, string>, rest: string): string[] {
  const lines = problems.slice(0, MAX_LINES[problems[0]?.severity ?? 'notice']).map((problem) => {
    const place = showControls(describePlace(problem, paths));
    return `  ${place === '' || problem.text.startsWith(place) ? '' : `${styleText('bold', place)}  `}${showControls(problem.text)}`;
  });
  const more = problems.length - lines.length;
  return more > 0 ? [...lines, `  … and ${more.toLocaleString('en-US')} more of this kind (${rest})`] : lines;
}

export interface ProblemTextOptions {
  /** Paths as the user gave them, by the name that the problems use. */
  paths: ReadonlyMap<string, string>;
  /** Where the lines that are cut off can be read. */
  rest: string;
}

/** Lines without a line feed; none where there is no problem. */
export function writeProblems(problems: readonly Problem[], { paths, rest }: ProblemTextOptions): string[] {
  const lines: string[] = [];
  for (const severity of ['fault', 'loss', 'notice'] as const) {
    const kinds = Map.groupBy(
      problems.filter((problem) => problem.severity === severity),
      (problem) => problem.code,
    );
    if (kinds.size === 0) continue;
    const { singular, plural, colour } = HEADINGS[severity];
    const total = [...kinds.values()].reduce((sum, kind) => sum + kind.length, 0);
    lines.push('', styleText(colour, formatCount(total, singular, plural)));
    for (const kind of kinds.values()) lines.push(...writeKind(kind, paths, rest));
  }
  return lines;
}
