/**
 * `npm run spec`: lists the statements of the specification that tests prove, from the stored results of `npm test`
 * and `npm run test:deep`; `--run` runs these tests first. Fails if a named test is missing, doesn't look for its
 * text, or did not pass.
 */
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { forkVitest } from './run-vitest.ts';
import { describeVerdicts, proveAll } from './specification/prove.ts';
import { STATEMENTS } from './specification/statements.ts';
import { writeResults, readResults } from './specification/test-results.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

if (process.argv.includes('--run')) {
  const named = STATEMENTS.flatMap(({ test }) => test?.[0] ?? []);
  const journeys = globSync('e2e/*.e2e.ts', { cwd: root }).filter((file) => !file.includes('.deep.'));
  const files = [...new Set([...named, ...journeys, 'web/'])];
  const { results = [] } = await forkVitest({ project: ['!deep', '!deep-pglite', '!pglite'] }, files);
  writeResults(root, results);
}
const verdicts = proveAll(root, readResults(root));
console.log(describeVerdicts(verdicts));
if (verdicts.some(({ isBroken }) => isBroken)) process.exitCode = 1;
