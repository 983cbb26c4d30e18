/** Kills the server at random moments of runs: each run must complete automatically after the next start. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it, vi } from 'vitest';
import { times } from '../times.ts';
import { randomBelow, makeWorkload } from './workload.ts';
import { FOLDER, type Deployment, STORE } from './deployment.ts';
import {
  countEach,
  expectNone,
  TIMEOUT_MS,
  type Saved,
  startCrashHarness,
  type CrashHarness,
} from './crash-harness.ts';

const ROWS = 2_000;
const STEPS = ['planning', 'running', 'auditing'];
/** Consecutive kills of every fifth run. */
const KILLS_IN_A_ROW = 4;

interface KillPlan {
  deployment: Deployment;
  saving: Promise<Saved | undefined>;
  /** Two of four kills are at a random time of a run, one while its files are published, one at the start of a step. */
  turn: number;
  /** Duration of an undisturbed run. */
  runMs: number;
}

/** @returns the state of the run */
async function killAt(
  { client, kill }: CrashHarness,
  { deployment, saving, turn, runMs }: KillPlan,
): Promise<string> {
  const stop = new AbortController();
  let state = 'saving';
  let isOver = false;
  const follow = async () => {
    const saved = await saving;
    if (saved === undefined) return;
    state = 'queued';
    await client.follow(saved.projectId, (next) => (state = next), stop.signal);
  };
  const following = follow()
    .catch(() => {})
    .finally(() => (isOver = true));
  const listPublished = (runId: number) => deployment.listNames(`runs/${runId}`);
  const isReached = () => {
    if (isOver || state.startsWith('completed')) return true;
    if (turn % 4 === 3) return STEPS.indexOf(state) >= turn % STEPS.length;
    const newest = Math.max(0, ...deployment.listNames('runs').map(Number));
    return state === 'auditing' && listPublished(newest).length > 0;
  };
  if (turn % 4 < 2) await sleep(randomBelow(runMs));
  else await vi.waitUntil(isReached, { timeout: TIMEOUT_MS, interval: 2 });
  if (turn % 4 >= 2) await sleep(randomBelow(100));
  await kill();
  stop.abort();
  await following;
  const saved = await saving;
  if (saved === undefined) return 'saving';
  if (state.startsWith('completed')) return 'completed';
  const published = listPublished(saved.runId);
  if (published.length === 0) return state;
  return published.includes('formed-links.html') ? 'reporting' : 'publishing';
}

describe.each([FOLDER, STORE])('a server on $where that is killed during runs', ({ where, open }) => {
  it('leaves no missing, duplicate or orphaned data, and every run completes with the same bytes', async () => {
    const deployment = await open();
    const harness = await startCrashHarness(deployment);
    const workload = makeWorkload(ROWS);
    const startedAt = performance.now();
    await harness.save(workload, 'Undisturbed');
    await harness.waitForRuns();
    const runMs = performance.now() - startedAt;
    const moments: string[] = [];
    for (let run = 1; moments.length < times(30); run++) {
      const saving = harness.save(workload, `Run ${run}`);
      const inARow = run % 5 === 0 ? KILLS_IN_A_ROW : 1;
      for (let life = 0; life < inARow; life++) {
        moments.push(await killAt(harness, { deployment, saving, turn: run + life, runMs }));
        await harness.restart();
      }
      await harness.waitForRuns();
    }
    const { faults, notes } = await harness.verify();
    const title = `kills in runs on ${where} ${moments.length}: ${countEach(moments)}`;
    expectNone(title, faults, notes);
  }, 3_600_000);
});
