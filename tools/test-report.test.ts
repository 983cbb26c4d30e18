import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { forkVitest, runVitest } from './run-vitest.ts';
import { describeRun, type Part } from './test-report.ts';

const IMPORTS = "import { beforeAll, describe, expect, it } from 'vitest';\n";

/** Runs vitest on one file with this text, without this repository's settings. */
async function run(text: string, options: object = {}): Promise<Part> {
  const root = makeFolder({ 'x.test.ts': `${IMPORTS}${text}` });
  // Hides the expected failures from the output of the real run.
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const part = await runVitest({ root, config: false, reporters: [], ...options });
  write.mockRestore();
  return { ...part, failures: part.failures.map((each) => stripVTControlCharacters(each)) };
}

it('counts passed tests, and names failed ones with reason and location', async () => {
  const { files, passed, failures } = await run(
    "it('adds', () => {});\nit('stops', () => expect(1).toBe(2));",
  );
  expect(files).toMatchObject([{ name: 'x.test.ts', tests: 2 }]);
  expect(passed).toBe(1);
  expect(failures).toEqual([
    expect.stringMatching(/x\.test\.ts > stops\n {4}expected 1 to be 2[^]*at .*x\.test\.ts:3$/),
  ]);
});

it('shows the page text of a failed test', async () => {
  const { failures } = await run(
    "it('stops', ({ task }) => { task.meta.shown = ['/login', 'Sign in']; expect(1).toBe(2) })",
  );
  expect(failures).toEqual([expect.stringMatching(/:2\n {4}\| \/login\n {4}\| Sign in$/)]);
});

describe('counts as a failure', () => {
  it.each([
    ['a skipped test', "it.skip('one', () => {})", /> one\n {4}skipped/],
    ['a planned test', "it.todo('one')", /> one\n {4}skipped/],
    ['a file that does not load', "throw new Error('broken file')", /x\.test\.ts\n {4}broken file/],
    ['a file without tests', '', /No test suite found/],
    [
      'a group whose setup fails',
      "describe('a', () => { beforeAll(() => { throw new Error('no set-up') }); it('one', () => {}) })",
      /x\.test\.ts > a\n {4}no set-up/,
    ],
    [
      'a rejection that no test awaits',
      "it('one', () => { void Promise.reject(new Error('late rejection')) })",
      /late rejection/,
    ],
  ])('%s', async (_, text, reason) => {
    const { failures } = await run(text);
    expect(failures).toContainEqual(expect.stringMatching(reason));
  });

  it.each([
    ['a failing global setup', 'export function setup() { throw new Error("no server") }', /no server/],
    ['a failing global teardown', 'export function teardown() { throw new Error("no end") }', /no end/],
  ])('%s', async (_, text, reason) => {
    const globalSetup = `${makeFolder({ 'setup.ts': text })}/setup.ts`;
    const { failures } = await run("it('one', () => {})", { globalSetup });
    expect(failures).toEqual([expect.stringMatching(reason)]);
  });
});

it('counts a killed process as a failure', async () => {
  const root = makeFolder({ 'x.test.ts': `${IMPORTS}it('one', () => {});` });
  const setup = makeFolder({
    'setup.ts': 'export function setup() { process.kill(process.pid, "SIGKILL"); }',
  });
  const part = await forkVitest({ root, config: false, reporters: [], globalSetup: `${setup}/setup.ts` });
  expect(part).toMatchObject({ files: [], passed: 0 });
  expect(part.failures).toEqual([expect.stringMatching(/exited with SIGKILL without a result/)]);
});

it('ends with the failures, the slowest files, the time per part and the counts', () => {
  const checks = {
    files: [{ part: 'checks', name: 'check:lint', tests: 1, seconds: 20 }],
    passed: 0,
    failures: ['check:lint\n    no'],
  };
  const files = Array.from({ length: 12 }, (_, index) => ({
    part: 'unit',
    name: `${index}.test.ts`,
    tests: 2,
    seconds: index,
  }));
  expect(describeRun([checks, { files, passed: 30, failures: [] }], 61.4, 10).split('\n')).toEqual([
    '✗ check:lint',
    '    no',
    'Slowest files',
    '    20.0 s  [checks] check:lint',
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map(
      (index) => `${index.toFixed(1).padStart(8)} s  [unit] ${index}.test.ts`,
    ),
    'Time per part (sum over workers)',
    '    20.0 s  checks: 1 files, 1 tests',
    '    66.0 s  unit: 12 files, 24 tests',
    'Time: 1:01 of 10:00 min',
    '30 passed, 1 failed',
  ]);
});
