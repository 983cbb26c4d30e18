/**
 * `npm test`: the checks beside the tests of all rooms, then the journeys in a browser; everything runs even
 * when something fails. `npm run test:deep` runs the deep tier. At the end stands every failure once more by
 * name; the last line counts everything, each step of the checks as one.
 */
import { runChecks } from './check.ts';
import { runVitest } from './run-vitest.ts';
import { describeRun } from './test-report.ts';

/** Wall-clock time that a tier may take on two quiet cores. Printed beside the time it took, no more. */
const BUDGET_MINUTES = { quick: 10, deep: 60 };

const tier = process.argv.includes('--deep') ? 'deep' : 'quick';
const start = performance.now();
const parts =
  tier === 'deep'
    ? [await runVitest({ project: ['deep'] })]
    : await Promise.all([runChecks(), runVitest({ project: ['!deep'] })]);
const isGreen = parts.every(({ failures }) => failures.length === 0);

console.log(describeRun(parts, (performance.now() - start) / 1000, BUDGET_MINUTES[tier]));
process.exitCode = isGreen ? 0 : 1;
