/**
 * A poison run that crashes the server at each attempt: it must fail with the reason, other runs must complete, and
 * the server must work afterwards.
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
const LOOK_MS = 20;
/** Polling interval below the rate limit. */
const ASK_MS = 500;
/** With more crashes, the run is considered never to fail. */
const MAX_DEATHS = 25;
/** Crash after which the second neighbor is saved. */
const LATE_DEATH = 3;
/** Enough memory for a start but not for the thread of a run, at which Node aborts. */
const STARVING_KILOBYTES = 2_300_000;

/** Returns true if the server crashes before the run fails. */
async function diesBeforeFailing({ client, server }: CrashHarness, run: Saved, look: () => void) {
  const died = server().ended.then(() => true);
  for (let askedAt = 0; !(await Promise.race([died, sleep(LOOK_MS, false)])); ) {
    look();
    if (performance.now() - askedAt < ASK_MS) continue;
    askedAt = performance.now();
    // A crashing server doesn't respond.
    const project = await client.show(run.projectId).catch(() => undefined);
    if (project?.progress?.state === 'failed') return false;
  }
  return true;
}

/** Checks that the run has failed with the reason, and that its neighbors and a new run complete. */
async function expectGivenUp(harness: CrashHarness, run: Saved, title: string): Promise<void> {
  const { client, save, verify } = harness;
  const { state, message } = await client.call<{ state: string; message: string | null }>(
    `projects/${run.projectId}/runs/${run.runId}`,
  );
  expect(state).toBe('failed');
  expect(message).toContain('too little memory');
  expect(await save(WORKLOAD, 'After')).toBeDefined();
  const { faults, notes } = await verify();
  const unfinished = faults.unfinished?.filter((text) => !text.endsWith(' is failed')) ?? [];
  expectNone(title, { ...faults, unfinished }, [...notes, `the run says: ${message}`]);
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
    let deaths = 0;
    while (deaths < MAX_DEATHS && (await diesBeforeFailing(harness, poison, killAtWork))) {
      deaths++;
      await deployment.ageHeartbeats();
      // Scratch files of a killed server remain for a while if several servers share the deployment.
      for (const name of deployment.listScratch()) seen.add(name);
      await harness.restart();
      if (deaths === LATE_DEATH) await harness.save(WORKLOAD, 'Late neighbor');
    }
    await expectGivenUp(
      harness,
      poison,
      `a run that is killed whenever it is at work, on ${where}: ${deaths} deaths`,
    );
  },
  1_800_000,
);

it('a run without enough memory fails with the reason', async () => {
  const harness = await startCrashHarness(await FOLDER.open());
  const large = await saveProject(harness.client, makeWorkload(20_000), 'Too large');
  await harness.server().end('SIGKILL');
  let deaths = 1;
  for (; deaths < MAX_DEATHS; deaths++) {
    // The run starts before the first request, so the server may crash before it is ready.
    const isUp = await harness.restart(`ulimit -d ${STARVING_KILOBYTES}`).then(
      () => true,
      () => false,
    );
    if (isUp && !(await diesBeforeFailing(harness, large, () => {}))) break;
  }
  await harness.server().end('SIGTERM');
  // Without the memory limit.
  await harness.restart();
  await expectGivenUp(harness, large, `a run that has no memory: ${deaths} deaths`);
}, 1_800_000);
