import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { TestResult } from '../test-report.ts';
import { describeVerdicts, proveAll } from './prove.ts';
import { writeResults, readResults } from './test-results.ts';
import { listTests, readTest } from './test-sources.ts';

function makeRoot(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'spec-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'web'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text);
  return root;
}

const result = (more: Partial<TestResult>): TestResult => ({
  file: 'web/a.test.ts',
  name: 'shows it',
  isPassed: true,
  isJourney: false,
  calls: [],
  paths: [],
  ...more,
});

const FILE = `
import { Page } from './page.ts';
const look = () => screen.getByText('Shown by a helper');
describe('a page', () => {
  test('shows it', () => look());
  test.each([['A text of the table']])('shows %s', (text) => screen.getByText(text));
});
test('opens', () => open(Page));
`;

test('reads a test with its table of cases and helpers, without imports from the product', () => {
  const root = makeRoot({
    'web/a.test.ts': FILE,
    'web/page.ts': "export const Page = () => 'Of the product';",
  });
  expect(listTests(root, 'web/a.test.ts')).toEqual(['shows it', 'shows %s', 'opens']);
  expect(readTest(root, 'web/a.test.ts', 'shows it')).toContain('Shown by a helper');
  expect(readTest(root, 'web/a.test.ts', 'shows %s')).toContain('A text of the table');
  expect(readTest(root, 'web/a.test.ts', 'opens')).not.toContain('Of the product');
  expect(readTest(root, 'web/a.test.ts', 'gone')).toBeUndefined();
});

test('every test that a statement names exists and looks for its text', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const broken = proveAll(root, []).filter(({ isBroken }) => isBroken);
  expect(broken.map(({ says, missing }) => `${says}: ${missing}`)).toEqual([]);
});

test('ignores results of changed files', () => {
  const root = makeRoot({ 'web/a.test.ts': FILE });
  writeResults(root, [result({})]);
  expect(readResults(root)).toHaveLength(1);
  writeFileSync(join(root, 'web/a.test.ts'), `${FILE}// Changed.`);
  expect(readResults(root)).toEqual([]);
});

test('a route needs a passing journey, a call a passing test, and an id is a number', () => {
  const find = (says: string, results: TestResult[]) =>
    proveAll('/nowhere', results).find((verdict) => verdict.says === says)?.missing;
  const paths = ['/projects/create-project'];
  const calls = ['PUT domains/7'];
  expect(find('Route /projects/create-project', [result({ paths, isJourney: true })])).toBeUndefined();
  expect(find('Route /projects/create-project', [result({ paths })])).toBeDefined();
  expect(find('Route /projects/:id', [result({ paths, isJourney: true })])).toBeDefined();
  expect(find('Call PUT domains/{id}', [result({ calls })])).toBeUndefined();
  expect(find('Call PUT domains/{id}', [result({ calls, isPassed: false })])).toBeDefined();
});

test('a missing test is broken; the count is the last line', () => {
  const verdicts = proveAll('/nowhere', []);
  expect(verdicts.some(({ isBroken }) => isBroken)).toBe(true);
  expect(describeVerdicts(verdicts).split('\n').at(-1)).toBe(`0 of ${verdicts.length} statements are proven`);
});
