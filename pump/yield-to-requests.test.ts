/** Threads with long work yield to requests. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { shareRequestCount } from './yield-to-requests.ts';

it('sleeps briefly after each millisecond while requests come in, and not otherwise', async () => {
  const countRequest = shareRequestCount();
  const worker = new Worker(new URL('./yield-fixture.ts', import.meta.url));
  onTestFinished(async () => void (await worker.terminate()));
  const countSleeps = async (): Promise<number> => {
    worker.postMessage('work');
    const [count] = await once(worker, 'message');
    return count;
  };
  // The first run compiles the code.
  await countSleeps();
  const idle = await countSleeps();
  const timer = setInterval(countRequest, 10);
  const busy = await countSleeps();
  clearInterval(timer);
  expect(busy).toBeGreaterThan(idle + 20);
  await expect.poll(countSleeps).toBeLessThan(busy / 4);
});
