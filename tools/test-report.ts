/** Counts what a run of tests reported, so that no failure can hide: a run that broke is one failure. */

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
  testResults: { status: string; assertionResults: unknown[] }[];
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

export function sumCounts(a: Count, b: Count): Count {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed };
}
