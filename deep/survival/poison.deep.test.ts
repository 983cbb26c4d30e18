/**
 * A run that crashes the server at each attempt: it must fail with the reason, other runs must complete, and the
 * server must work afterwards.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeWorkload } from './workload.ts';
import { FOLDER, STORE } from './deployment.ts';
import {
  expectNone,
  type Saved,
  saveProject,
  startCrashHarness,
  type CrashHarness,
} from './crash-harness.ts';

const WORKLOAD = makeWorkload(3_000);
const CHECK_MS = 20;
/** Polling interval below the rate limit. */
const POLL_MS = 500;
/** The test fails if the run hasn't failed after this many crashes. */
const MAX_CRASHES = 25;
/** Crash after which the second neighbor is saved. */
const LATE_CRASH = 3;
/** Memory limit that allows a start but not the thread of a run, on which Node aborts. */
const LIMIT_KILOBYTES = 2_300_000;

/** Returns true if the server crashes before the run fails. */
async function crashesBeforeFailing({ client, server }: CrashHarness, run: Saved, look: () => void) {
  const crashed = server().ended.then(() => true);
  for (let polledAt = 0; !(await Promise.race([crashed, sleep(CHECK_MS, false)])); ) {
    look();
    if (performance.now() - polledAt < POLL_MS) continue;
    polledAt = performance.now();
    // A crashing server doesn't respond.
    const project = await client.show(run.projectId).catch(() => undefined);
    if (project?.progress?.state === 'failed') return false;
  }
  return true;
}

/** Checks that the run has failed with the reason, and that its neighbors and a new run complete. */
async function expectFailed(harness: CrashHarness, run: Saved, title: string): Promise<void> {
  const { client, save, verify } = harness;
  const { state, message } = await client.call<{ state: string; message: string | null }>(
    `projects/${run.projectId}/runs/${run.runId}`,
  );
  expect(state).toBe('failed');
  expect(message).toMatch(/more memory than allowed|ran out of memory/);
  expect(await save(WORKLOAD, 'After')).toBeDefined();
  const { faults, notes } = await verify();
  const unfinished = faults.unfinished?.filter((text) => !text.endsWith(' is failed')) ?? [];
  expectNone(title, { ...faults, unfinished }, [...notes, `message of the run: ${message}`]);
}

/** Kills like the out-of-memory killer, as soon as the scratch folder of the run exists. */
it.each([FOLDER, STORE])(
  'a run during which the server on $where is killed each time fails with the reason',
  async ({ where, open }) => {
    const deployment = await open();
    const harness = await startCrashHarness(deployment);
    const poison = await saveProject(harness.client, WORKLOAD, 'Poison');
    await harness.save(WORKLOAD, 'Neighbor');
    const seen = new Set<string>();
    const killAtWork = () => {
      const isNew = (name: string) => name.startsWith(`run-${poison.runId}-`) && !seen.has(name);
      if (deployment.listScratch().some(isNew)) harness.server().signal('SIGKILL');
    };
    let crashes = 0;
    while (crashes < MAX_CRASHES && (await crashesBeforeFailing(harness, poison, killAtWork))) {
      crashes++;
      await deployment.backdateHeartbeats();
      // Scratch files of a killed server remain for a while if several servers share the deployment.
      for (const name of deployment.listScratch()) seen.add(name);
      await harness.restart();
      if (crashes === LATE_CRASH) await harness.save(WORKLOAD, 'Late neighbor');
    }
    await expectFailed(
      harness,
      poison,
      `a run whose server is killed at each attempt, on ${where}: ${crashes} crashes`,
    );
  },
  1_800_000,
);

it('a run without enough memory fails with the reason', async () => {
  const harness = await startCrashHarness(await FOLDER.open());
  const large = await saveProject(harness.client, makeWorkload(20_000), 'Too large');
  await harness.server().end('SIGKILL');
  let crashes = 1;
  for (; crashes < MAX_CRASHES; crashes++) {
    // The run starts before the first request, so the server may crash before it is ready.
    const isUp = await harness.restart(`ulimit -d ${LIMIT_KILOBYTES}`).then(
      () => true,
      () => false,
    );
    if (isUp && !(await crashesBeforeFailing(harness, large, () => {}))) break;
  }
  await harness.server().end('SIGTERM');
  // Without the memory limit.
  await harness.restart();
  await expectFailed(harness, large, `a run without enough memory: ${crashes} crashes`);
}, 1_800_000);
