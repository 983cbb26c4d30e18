/**
 * `npm test`: the checks, then the tests of all rooms, then the journeys in a browser. All three run
 * even when one fails. `npm run test:deep` runs the deep tier instead. At the end stands every failure once more by name, for whoever sees the end of
 * the output only; the last line counts everything, each step of the checks as one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './check.ts';
import {
  type Count,
  countReport,
  describeBadEnd,
  describeFailures,
  NOTHING,
  sumCounts,
} from './test-report.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reportFolder = join(root, '.cache', 'reports');
mkdirSync(reportFolder, { recursive: true });

interface Outcome {
  count: Count;
  failures: string[];
}

async function runVitest(name: string, projects: string[]): Promise<Outcome> {
  const report = join(reportFolder, `${name}.json`);
  rmSync(report, { force: true });
  const vitest = spawn(
    process.execPath,
    [
      join(root, 'node_modules', 'vitest', 'vitest.mjs'),
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    {
      cwd: root,
      stdio: ['inherit', 'pipe', 'pipe'],
      // A pipe is no terminal; what is passed on to one keeps its colours.
      env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
    },
  );
  let output = '';
  for (const stream of [vitest.stdout, vitest.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      process.stdout.write(part);
      output += part;
    });
  }
  const [status] = await once(vitest, 'close');
  const text = readReport(report);
  const count = countReport(text, status === 0);
  const failures = describeFailures(text, root);
  if (count.failed > 0 && failures.length === 0) failures.push(`${name}: ${describeBadEnd(output)}`);
  return { count, failures };
}

function readReport(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function runChecksAsTests(): Outcome[] {
  return runChecks().map(({ name, passed }) =>
    passed
      ? { count: { passed: 1, failed: 0 }, failures: [] }
      : { count: { passed: 0, failed: 1 }, failures: [name] },
  );
}

async function runQuick(): Promise<Outcome[]> {
  const checks = runChecksAsTests();
  const rooms = await runVitest('rooms', ['!journeys', '!deep']);
  const journeys = await runVitest('journeys', ['journeys']);
  return [...checks, rooms, journeys];
}

const outcomes = process.argv.includes('--deep') ? [await runVitest('deep', ['deep'])] : await runQuick();
const { passed, failed } = outcomes.map(({ count }) => count).reduce(sumCounts, NOTHING);

for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`✗ ${failure}`);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
