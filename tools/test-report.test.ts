import { expect, it } from 'vitest';
import { countReport, describeBadEnd, describeFailures, NOTHING, sumCounts } from './test-report.ts';

function report(change: object): string {
  const empty = {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
  };
  return JSON.stringify({ ...empty, ...change });
}

it('counts what passed and failed', () => {
  expect(countReport(report({ numPassedTests: 7, numFailedTests: 2 }), false)).toEqual({
    passed: 7,
    failed: 2,
  });
});

it('counts a run without a report as a failure', () => {
  expect(countReport(undefined, false)).toEqual({ passed: 0, failed: 1 });
  expect(countReport(undefined, true)).toEqual({ passed: 0, failed: 1 });
});

it('counts a file that could not be loaded', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'passed', assertionResults: [{}] },
  ];
  expect(countReport(report({ numPassedTests: 1, testResults }), false)).toEqual({ passed: 1, failed: 1 });
});

it('counts skipped and planned tests as failures', () => {
  expect(countReport(report({ numPendingTests: 1, numTodoTests: 1 }), true)).toEqual({
    passed: 0,
    failed: 2,
  });
});

it('counts a run that ended badly although every test passed', () => {
  expect(countReport(report({ numPassedTests: 3 }), false)).toEqual({ passed: 3, failed: 1 });
});

it('adds counts', () => {
  expect(sumCounts({ passed: 1, failed: 2 }, { passed: 3, failed: 4 })).toEqual({ passed: 4, failed: 6 });
  expect(sumCounts(NOTHING, NOTHING)).toEqual({ passed: 0, failed: 0 });
});

it('names each failure with its file, its test and the reason', () => {
  const testResults = [
    {
      name: '/clone/server/a.test.ts',
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'adds', failureMessages: [] },
        { status: 'failed', fullName: 'a run stops', failureMessages: ['expected 1 to be 2\n  at line 3'] },
        { status: 'skipped', fullName: 'a run waits', failureMessages: [] },
      ],
    },
    { name: '/clone/web/b.test.ts', status: 'failed', message: 'Cannot find it', assertionResults: [] },
    { name: '/clone/web/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(describeFailures(report({ testResults }), '/clone/')).toEqual([
    'server/a.test.ts > a run stops\n    expected 1 to be 2\n      at line 3',
    'server/a.test.ts > a run waits\n    skipped',
    'web/b.test.ts\n    Cannot find it',
  ]);
});

it('names nothing of a run without a report', () => {
  expect(describeFailures(undefined, '/clone/')).toEqual([]);
});

it('finds in the output why a run ended badly, and else shows its end', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}\n`).join('');
  const unhandled = `${lines(100)}⎯ Unhandled Errors ⎯\nError: gone\n${lines(100)}`;
  const told = describeBadEnd(unhandled).split('\n');
  expect(told.slice(0, 3)).toEqual(['ended badly', '    ⎯ Unhandled Errors ⎯', '    Error: gone']);
  expect(told).toHaveLength(41);
  expect(describeBadEnd(lines(100)).split('\n').at(-1)).toBe('    line 99');
});
