/** Rows about the browser: loaded scripts, and longest tasks of its main thread. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measureWeb } from '../tools/web-weight.ts';
import { buildWeb, type ServerData, withServer } from './bench-servers.ts';
import type { BenchRow, BenchSizes } from './bench-rows.ts';
import type { Fixtures } from './bench-run.ts';
import { waitForRun, saveProject } from './calls.ts';
import { measureScreens } from './screens.ts';
import { ROOT, type Served } from './served.ts';
import { reportTime } from './stop-watch.ts';
import { findLongest, type Task } from './task-trace.ts';

const KB = 1000;
const SCREEN_ROWS = 10_000;
/** Every Nth row duplicates the one before it and is skipped. */
const DUPLICATE_EVERY = 20;

/** Measures the gzipped JavaScript of the built files. */
export function measureScripts(): BenchRow[] {
  buildWeb();
  const { signInBytes, frameBytes, editorBytes, chartBytes, pages } = measureWeb(join(ROOT, 'dist', 'web'));
  const [heaviest] = pages;
  return [
    {
      measure: 'JavaScript until the sign-in form can be used',
      figure: signInBytes / KB,
      unit: 'kB',
      must: 200,
    },
    { measure: '  the shell behind the sign-in, once', figure: frameBytes / KB, unit: 'kB' },
    {
      measure: `  the heaviest page more: ${heaviest?.name ?? 'none'}`,
      figure: (heaviest?.bytes ?? 0) / KB,
      unit: 'kB',
      must: 60,
    },
    { measure: '  the code field of the footer, on demand', figure: editorBytes / KB, unit: 'kB' },
    { measure: '  the library of charts, on demand', figure: chartBytes / KB, unit: 'kB' },
  ];
}

function writeSheetWithDuplicates(fixtures: Fixtures): string {
  const lines = readFileSync(fixtures.sheet(SCREEN_ROWS), 'utf8').split('\n');
  const path = join(fixtures.folder, 'lossy.csv');
  const lossy = lines.map((line, index) =>
    index % DUPLICATE_EVERY === 0 && index > 0 ? lines[index - 1] : line,
  );
  writeFileSync(path, lossy.join('\n'));
  return path;
}

/** Measures the longest task of the main thread during load and use of each screen. */
export async function measureTasks(fixtures: Fixtures, { tries }: BenchSizes): Promise<BenchRow[]> {
  const start = performance.now();
  buildWeb();
  const [seed, sheet] = [fixtures.seed(), writeSheetWithDuplicates(fixtures)];
  const measure = async ({ address }: Served, { tokens }: ServerData) => {
    const client = { address, token: tokens.at(-2) ?? '' };
    const saved = await saveProject(client, {
      seed: new Uint8Array(readFileSync(seed)),
      sheet: readFileSync(sheet, 'utf8'),
      title: 'Ten thousand towns',
    });
    await waitForRun(client, saved);
    reportTime('  web application, users and a finished project', start);
    const figures = await measureScreens({ ...client, projectId: saved.project_id, seed, sheet }, tries);
    const all = figures.flatMap(({ load, work }) => [...(load ? [load] : []), work]);
    const { tookMs, workedMs } = findLongest(all);
    return [
      { measure: 'longest task in the browser, 10,000 rows', figure: tookMs, unit: 'ms', must: 60 },
      { measure: "  the thread's own work", figure: workedMs, unit: 'ms', must: 60 },
      ...figures.flatMap(({ name, load, work }) => [
        ...(load ? listTasks(`${name}, load`, load) : []),
        ...listTasks(`${name}, work`, work),
      ]),
    ];
  };
  // Browsers don't share the machine of a server.
  return await withServer(fixtures, measure, { hasLowPriority: true });
}

function listTasks(name: string, { tookMs, workedMs }: Task): BenchRow[] {
  return [
    { measure: `  ${name}`, figure: tookMs, unit: 'ms' },
    { measure: "    the thread's own work", figure: workedMs, unit: 'ms' },
  ];
}
