/**
 * Two servers share a database and files. The one that works on a run is killed, repeatedly for the same run; the
 * other one takes it over, and its clients see the progress.
 */
import { describe, expect, it, vi } from 'vitest';
import { times } from '../times.ts';
import { makeWorkload } from './workload.ts';
import { SHARED_FOLDER, STORE } from './deployment.ts';
import { expectNone, TIMEOUT_MS, startCrashHarness, type CrashHarness } from './crash-harness.ts';

/** Enough rows for the run to be active when it is stopped. */
const ROWS = 10_000;

/** Follows a run on the client's current server. */
function watch({ client }: CrashHarness, projectId: number) {
  const stop = new AbortController();
  const states: string[] = [];
  const onState = (state: string) => {
    if (state !== states.at(-1)) states.push(state);
  };
  void client.follow(projectId, onState, stop.signal).catch(() => {});
  const waitFor = (isReached: () => boolean) => vi.waitUntil(isReached, { timeout: TIMEOUT_MS, interval: 2 });
  return {
    states,
    untilRunning: () => waitFor(() => states.at(-1) === 'running'),
    /** The first step of a retry is planning. */
    untilBegunAgain: () => waitFor(() => states.lastIndexOf('planning') > 0),
    stop: () => stop.abort(),
  };
}

describe.each([SHARED_FOLDER, STORE])('two servers on $where', ({ where, open }) => {
  it('take over the run of a killed one, and keep its files while it may still be running', async () => {
    const deployment = await open();
    const harness = await startCrashHarness(deployment);
    const saved = await harness.save(makeWorkload(ROWS), 'Shared');
    const projectId = saved?.projectId ?? 0;
    const kills = times(2);
    const takeOverS: string[] = [];
    const seen: string[] = [];
    let watching = watch(harness, projectId);
    for (let count = 0; count < kills; count++) {
      await watching.untilRunning();
      const worker = harness.server();
      // Pauses it until the other has started.
      worker.signal('SIGSTOP');
      const scratch = deployment.listScratch();
      await harness.restart();
      expect(deployment.listScratch()).toEqual(expect.arrayContaining(scratch));
      watching.stop();
      watching = watch(harness, projectId);
      await worker.end('SIGKILL');
      const diedAt = performance.now();
      await watching.untilBegunAgain();
      takeOverS.push(((performance.now() - diedAt) / 1_000).toFixed(1));
      seen.push(...watching.states);
    }
    await harness.waitForRuns();
    watching.stop();
    const { faults, notes } = await harness.verify();
    const title = `kills of the working one of two servers on ${where} ${kills}`;
    const taken = `taken over after ${takeOverS.join(' s, ')} s`;
    expectNone(title, faults, [...notes, taken, `seen by a client of the other: ${seen.join(', ')}`]);
  }, 1_800_000);
});
