import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { openTestDatabase } from '#testkit/test-database.ts';
import { AppError } from '../../app-error.ts';
import { createLimits } from './limits.service.ts';

const MINUTE_MS = 60_000;
const START = Date.UTC(2026, 5, 1, 12);

async function openLimits() {
  const { db } = await openTestDatabase();
  let time = START;
  const limits = createLimits({ db, clock: () => new Date(time) });
  /** Counts sign-ins until `tries` were made. @returns how many were let through */
  const trySignIns = async (
    tries: number,
    { ip = '192.0.2.1', email = 'ada@example.com', isKnown = false } = {},
  ) => {
    const all = await Promise.allSettled(
      Array.from({ length: tries }, () =>
        limits.countSignIn({ ip, emailKey: email, isKnownAddress: isKnown }),
      ),
    );
    return all.filter(({ status }) => status === 'fulfilled').length;
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { db, limits, trySignIns, pass };
}

async function readRetry(work: Promise<void>): Promise<number> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ code: 'too_many' });
  return Number((error as AppError).details.headers?.['retry-after']);
}

describe('the limits of sign-in', () => {
  it('let exactly ten of many at once through (M1)', async () => {
    const { trySignIns, db } = await openLimits();
    expect(await trySignIns(cases(100))).toBe(10);
    const counters = await db.selectFrom('rate_limits').select('count').execute();
    expect(counters.map(({ count }) => count)).toEqual([10, 10, 10]);
  });

  it('let a hundred of one address through, whatever e-mail addresses it tries', async () => {
    const { limits } = await openLimits();
    const all = await Promise.allSettled(
      Array.from({ length: 300 }, (_none, index) =>
        limits.countSignIn({ ip: '192.0.2.1', emailKey: `${index}@example.com`, isKnownAddress: false }),
      ),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
  });

  it('let fifty for one account through from a hundred addresses, and its owner besides (A4)', async () => {
    const { trySignIns } = await openLimits();
    let evaluated = 0;
    for (let index = 0; index < 100; index += 1) evaluated += await trySignIns(2, { ip: `127.0.0.${index}` });
    expect(evaluated).toBe(50);
    expect(await trySignIns(1, { ip: '198.51.100.1' })).toBe(0);
    expect(await trySignIns(1, { ip: '198.51.100.2', isKnown: true })).toBe(1);
    expect(await trySignIns(20, { ip: '198.51.100.2', isKnown: true })).toBe(9);
  });

  it('count all addresses of one IPv6 household together, and IPv4 in IPv6 as IPv4 (M1)', async () => {
    const { trySignIns } = await openLimits();
    let evaluated = 0;
    for (let index = 0; index < 100; index += 1)
      evaluated += await trySignIns(1, { ip: `2001:db8::${index}` });
    expect(evaluated).toBe(10);
    expect(await trySignIns(10, { ip: '192.0.2.9' })).toBe(10);
    expect(await trySignIns(1, { ip: '::ffff:192.0.2.9' })).toBe(0);
  });

  it('take nothing of the other limits from who is refused by one', async () => {
    const { trySignIns, db } = await openLimits();
    await trySignIns(50);
    expect(await trySignIns(1, { email: 'grace@example.com' })).toBe(1);
    const counters = await db.selectFrom('rate_limits').select(['key', 'count']).execute();
    expect(counters.find(({ key }) => key === 'login:192.0.2.1')?.count).toBe(11);
  });

  it('keep no e-mail address', async () => {
    const { trySignIns, db } = await openLimits();
    await trySignIns(1);
    const keys = await db.selectFrom('rate_limits').select('key').execute();
    expect(keys.map(({ key }) => key).join()).not.toContain('ada');
  });
});

describe('the sliding window', () => {
  it('frees a place when the share of the old tries has sunk, at the second that it promised', async () => {
    const { trySignIns, limits, pass } = await openLimits();
    expect(await trySignIns(10)).toBe(10);
    const attempt = { ip: '192.0.2.1', emailKey: 'ada@example.com', isKnownAddress: false };
    pass(MINUTE_MS);
    const seconds = await readRetry(limits.countSignIn(attempt));
    // 14 minutes to the next window, and a tenth of it.
    expect(seconds).toBe(15.5 * 60);
    pass(seconds * 1000 - 1000);
    expect(await trySignIns(1)).toBe(0);
    pass(1000);
    expect(await trySignIns(5)).toBe(1);
    const next = await readRetry(limits.countSignIn(attempt));
    pass(next * 1000 - 1000);
    expect(await trySignIns(1)).toBe(0);
    pass(1000);
    expect(await trySignIns(1)).toBe(1);
  });

  it('is new after two windows without a try', async () => {
    const { trySignIns, pass } = await openLimits();
    await trySignIns(10);
    pass(30 * MINUTE_MS);
    expect(await trySignIns(20)).toBe(10);
  });

  it('throws away counters that limit nothing any more', async () => {
    const { trySignIns, pass, db } = await openLimits();
    await trySignIns(1);
    pass(121 * MINUTE_MS);
    await trySignIns(1, { ip: '192.0.2.2', email: 'grace@example.com' });
    const keys = await db.selectFrom('rate_limits').select('key').execute();
    expect(keys).toHaveLength(3);
    expect(keys.filter(({ key }) => key.includes('192.0.2.1'))).toEqual([]);
  });
});

it('lets five registrations an hour through from one address', async () => {
  const { limits, pass } = await openLimits();
  const all = await Promise.allSettled(
    Array.from({ length: 50 }, () => limits.countRegistration('192.0.2.1')),
  );
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await readRetry(limits.countRegistration('192.0.2.1'))).toBe(72 * 60);
  await limits.countRegistration('192.0.2.2');
  pass(72 * MINUTE_MS);
  await limits.countRegistration('192.0.2.1');
});
