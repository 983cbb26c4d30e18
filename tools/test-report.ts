/** Counts and names what a run of tests reported, so that no failure can hide: a run that broke is one. */

export interface Count {
  passed: number;
  failed: number;
}

export const NOTHING: Count = { passed: 0, failed: 0 };

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: FileReport[];
}

interface FileReport {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

/**
 * @param text the JSON report of vitest; missing when the run broke before its end
 * @param isGreen whether the run itself ended well
 */
export function countReport(text: string | undefined, isGreen: boolean): Count {
  if (text === undefined) return { passed: 0, failed: 1 };
  const report = JSON.parse(text) as Report;
  // A file that could not be loaded has no tests of its own but must count.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  // There are no skipped tests here: one that did not run has not passed.
  const failed = report.numFailedTests + report.numPendingTests + report.numTodoTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && !isGreen ? 1 : failed };
}

/**
 * Names what did not pass, for the end of a long output: the file, the test, and the first lines of why.
 *
 * @param text the JSON report of vitest; one that is missing names nothing
 * @param root the folder that file names are told from, with its last slash
 */
export function describeFailures(text: string | undefined, root: string): string[] {
  if (text === undefined) return [];
  const { testResults } = JSON.parse(text) as Report;
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.startsWith(root) ? name.slice(root.length) : name;
    if (status === 'failed' && assertionResults.length === 0) return [`${file}\n${firstLines(message)}`];
    return assertionResults
      .filter((test) => test.status !== 'passed')
      .map(
        (test) => `${file} > ${test.fullName}\n${firstLines(test.failureMessages.join('\n') || test.status)}`,
      );
  });
}

const BAD_END = /Unhandled|error during close|close timed out/;
const MOST_LINES = 40;

/**
 * Why a run ended badly of which the report tells nothing: it broke, an error came that no test waited for,
 * or its clearing up failed.
 *
 * @param output what the run printed
 */
export function describeBadEnd(output: string): string {
  const lines = output.trimEnd().split('\n');
  const start = lines.findIndex((line) => BAD_END.test(line));
  const told = start === -1 ? lines.slice(-MOST_LINES) : lines.slice(start, start + MOST_LINES);
  return `ended badly\n${told.map((line) => `    ${line}`).join('\n')}`;
}

function firstLines(message: string): string {
  return message
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');
}

export function sumCounts(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}
