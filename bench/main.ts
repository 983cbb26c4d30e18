/**
 * `npm run bench`: measures on this machine, prints a table, writes the figures as JSON. `-- --quick` runs a smaller
 * benchmark, `-- --only STEP` one step, `-- --dir FOLDER` measures another file system.
 */
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as rows from './bench-rows.ts';
import { createFixtures, type Fixtures } from './bench-run.ts';
import { measureBrowsing } from './browsing-rows.ts';
import { measureImages } from './image-rows.ts';
import { measurePlaces } from './place-rows.ts';
import { measureQuality } from './quality-rows.ts';
import { missesMust, writeBenchTable } from './bench-table.ts';
import { measureLatencyDuringRuns, measureRuns, measureTests } from './run-rows.ts';
import { endAll } from './served.ts';
import { reportTime } from './stop-watch.ts';
import { measureRequests, measureStarts } from './server-rows.ts';
import { measureScripts, measureTasks } from './web-rows.ts';

const RESULTS = new URL('./results/', import.meta.url);
/** Required free space: 100,000 pages of 57 kB, and some reserve. */
const FULL_BYTES = 9_000_000_000;

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    dir: { type: 'string', default: tmpdir() },
    only: { type: 'string' },
  },
});

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function describeMachine() {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memory_bytes: totalmem(),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  };
}

type Step = (fixtures: Fixtures, sizes: rows.BenchSizes) => rows.BenchRow[] | Promise<rows.BenchRow[]>;

const STEPS: Record<string, Step> = {
  fill: rows.measureFilling,
  command: rows.measureCommand,
  plan: rows.measurePlanning,
  sample: rows.measureSample,
  inspect: rows.measureInspection,
  memory: rows.measureMemory,
  platforms: rows.measurePlatforms,
  quality: measureQuality,
  images: measureImages,
  scripts: measureScripts,
  starts: measureStarts,
  requests: measureRequests,
  tests: measureTests,
  runs: measureRuns,
  others: measureLatencyDuringRuns,
  browsing: measureBrowsing,
  tasks: measureTasks,
  places: measurePlaces,
};

function chooseSteps(): [string, Step][] {
  const chosen = Object.entries(STEPS).filter(([name]) => flags.only === undefined || flags.only === name);
  if (chosen.length === 0)
    throw new Error(`Unknown step ${flags.only}. Steps: ${Object.keys(STEPS).join(', ')}.`);
  return chosen;
}

interface Measured {
  results: rows.BenchRow[];
  /** Steps that failed, with the reason. */
  broken: string[];
}

async function measureAll(fixtures: Fixtures, sizes: rows.BenchSizes): Promise<Measured> {
  const measured: Measured = { results: [], broken: [] };
  for (const [name, step] of chooseSteps()) {
    process.stderr.write(`${name} …\n`);
    const start = performance.now();
    try {
      measured.results.push(...(await step(fixtures, sizes)));
    } catch (error) {
      measured.broken.push(`Failed to measure ${name}: ${String(error)}`);
    }
    reportTime(name, start);
  }
  return measured;
}

async function bench(fixtures: Fixtures): Promise<void> {
  const sizes = flags.quick ? rows.QUICK : rows.FULL;
  const machine = describeMachine();
  const { results, broken } = await measureAll(fixtures, sizes);
  print(
    `${machine.processor}, ${machine.cores} cores, Node ${machine.node}${flags.quick ? ', quick' : ''}\n`,
  );
  for (const line of writeBenchTable(results)) print(line);
  const missed = results.filter(missesMust);
  const names = missed.map(({ measure }) => `"${measure.trim()}"`).join(', ');
  print(missed.length === 0 ? '\nEvery row reaches its "must".' : `\nMissed its "must": ${names}.`);
  for (const line of broken) print(line);
  mkdirSync(RESULTS, { recursive: true });
  const time = new Date().toISOString();
  const file = new URL(`bench-${time.replaceAll(/[-:]|\..*/g, '')}.json`, RESULTS);
  writeFileSync(file, `${JSON.stringify({ time, machine, sizes, rows: results, broken }, null, 2)}\n`);
  if (missed.length + broken.length > 0) process.exitCode = 1;
}

const { bavail, bsize } = statfsSync(flags.dir);
if (!flags.quick && bavail * bsize < FULL_BYTES) {
  print(`The bench writes up to 9 GB; ${flags.dir} has less. Use -- --quick, or -- --dir FOLDER.`);
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(flags.dir, 'geoloom-bench-'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', () => {
    endAll();
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    await bench(createFixtures(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
