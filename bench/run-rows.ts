/** Rows about the main job through the server: samples, a whole run, and everybody else during a run. */
import { readFileSync } from 'node:fs';
import type { BenchRow, BenchSizes } from './bench-rows.ts';
import { type House, serve } from './bench-house.ts';
import { runBuild, type Workplace } from './bench-run.ts';
import {
  ask,
  awaitRun,
  deleteProject,
  readSamples,
  saveProject,
  testProject,
  uploadSeed,
  type Visitor,
} from './calls.ts';
import type { LoadAnswer } from './load.ts';
import type { Served } from './served.ts';
import { findMedian, findShare, runRounds } from './stop-watch.ts';

const SAMPLES = 3;
const LATENCY = { rows: 10_000, perSecond: 100, connections: 8, idleSeconds: 4 };
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

async function runOnce(
  visitor: Visitor,
  workplace: Workplace,
  rows: number,
): Promise<{ beginMs: number; tookMs: number }> {
  const material = { ...readMaterial(workplace, rows), title: `Run of ${rows} rows` };
  const beginMs = performance.timeOrigin + performance.now();
  const saved = await saveProject(visitor, material);
  await awaitRun(visitor, saved);
  const tookMs = performance.timeOrigin + performance.now() - beginMs;
  await deleteProject(visitor, saved.project_id);
  return { beginMs, tookMs };
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
      server: async () => (await runOnce(nextVisitor(), workplace, rows)).tookMs,
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

interface Try {
  idleMs: number;
  busyMs: number;
}

/** What others wait for while a run is written, beside what they wait for when nothing is. */
export async function measureOthers(workplace: Workplace, sizes: BenchSizes): Promise<BenchRow[]> {
  return await serve(workplace, async (server, house) => {
    const tries: Try[] = [];
    // Thrown away: what runs for the first time is not compiled yet, idle or not.
    await tryOthers(workplace, server, house);
    while (tries.length < sizes.rounds) tries.push(await tryOthers(workplace, server, house));
    const middle = (pick: (each: Try) => number) => findMedian(tries.map(pick));
    return [
      {
        measure: `p99 of others during a run of ${count(LATENCY.rows)} rows ÷ idle`,
        figure: middle(({ idleMs, busyMs }) => busyMs / idleMs),
        unit: '×',
        must: 2,
      },
      { measure: '  p99 idle', figure: middle(({ idleMs }) => idleMs), unit: 'ms' },
      { measure: '  p99 during the run', figure: middle(({ busyMs }) => busyMs), unit: 'ms' },
    ];
  });
}

async function tryOthers(workplace: Workplace, { address }: Served, { tokens }: House): Promise<Try> {
  const { rows, perSecond, connections, idleSeconds } = LATENCY;
  const paths = ['/api/v1/projects', '/api/v1/account/user-data', '/api/v1/notifications'];
  const order = { address, paths, tokens: tokens.slice(0, -1), connections, perSecond };
  const visitor = { address, token: tokens.at(-1) ?? '' };
  const idle = await ask({ ...order, seconds: idleSeconds });
  const gone = new AbortController();
  const asking = ask({ ...order, seconds: LONGEST_SECONDS }, gone.signal);
  const { beginMs, tookMs } = await runOnce(visitor, workplace, rows);
  gone.abort();
  const busy = (await asking).times.filter(([begin]) => begin >= beginMs && begin <= beginMs + tookMs);
  if (busy.length < LEAST_SAMPLES) throw new Error(`only ${busy.length} requests fell into the run`);
  const p99 = (times: LoadAnswer['times']) =>
    findShare(
      times.map(([, took]) => took),
      0.99,
    );
  return { idleMs: p99(idle.times), busyMs: p99(busy) };
}
