/** A job that crashes every process, and a longer concurrent job, with real delays. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { crash, createProcesses, never } from './process-fixture.ts';

it('a job that crashes every process fails after the twelfth, and a longer concurrent job completes earlier', async () => {
  const { start, given } = await createProcesses(2);
  const crashes: number[] = [];
  let neighborStarts = 0;
  let isDone = false;
  for (let count = 1; given.length === 0 && count <= 20; count++) {
    const simulated = await start(async (id, own) => {
      if (id === 1) {
        // By then the other job has started if both may run.
        await sleep(20);
        crashes.push(count);
        return crash(own);
      }
      neighborStarts++;
      // Longer than any delay between the starts of two jobs.
      await sleep(6_000);
      if (own.hasCrashed) return never();
      isDone = true;
    });
    await expect.poll(() => simulated.hasCrashed || given.length > 0).toBe(true);
  }
  expect(given).toEqual(['1: The process crashed on every attempt. true']);
  expect(crashes).toHaveLength(12);
  await expect.poll(() => isDone).toBe(true);
  console.log(`the other job started ${neighborStarts} times`);
  // After three common crashes both are suspects, and each runs on its own.
  expect(neighborStarts).toBeLessThanOrEqual(4);
});
