/**
 * `npm run spec`: which routes, calls, texts and facts of the specification a test exercises on the running
 * product, by its points, and what is missing. A route counts when the application has it and a journey opens
 * it, a call when the contract has it and a test of the server sends it, a text when a test expects it, a
 * fact when the test that it names exists.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allEndpoints } from '#contract/endpoints.ts';
import { FACTS } from './specification/facts.ts';
import { CALLS, ROUTES } from './specification/routes-and-calls.ts';
import { TEXTS } from './specification/texts.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const readAll = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['node_modules/**', 'dist/**'] })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');

const screens = readAll('web/app/screens.ts');
const journeys = readAll('e2e/**/*.ts');
const serverTests = readAll('server/**/*.test.ts');
const tests = `${journeys}\n${serverTests}\n${readAll('web/**/*.test.{ts,tsx}')}`;
const testNames = [...tests.matchAll(/\b(?:it|test|describe)(?:\.each\([^]*?\))?\(\s*(['"`])(.*?)\1/g)]
  .map(([, , name]) => name)
  .join('\n');
const calls = new Set(allEndpoints.map(({ method, path }) => `${method} ${path.replace('/api/v1/', '')}`));

interface Row {
  point: number;
  what: string;
  isCovered: boolean;
}

/** The sweep over all screens opens every row of the table. */
const isOpened = (path: string) => screens.includes(`path: '${path}'`);

function isSent(call: string): boolean {
  const path = call.split(' ')[1] ?? '';
  const pattern = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return calls.has(call) && new RegExp(`['"\`/]${pattern.join('[^/\\s]+')}['"\`?]`).test(serverTests);
}

const rows: Row[] = [
  ...ROUTES.map((path) => ({ point: 2, what: path, isCovered: isOpened(path) })),
  ...CALLS.map((call) => ({ point: 7, what: call, isCovered: isSent(call) })),
  ...Object.entries(TEXTS).flatMap(([point, texts]) =>
    texts.map((text) => ({ point: Number(point), what: `“${text}”`, isCovered: tests.includes(text) })),
  ),
  ...FACTS.map(({ point, what, test }) => ({ point, what, isCovered: testNames.includes(test) })),
];

for (const row of rows.filter(({ isCovered }) => !isCovered))
  console.log(`missing  ${row.point}  ${row.what}`);
for (const [point, ofPoint = []] of Map.groupBy(rows, (row) => row.point))
  console.log(`point ${point}: ${ofPoint.filter((row) => row.isCovered).length} of ${ofPoint.length}`);
const covered = rows.filter((row) => row.isCovered).length;
console.log(`${covered} of ${rows.length} rows of the specification covered`);
if (covered < rows.length) process.exitCode = 1;
