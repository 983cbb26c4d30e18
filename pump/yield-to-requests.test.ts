/** What a thread at work does for the one that serves. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { shareRequestCount } from './yield-to-requests.ts';

it('sleeps for a moment after each millisecond while somebody calls, and not when nobody does', async () => {
  const noteCall = shareRequestCount();
  const worker = new Worker(new URL('./yield-fixture.ts', import.meta.url));
  onTestFinished(async () => void (await worker.terminate()));
  const countSleeps = async (): Promise<number> => {
    worker.postMessage('work');
    const [count] = await once(worker, 'message');
    return count;
  };
  // Once for what is compiled meanwhile.
  await countSleeps();
  const unasked = await countSleeps();
  const timer = setInterval(noteCall, 10);
  const asked = await countSleeps();
  clearInterval(timer);
  expect(asked).toBeGreaterThan(unasked + 20);
  await expect.poll(countSleeps).toBeLessThan(asked / 4);
});
