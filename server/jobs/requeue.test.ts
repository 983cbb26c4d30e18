/**
 * Attempts after crashes of the process. A crash is simulated by a queue whose database no longer responds;
 * real processes are killed in db/crash.deep.test.ts, and two jobs run concurrently in requeue.deep.test.ts.
 */
import { expect, it } from 'vitest';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { crash, createProcesses } from './process-fixture.ts';

/** Sends a job and crashes this many processes during it. */
async function crashDuringJob(times: number) {
  const processes = await createProcesses(1);
  /** Waits without the delays of a job after crashes. */
  const untilSoon = (isDone: () => boolean) =>
    expect
      .poll(async () => {
        await skipJobWaits(processes.database);
        return isDone();
      })
      .toBe(true);
  for (let count = 1; count <= times; count++) {
    const simulated = await processes.start((_id, own) => crash(own));
    await untilSoon(() => simulated.hasCrashed);
  }
  return { ...processes, untilSoon };
}

it('a job is completed after up to eleven crashes of the process', async () => {
  const { start, given, untilSoon } = await crashDuringJob(11);
  const done: number[] = [];
  await start(async (id) => void done.push(id));
  await untilSoon(() => done.length > 0);
  expect(done).toEqual([1]);
  expect(given).toEqual([]);
});

it('a job that crashes every process is given up after the twelfth', async () => {
  const { start, given, untilSoon } = await crashDuringJob(12);
  const done: number[] = [];
  await start(async (id) => void done.push(id));
  await untilSoon(() => given.length > 0);
  expect(given).toEqual(['1: The process crashed on every attempt. true']);
  expect(done).toEqual([]);
});
