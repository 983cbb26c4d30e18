/** The same rules apply in memory and in a shared database. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStatements } from '#server/db/run-statement.ts';
import { openTestDatabase } from '#testkit/test-database.ts';
import type { AppError } from '../app-error.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

const MINUTE_MS = 60_000;
const TEN = { max: 10, windowMs: MINUTE_MS };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 1, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

async function getRejection(work: Promise<void>): Promise<AppError['details'] | undefined> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return undefined;
  expect(error).toMatchObject({ code: 'too_many' });
  return (error as AppError).details;
}

/** @returns the number of accepted attempts */
async function takeMany(limiter: RateLimiter, times: number, key = 'ada'): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: times }, () => limiter.take(key, TEN)));
  return all.filter(({ status }) => status === 'fulfilled').length;
}

describe.each([
  ['memory', async () => createRateLimiter()],
  ['the database', async () => createRateLimiter(createStatements((await openTestDatabase()).db))],
])('a limit in %s', (_place, open) => {
  it('accepts exactly the limit of concurrent attempts, and returns the time to retry (M1)', async () => {
    const limiter = await open();
    expect(await takeMany(limiter, 100)).toBe(10);
    expect(await takeMany(limiter, 1, 'grace')).toBe(1);
    pass(20_000);
    expect((await getRejection(limiter.take('ada', TEN)))?.headers).toEqual({ 'retry-after': '40' });
    pass(39_000);
    expect(await takeMany(limiter, 1)).toBe(0);
    pass(1000);
    expect(await takeMany(limiter, 100)).toBe(10);
  });

  it('marks all but the first rejection of a window as repeated', async () => {
    const limiter = await open();
    await takeMany(limiter, 10);
    expect((await getRejection(limiter.take('ada', TEN)))?.isRepeated).toBe(false);
    expect((await getRejection(limiter.take('ada', TEN)))?.isRepeated).toBe(true);
    expect((await getRejection(limiter.take('ada', TEN)))?.isRepeated).toBe(true);
  });

  it('uncounts an attempt that had no effect', async () => {
    const limiter = await open();
    await takeMany(limiter, 10);
    await limiter.uncount('ada', TEN);
    expect(await takeMany(limiter, 1)).toBe(1);
    expect(await takeMany(limiter, 1)).toBe(0);
  });

  it('counts the attempts of one key together, across its limits', async () => {
    const limiter = await open();
    expect(await takeMany(limiter, 10)).toBe(10);
    const larger = { ...TEN, max: 12 };
    expect(await limiter.read('ada', larger)).toMatchObject({ count: 10 });
    await limiter.take('ada', larger);
    await limiter.take('ada', larger);
    expect(await getRejection(limiter.take('ada', larger))).toBeDefined();
  });

  it('counts without rejecting', async () => {
    const limiter = await open();
    for (let index = 1; index < 30; index += 1) expect(await limiter.count('ada', MINUTE_MS)).toBe(index);
    pass(MINUTE_MS);
    expect(await limiter.count('ada', MINUTE_MS)).toBe(1);
  });

  it('never blocks longer than its window when the clock is set back', async () => {
    const limiter = await open();
    expect(await takeMany(limiter, 20)).toBe(10);
    pass(-2 * 60 * MINUTE_MS);
    expect(await takeMany(limiter, 1)).toBe(1);
    const wait = Number(
      (await getRejection(limiter.take('ada', { ...TEN, max: 1 })))?.headers?.['retry-after'] ?? 0,
    );
    expect(wait).toBeLessThanOrEqual(60);
  });
});

it('is shared by all processes with the same database (M1)', async () => {
  const { db } = await openTestDatabase();
  const limiters = [createRateLimiter(createStatements(db)), createRateLimiter(createStatements(db))];
  const passed = await Promise.all(limiters.map((limiter) => takeMany(limiter, 8)));
  expect(passed.reduce((sum, each) => sum + each, 0)).toBe(10);
});

it("doesn't query the database again for a rejected key", async () => {
  const run = createStatements((await openTestDatabase()).db);
  let statements = 0;
  const limiter = createRateLimiter((statement) => {
    statements += 1;
    return run(statement);
  });
  for (let index = 0; index < 100; index += 1) await getRejection(limiter.take('ada', TEN));
  expect(statements).toBe(11);
});
