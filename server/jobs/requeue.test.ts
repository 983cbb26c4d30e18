/**
 * What the death of the process costs the job that was at work: little. A dead process is played by a
 * queue whose database no longer answers, beside one that is opened anew; killed for real they are in
 * db/crash.deep.test.ts, and with a job beside it in requeue.deep.test.ts.
 */
import { expect, it } from 'vitest';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { beginLives, die } from './lives-fixture.ts';

/** The job, and so many processes that die under it. */
async function dieUnderIt(times: number) {
  const lives = await beginLives(1);
  /** Waits without the pauses that a job makes which was at work when processes died. */
  const untilSoon = (isDone: () => boolean) =>
    expect
      .poll(async () => {
        await skipJobWaits(lives.database);
        return isDone();
      })
      .toBe(true);
  for (let count = 1; count <= times; count++) {
    const life = await lives.live((_id, own) => die(own));
    await untilSoon(() => life.isOver);
  }
  return { ...lives, untilSoon };
}

it('a job is done however often the process dies under it, up to eleven times', async () => {
  const { live, given, untilSoon } = await dieUnderIt(11);
  const done: number[] = [];
  await live(async (id) => void done.push(id));
  await untilSoon(() => done.length > 0);
  expect(done).toEqual([1]);
  expect(given).toEqual([]);
});

it('a job under which every process dies is given up at the twelfth', async () => {
  const { live, given, untilSoon } = await dieUnderIt(12);
  const done: number[] = [];
  await live(async (id) => void done.push(id));
  await untilSoon(() => given.length > 0);
  expect(given).toEqual(['1: The process ended each time. true']);
  expect(done).toEqual([]);
});
