/** A job under which every process dies, and a longer one beside it, with all the pauses that they make. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { beginLives, die, never } from './lives-fixture.ts';

it('a job under which every process dies is given up at the twelfth, and a longer one beside it is done before', async () => {
  const { live, given } = await beginLives(2);
  const deaths: number[] = [];
  let neighborLives = 0;
  let isDone = false;
  for (let lives = 1; given.length === 0 && lives <= 20; lives++) {
    const life = await live(async (id, own) => {
      if (id === 1) {
        // The neighbor is at work already where both may be.
        await sleep(20);
        deaths.push(lives);
        return die(own);
      }
      neighborLives++;
      // Longer than any pause between the beginnings of two jobs.
      await sleep(6_000);
      if (own.isOver) return never();
      isDone = true;
    });
    await expect.poll(() => life.isOver || given.length > 0).toBe(true);
  }
  expect(given).toEqual(['1: The process ended each time. true']);
  expect(deaths).toHaveLength(12);
  await expect.poll(() => isDone).toBe(true);
  console.log(`the neighbor was begun ${neighborLives} times`);
  // Three deaths in company make suspects; from then on each is alone.
  expect(neighborLives).toBeLessThanOrEqual(4);
});
