/** Rows about the main job through the server: samples, a whole run, and everybody else during a run. */
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { BenchRow, BenchSizes } from './bench-rows.ts';
import { serve } from './bench-house.ts';
import { runBuild, type Workplace } from './bench-run.ts';
import {
  ask,
  awaitRun,
  deleteProject,
  prepareRun,
  readSamples,
  type RunTimes,
  saveProject,
  testProject,
  uploadSeed,
  type Visitor,
} from './calls.ts';
import type { LoadAnswer, LoadOrder } from './load.ts';
import { findMedian, findShare, runRounds } from './stop-watch.ts';

const SAMPLES = 3;
const LATENCY = { rows: 10_000, perSecond: 100, connections: 8, idleSeconds: 4 };
/**
 * A program that has just begun to ask opens its connections, compiles itself and is held up once more after five
 * seconds, all of which would seem to be the server's.
 */
const WARM_SECONDS = 6;
const LEAST_SAMPLES = 200;
const LONGEST_SECONDS = 120;

function count(figure: number): string {
  return figure.toLocaleString('en-US');
}

function readMaterial(workplace: Workplace, rows: number) {
  const seed = new Uint8Array(readFileSync(workplace.seed()));
  return { seed, sheet: readFileSync(workplace.sheet(rows), 'utf8') };
}

async function takeTimeLater(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** From the call of save-test until the three samples can be shown. */
export async function measureTests(workplace: Workplace, sizes: BenchSizes): Promise<BenchRow[]> {
  const { rounds, testRows } = sizes;
  return await serve(workplace, async ({ address }, { tokens }) => {
    const rows: BenchRow[] = [];
    for (const [index, size] of testRows.entries()) {
      const visitor = { address, token: tokens[index] ?? '' };
      const figure = findMedian(await testRounds(workplace, visitor, { rows: size, rounds }));
      const must = size <= 10_000 ? { must: 500, aim: 150 } : {};
      rows.push({ measure: `save-test to samples ready, ${count(size)} rows`, figure, unit: 'ms', ...must });
    }
    return rows;
  });
}

async function testRounds(
  workplace: Workplace,
  visitor: Visitor,
  { rows, rounds }: { rows: number; rounds: number },
): Promise<number[]> {
  const { seed, sheet } = readMaterial(workplace, rows);
  const title = `Test of ${rows} rows`;
  await uploadSeed(visitor, seed);
  const first = await testProject(visitor, { title, sheet });
  await awaitRun(visitor, first);
  const test = async () => {
    const saved = await testProject(visitor, { title, sheet, projectId: first.project_id });
    await awaitRun(visitor, saved);
    const samples = await readSamples(visitor, saved);
    if (samples.length === 0 || samples.length > SAMPLES) throw new Error(`${samples.length} samples`);
  };
  const { figures } = await runRounds(rounds, { figures: () => takeTimeLater(test) });
  await deleteProject(visitor, first.project_id);
  return figures;
}

/** @returns milliseconds from the call until the run has completed */
async function runOnce(visitor: Visitor, workplace: Workplace, rows: number): Promise<number> {
  const material = { ...readMaterial(workplace, rows), title: `Run of ${rows} rows` };
  const start = performance.now();
  const saved = await saveProject(visitor, material);
  await awaitRun(visitor, saved);
  const tookMs = performance.now() - start;
  await deleteProject(visitor, saved.project_id);
  return tookMs;
}

/** From Save to completed, beside the command from its start to its end: seed and sheet are the same. */
export async function measureRuns(workplace: Workplace, { rows, rounds }: BenchSizes): Promise<BenchRow[]> {
  return await serve(workplace, async ({ address }, { tokens }) => {
    let turn = 0;
    // Each person has a limit of runs.
    const nextVisitor = () => {
      turn += 1;
      return { address, token: tokens[turn] ?? '' };
    };
    const figures = await runRounds(rounds, {
      server: () => runOnce(nextVisitor(), workplace, rows),
      command: () => Promise.resolve(runBuild(workplace, rows).wallMs),
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

/** What others wait for while a run is written, beside what they wait for when nothing is. */
export async function measureOthers(workplace: Workplace, { rounds }: BenchSizes): Promise<BenchRow[]> {
  return await serve(workplace, async ({ address }, { tokens }) => {
    const paths = ['/api/v1/projects', '/api/v1/account/user-data', '/api/v1/notifications'];
    const { rows, connections, perSecond, idleSeconds } = LATENCY;
    const order = { address, paths, tokens: tokens.slice(0, -1), connections, perSecond };
    const files = { seed: workplace.seed(), sheet: workplace.sheet(rows) };
    const run = { address, token: tokens.at(-1) ?? '', title: `Run of ${rows} rows`, ...files };
    const figures = await runRounds(rounds, {
      idle: () => askDuring(order, () => waitFor(idleSeconds)),
      busy: async () => askDuring(order, await prepareRun(run)),
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

/** @returns the p99, in milliseconds, of what was asked while the work was being done */
async function askDuring(order: Omit<LoadOrder, 'seconds'>, work: () => Promise<RunTimes>): Promise<number> {
  const gone = new AbortController();
  const asking = ask({ ...order, seconds: LONGEST_SECONDS }, gone.signal);
  await waitFor(WARM_SECONDS);
  const { beginMs, tookMs } = await work();
  gone.abort();
  const during = (await asking).times.filter(([begin]) => begin >= beginMs && begin <= beginMs + tookMs);
  if (during.length < LEAST_SAMPLES) throw new Error(`only ${during.length} requests fell into the run`);
  return findP99(during);
}

async function waitFor(seconds: number): Promise<RunTimes> {
  const beginMs = performance.timeOrigin + performance.now();
  await setTimeout(seconds * 1000);
  return { beginMs, tookMs: performance.timeOrigin + performance.now() - beginMs };
}

function findP99(times: LoadAnswer['times']): number {
  return findShare(
    times.map(([, took]) => took),
    0.99,
  );
}
