/**
 * Finds the statements of the specification that tests prove: a route that a journey's browser showed, a call that
 * the application made in a journey or a component test, and a statement if its named test exists, looks for the text,
 * ran and passed.
 */
import type { TestResult } from '../test-report.ts';
import { CALLS, ROUTES } from './routes-and-calls.ts';
import { STATEMENTS, type Statement } from './statements.ts';
import { readTest } from './test-sources.ts';

const NOT_RUN = 'its test has not run since its file changed';

export interface Verdict {
  point: number;
  says: string;
  /** Reason why it isn't proven. */
  missing?: string;
  /** The named test no longer proves it. */
  isBroken: boolean;
}

/** @param root of the repository */
export function proveAll(root: string, results: readonly TestResult[]): Verdict[] {
  const passed = results.filter(({ isPassed }) => isPassed);
  const paths = passed.filter(({ isJourney }) => isJourney).flatMap((result) => result.paths);
  const calls = passed.flatMap((result) => result.calls);
  return [
    ...ROUTES.map((path) => createVerdict(2, `Route ${path}`, isSeen(paths, path, /:\w+/))),
    ...CALLS.map((call) => createVerdict(7, `Call ${call}`, isSeen(calls, call, /\{\w+\}/))),
    ...STATEMENTS.map((statement) => {
      const missing = findMissing(root, results, statement);
      const { point, says } = statement;
      // A test of the other tier has not run, so it isn't broken.
      const isBroken = missing !== undefined && statement.test !== undefined && missing !== NOT_RUN;
      return { point, says, isBroken, ...(missing !== undefined && { missing }) };
    }),
  ];
}

function createVerdict(point: number, says: string, isProven: boolean): Verdict {
  return { point, says, isBroken: false, ...(!isProven && { missing: 'no passing test did this' }) };
}

/** @param place pattern of an id placeholder */
function isSeen(seen: readonly string[], wanted: string, place: RegExp): boolean {
  const parts = wanted.split(place).map((part) => escapePattern(part));
  const pattern = new RegExp(`^${parts.join('\\d+')}$`);
  return seen.some((each) => pattern.test(each));
}

function findMissing(root: string, results: readonly TestResult[], statement: Statement): string | undefined {
  const { test, shows } = statement;
  if (test === undefined) return 'no test is named';
  const [file, title] = test;
  const source = readTest(root, file, title);
  if (source === undefined) return `${file} has no test “${title}”`;
  if (shows !== undefined && !source.includes(shows)) return `“${title}” does not look for “${shows}”`;
  const pattern = toPattern(title);
  const runs = results.filter((result) => result.file === file && pattern.test(result.name));
  if (runs.length === 0) return NOT_RUN;
  return runs.every(({ isPassed }) => isPassed) ? undefined : `“${title}” of ${file} did not pass`;
}

/** Matches the placeholders in titles of test tables. */
function toPattern(title: string): RegExp {
  const parts = title.split(/%[sidfjo]|\$\w+/).map((part) => escapePattern(part));
  return new RegExp(`^${parts.join('[^]*')}$`);
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** @returns the count as the last line */
export function describeVerdicts(verdicts: readonly Verdict[]): string {
  const unproven = verdicts.filter(({ missing }) => missing !== undefined);
  return [
    ...unproven.map(({ point, says, missing }) => `unproven  ${point}  ${says}: ${missing}`),
    ...Map.groupBy(verdicts, ({ point }) => point)
      .entries()
      .map(([point, all]) => {
        const proven = all.filter(({ missing }) => missing === undefined).length;
        return `point ${point}: ${proven} of ${all.length}`;
      }),
    `${verdicts.length - unproven.length} of ${verdicts.length} statements are proven`,
  ].join('\n');
}
