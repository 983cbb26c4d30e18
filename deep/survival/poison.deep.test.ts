/**
 * A run under which the server dies each time it is tried: it must end as failed and say why, its neighbors
 * must land, and the server must work afterwards.
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
/** People may call so often a minute, and no more. */
const ASK_MS = 500;
/** More than that is a run that is never given up. */
const MAX_DEATHS = 25;
/** Then the second neighbor is saved: the run has killed others already. */
const LATE_DEATH = 3;
/** Enough for a start and too little for the thread of a run, which Node answers with its own death. */
const STARVING_KILOBYTES = 2_300_000;

/** @returns whether the server died before the run had failed */
async function diesBeforeFailing({ client, server }: CrashHarness, run: Saved, look: () => void) {
  const died = server().ended.then(() => true);
  for (let askedAt = 0; !(await Promise.race([died, sleep(LOOK_MS, false)])); ) {
    look();
    if (performance.now() - askedAt < ASK_MS) continue;
    askedAt = performance.now();
    // A question to a server that dies is not answered.
    const project = await client.show(run.projectId).catch(() => undefined);
    if (project?.progress?.state === 'failed') return false;
  }
  return true;
}

/** The run has failed and says why; its neighbors completed, as does what is saved now. */
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

/** As the system does that has run out of memory: as soon as the folder of the run's half-written work is there. */
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
      // What a killed server has left there lies there for a while where several may be at work.
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
    // The run is taken up before anybody can come, so the server may die before it says that it is ready.
    const isUp = await harness.restart(`ulimit -d ${STARVING_KILOBYTES}`).then(
      () => true,
      () => false,
    );
    if (isUp && !(await diesBeforeFailing(harness, large, () => {}))) break;
  }
  await harness.server().end('SIGTERM');
  // With memory again.
  await harness.restart();
  await expectGivenUp(harness, large, `a run that has no memory: ${deaths} deaths`);
}, 1_800_000);
