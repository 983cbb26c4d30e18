/** Order of password hashes when many are requested (A6). */
import { expect, it } from 'vitest';
import { AppError } from '../app-error.ts';
import { createHashQueue } from './hash-queue.ts';

/** A queue whose tasks end only when the test ends them. */
function openQueue() {
  const queue = createHashQueue();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const add = (network: string, name = network) =>
    queue
      .run(network, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(AppError);
        expect(error).toMatchObject({ code: 'too_many', details: { headers: { 'retry-after': '2' } } });
        refused.push(name);
      });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** Ends tasks until none is left. */
  const finish = async () => {
    for (let end = ends.shift(); end !== undefined; end = ends.shift()) {
      end();
      await settle();
    }
  };
  return { add, begun, finish, queue, refused, settle };
}

it('runs two at once, queues sixteen of a network, and rejects further ones of that network', async () => {
  const { add, begun, finish, queue, refused, settle } = openQueue();
  for (let index = 0; index < 500; index += 1) void add('flood', `flood ${index}`);
  await settle();
  expect(begun).toEqual(['flood 0', 'flood 1']);
  expect(refused).toHaveLength(500 - 18);
  void add('owner');
  await finish();
  expect(begun).toHaveLength(19);
  expect(begun).toContain('owner');
  expect(queue.peak()).toBe(2);
});

it('alternates between networks, so that a flood delays only its own network', async () => {
  const { add, begun, finish, settle } = openQueue();
  for (let index = 0; index < 18; index += 1) void add('flood');
  for (const owner of ['first', 'second', 'third']) void add(owner);
  await settle();
  await finish();
  expect(begun.slice(0, 7)).toEqual(['flood', 'flood', 'flood', 'first', 'second', 'third', 'flood']);
});

it('drops the last entry of the longest queue for a new network when the queue is full', async () => {
  const { add, begun, finish, refused, settle } = openQueue();
  for (let network = 0; network < 26; network += 1)
    for (let index = 0; index < 16; index += 1) void add(`flood ${network}`);
  await settle();
  const before = refused.length;
  void add('owner');
  await settle();
  expect(refused).toHaveLength(before + 1);
  expect(refused).not.toContain('owner');
  await finish();
  expect(begun.indexOf('owner')).toBeLessThan(2 + 26 + 1);
});

it('continues after a task that failed', async () => {
  const queue = createHashQueue();
  const failing = () => Promise.reject(new Error('no memory'));
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => queue.run('one', failing)));
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
  await expect(queue.run('one', async () => 'done')).resolves.toBe('done');
});
