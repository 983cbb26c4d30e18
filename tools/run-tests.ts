/**
 * `npm test`: runs the checks, all tests and the browser journeys in parallel, even if some fail.
 * `npm run test:deep` runs the deep tier. The output ends with all failures and the counts, in which each step of
 * the checks is one test.
 */
import { runChecks } from './check.ts';
import { fileURLToPath } from 'node:url';
import { forkVitest } from './run-vitest.ts';
import { describeVerdicts, proveAll } from './specification/prove.ts';
import { writeResults, readResults } from './specification/test-results.ts';
import { describeRun } from './test-report.ts';

/** Budget of a tier on two idle cores; printed for information. */
const BUDGET_MINUTES = { quick: 10, deep: 60 };

const tier = process.argv.includes('--deep') ? 'deep' : 'quick';
const root = fileURLToPath(new URL('..', import.meta.url));
const start = performance.now();
const parts =
  tier === 'deep'
    ? [await forkVitest({ project: ['deep*'] })]
    : await Promise.all([
        runChecks(),
        // Pages wait most of the time, so the other tests run at the same time.
        forkVitest({ project: ['journeys'] }),
        // One worker more than cores: tests of the server wait for the database and for timers.
        forkVitest({ project: ['!deep*', '!journeys'], maxWorkers: 3 }),
      ]);
const isGreen = parts.every(({ failures }) => failures.length === 0);

writeResults(
  root,
  parts.flatMap((part) => part.results ?? []),
);
const proven = describeVerdicts(proveAll(root, readResults(root)))
  .split('\n')
  .at(-1);
console.log(`Specification: ${proven} (npm run spec lists the others)`);
console.log(describeRun(parts, (performance.now() - start) / 1000, BUDGET_MINUTES[tier]));
process.exitCode = isGreen ? 0 : 1;
