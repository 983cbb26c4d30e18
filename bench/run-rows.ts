/** Rows about the server's main work: samples, a whole run, and other users during a run. */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { BenchRow, BenchSizes } from './bench-rows.ts';
import { withServer } from './bench-servers.ts';
import { runBuild, type Fixtures } from './bench-run.ts';
import {
  runLoad,
  waitForRun,
  deleteProject,
  prepareRun,
  readSamples,
  type RunTimes,
  saveProject,
  testProject,
  uploadSeed,
  type Client,
} from './calls.ts';
import type { LoadResult, LoadOptions } from './load.ts';
import { findMedian, findPercentile, runRounds } from './stop-watch.ts';

const SAMPLES = 3;
const LATENCY = { rows: 10_000, perSecond: 100, connections: 8, idleSeconds: 4 };
/**
 * Warm-up of the load generator, which opens connections, compiles and is delayed once more after five seconds: all of
 * that would count as the server's latency.
 */
const WARM_SECONDS = 6;
const MIN_SAMPLES = 200;
const MAX_SECONDS = 120;

function count(figure: number): string {
  return figure.toLocaleString('en-US');
}

function readProjectInput(fixtures: Fixtures, rows: number) {
  const seed = new Uint8Array(readFileSync(fixtures.seed()));
  return { seed, sheet: readFileSync(fixtures.sheet(rows), 'utf8') };
}

async function measureAsyncMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Measures from the call of save-test until the three samples can be shown. */
export async function measureTests(fixtures: Fixtures, sizes: BenchSizes): Promise<BenchRow[]> {
  const { rounds, testRows } = sizes;
  return await withServer(fixtures, async ({ address }, { tokens }) => {
    const rows: BenchRow[] = [];
    for (const [index, size] of testRows.entries()) {
      const client = { address, token: tokens[index] ?? '' };
      const figure = findMedian(await testRounds(fixtures, client, { rows: size, rounds }));
      const must = size <= 10_000 ? { must: 500, aim: 150 } : {};
      rows.push({ measure: `save-test to samples ready, ${count(size)} rows`, figure, unit: 'ms', ...must });
    }
    return rows;
  });
}

async function testRounds(
  fixtures: Fixtures,
  client: Client,
  { rows, rounds }: { rows: number; rounds: number },
): Promise<number[]> {
  const { seed, sheet } = readProjectInput(fixtures, rows);
  const title = `Test of ${rows} rows`;
  await uploadSeed(client, seed);
  const first = await testProject(client, { title, sheet });
  await waitForRun(client, first);
  const test = async () => {
    const saved = await testProject(client, { title, sheet, projectId: first.project_id });
    await waitForRun(client, saved);
    const samples = await readSamples(client, saved);
    if (samples.length === 0 || samples.length > SAMPLES) throw new Error(`${samples.length} samples`);
  };
  const { figures } = await runRounds(rounds, { figures: () => measureAsyncMs(test) });
  await deleteProject(client, first.project_id);
  return figures;
}

/** Saves a project. @returns milliseconds until the run has completed */
async function runOnce(client: Client, fixtures: Fixtures, rows: number): Promise<number> {
  const input = { ...readProjectInput(fixtures, rows), title: `Run of ${rows} rows` };
  const start = performance.now();
  const saved = await saveProject(client, input);
  await waitForRun(client, saved);
  const tookMs = performance.now() - start;
  await deleteProject(client, saved.project_id);
  return tookMs;
}

/** Compares a run, from save to completed, with the command on the same files. */
export async function measureRuns(fixtures: Fixtures, { rows, rounds }: BenchSizes): Promise<BenchRow[]> {
  return await withServer(fixtures, async ({ address }, { tokens }) => {
    let turn = 0;
    // Each user has a limit of runs.
    const nextClient = () => {
      turn += 1;
      return { address, token: tokens[turn] ?? '' };
    };
    const figures = await runRounds(rounds, {
      server: () => runOnce(nextClient(), fixtures, rows),
      command: () => Promise.resolve(runBuild(fixtures, rows).wallMs),
    });
    const ratios = figures.server.map((figure, round) => figure / (figures.command[round] ?? 0));
    return [
      {
        measure: `run of ${count(rows)} rows, Save to completed ÷ command line`,
        figure: findMedian(ratios),
        unit: '×',
        must: 1.3,
        aim: 1,
      },
      { measure: '  server', figure: findMedian(figures.server), unit: 'ms' },
      { measure: '  command line', figure: findMedian(figures.command), unit: 'ms' },
    ];
  });
}

/** Compares the latency of other users during a run with that of an idle server. */
export async function measureLatencyDuringRuns(
  fixtures: Fixtures,
  { rounds }: BenchSizes,
): Promise<BenchRow[]> {
  return await withServer(fixtures, async ({ address }, { tokens }) => {
    const paths = ['/api/v1/projects', '/api/v1/account/user-data', '/api/v1/notifications'];
    const { rows, connections, perSecond, idleSeconds } = LATENCY;
    const options = { address, paths, tokens: tokens.slice(0, -1), connections, perSecond };
    const files = { seed: fixtures.seed(), sheet: fixtures.sheet(rows) };
    const run = { address, token: tokens.at(-1) ?? '', title: `Run of ${rows} rows`, ...files };
    const figures = await runRounds(rounds, {
      idle: () => measureLatency(options, () => waitFor(idleSeconds)),
      busy: async () => measureLatency(options, await prepareRun(run)),
    });
    const ratios = figures.busy.map((figure, round) => figure / (figures.idle[round] ?? 0));
    return [
      {
        measure: `p99 of others during a run of ${count(rows)} rows ÷ idle`,
        figure: findMedian(ratios),
        unit: '×',
        must: 2,
      },
      { measure: '  p99 idle', figure: findMedian(figures.idle), unit: 'ms' },
      { measure: '  p99 during the run', figure: findMedian(figures.busy), unit: 'ms' },
    ];
  });
}

/** @returns the p99 latency of requests during the work, in milliseconds */
async function measureLatency(
  options: Omit<LoadOptions, 'seconds'>,
  work: () => Promise<RunTimes>,
): Promise<number> {
  const controller = new AbortController();
  const loading = runLoad({ ...options, seconds: MAX_SECONDS }, controller.signal);
  await waitFor(WARM_SECONDS);
  const { beginMs, tookMs } = await work();
  controller.abort();
  const during = (await loading).times.filter(([begin]) => begin >= beginMs && begin <= beginMs + tookMs);
  if (during.length < MIN_SAMPLES) throw new Error(`only ${during.length} requests during the run`);
  return findP99(during);
}

async function waitFor(seconds: number): Promise<RunTimes> {
  const beginMs = performance.timeOrigin + performance.now();
  await setTimeout(seconds * 1000);
  return { beginMs, tookMs: performance.timeOrigin + performance.now() - beginMs };
}

function findP99(times: LoadResult['times']): number {
  return findPercentile(
    times.map(([, took]) => took),
    0.99,
  );
}
