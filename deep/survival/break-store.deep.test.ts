/** Kills the file store, not the server, during runs and uploads, and restarts it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { times } from '../times.ts';
import { randomBelow, makeWorkload } from './workload.ts';
import { openStoreDeployment } from './deployment.ts';
import { startSending, makeForm, sendForm } from './send-slowly.ts';
import { countEach, expectNone, startCrashHarness } from './crash-harness.ts';

const WORKLOAD = makeWorkload(1_000);
const UPLOAD_KILOBYTES = 500;
/** Maximum outage, a few seconds: the third try is the last. */
const MAX_PAUSE_MS = 3_000;

it('a server whose store is killed loses nothing, and accepts retries', async () => {
  const deployment = await openStoreDeployment();
  const harness = await startCrashHarness(deployment);
  const breakStore = () => deployment.store.restart(randomBelow(MAX_PAUSE_MS));
  const startedAt = performance.now();
  await harness.save(WORKLOAD, 'Undisturbed');
  await harness.waitForRuns();
  const runMs = performance.now() - startedAt;
  const breaks = times(3);
  const statuses: string[] = [];
  const refused: string[] = [];
  for (let count = 1; count <= breaks; count++) {
    await harness.save(WORKLOAD, `Broken ${count}`);
    await sleep(randomBelow(runMs));
    await breakStore();
    await harness.waitForRuns();
    // The server writes to the store after the last byte: kills it just before that or shortly after.
    for (const share of [0.9, 1]) {
      const form = makeForm(statuses.length + 1, UPLOAD_KILOBYTES);
      const { status, send } = await startSending(harness, form);
      await send(share);
      await sleep(randomBelow(100));
      const restarting = breakStore();
      if (share < 1) await send(1);
      statuses.push(String(await status));
      await restarting;
      if (statuses.at(-1) === '200') continue;
      await sendForm(harness, form).catch((error: unknown) => refused.push(String(error)));
    }
  }
  const { faults, notes } = await harness.verify();
  const title = `kills of the store in runs ${breaks}, in uploads ${statuses.length}, status ${countEach(statuses)}`;
  expectNone(title, { ...faults, refused }, notes);
}, 1_800_000);
