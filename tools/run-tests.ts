/**
 * `npm test`: the checks, then the tests of all rooms, then the journeys in a browser. All three run
 * even when one fails; the last line counts everything, each step of the checks as one.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.ts';
import { type Count, countReport, NOTHING, sumCounts } from './test-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reportFolder = join(root, '.cache', 'reports');

function runVitest(name: string, projects: string[]): Count {
  const report = join(reportFolder, `${name}.json`);
  rmSync(report, { force: true });
  const { status } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: 'inherit' },
  );
  return countReport(readReport(report), status === 0);
}

function readReport(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

mkdirSync(reportFolder, { recursive: true });
const checks = runChecks().map(({ passed }) =>
  passed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
);
const rooms = runVitest('rooms', ['rooms', 'postgres', 'web']);
const journeys = runVitest('journeys', ['journeys']);
const { passed, failed } = [...checks, rooms, journeys].reduce(sumCounts, NOTHING);

console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
