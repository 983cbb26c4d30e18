/**
 * `npm run spec`: which statements of the specification the tests prove, by the results that `npm test` and
 * `npm run test:deep` have kept; with `--run` the tests that prove something run first. Fails where a named
 * test is gone, does not look for its text, or did not pass.
 */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { forkVitest } from './run-vitest.ts';
import { describeVerdicts, proveAll } from './specification/prove.ts';
import { STATEMENTS } from './specification/statements.ts';
import { keepResults, readResults } from './specification/test-results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

if (process.argv.includes('--run')) {
  const named = STATEMENTS.flatMap(({ test }) => test?.[0] ?? []);
  const journeys = globSync('e2e/*.e2e.ts', { cwd: root }).filter((file) => !file.includes('.deep.'));
  const files = [...new Set([...named, ...journeys, 'web/'])];
  const { results = [] } = await forkVitest({ project: ['!deep', '!deep-pglite', '!pglite'] }, files);
  keepResults(root, results);
}
const verdicts = proveAll(root, readResults(root));
console.log(describeVerdicts(verdicts));
if (verdicts.some(({ isBroken }) => isBroken)) process.exitCode = 1;
