/**
 * `npm test`: the checks, the tests of all rooms and the journeys in a browser beside each other; everything runs
 * even when something fails. `npm run test:deep` runs the deep tier. At the end stands every failure once more by
 * name; the last line counts everything, each step of the checks as one.
 */
import { runChecks } from './check.ts';
import { fileURLToPath } from 'node:url';
import { forkVitest } from './run-vitest.ts';
import { describeVerdicts, proveAll } from './specification/prove.ts';
import { keepResults, readResults } from './specification/test-results.ts';
import { describeRun } from './test-report.ts';

/** Wall-clock time that a tier may take on two quiet cores. Printed beside the time it took, no more. */
const BUDGET_MINUTES = { quick: 10, deep: 60 };

const tier = process.argv.includes('--deep') ? 'deep' : 'quick';
const root = fileURLToPath(new URL('..', import.meta.url));
const start = performance.now();
const parts =
  tier === 'deep'
    ? [await forkVitest({ project: ['deep*'] })]
    : await Promise.all([
        runChecks(),
        // Pages wait much of the time; beside them the other tests use the cores.
        forkVitest({ project: ['journeys'] }),
        // The server's wait for databases and for time to pass: one more than there are cores leaves none idle.
        forkVitest({ project: ['!deep*', '!journeys'], maxWorkers: 3 }),
      ]);
const isGreen = parts.every(({ failures }) => failures.length === 0);

keepResults(
  root,
  parts.flatMap((part) => part.results ?? []),
);
const proven = describeVerdicts(proveAll(root, readResults(root)))
  .split('\n')
  .at(-1);
console.log(`Specification: ${proven} (npm run spec lists the others)`);
console.log(describeRun(parts, (performance.now() - start) / 1000, BUDGET_MINUTES[tier]));
process.exitCode = isGreen ? 0 : 1;
