import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { tenfold } from '#testkit/cases.ts';
import { createRateLimiter } from '#server/gateways/rate-limiter.ts';
import { createLimits } from './limits.service.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 5, 1, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

function openLimits() {
  const keys: string[] = [];
  const tries = createRateLimiter();
  const waited: number[] = [];
  const limits = createLimits({
    wait: async (delayMs) => void waited.push(delayMs),
    calls: createRateLimiter(),
    tries: {
      ...tries,
      take: (key, limit) => {
        keys.push(key);
        return tries.take(key, limit);
      },
    },
  });
  const { signal } = new AbortController();
  /** Tries to sign in concurrently. @returns the number of allowed attempts */
  const trySignIns = async (
    times: number,
    { ip = '192.0.2.1', email = 'ada@example.com', isKnown = false } = {},
  ) => {
    const attempt = { ip, emailKey: email, isKnownAddress: isKnown, signal };
    const all = await Promise.allSettled(Array.from({ length: times }, () => limits.countSignIn(attempt)));
    return all.filter(({ status }) => status === 'fulfilled').length;
  };
  return { limits, trySignIns, keys, signal, waited };
}

describe('the limits of sign-in', () => {
  it('allow exactly ten concurrent attempts per network and account (M1)', async () => {
    const { trySignIns } = openLimits();
    expect(await trySignIns(tenfold(100))).toBe(10);
    expect(await trySignIns(1, { email: 'grace@example.com' })).toBe(1);
    vi.setSystemTime(Date.now() + 15 * MINUTE_MS);
    expect(await trySignIns(20)).toBe(10);
  });

  it('allow a hundred attempts per network, for any email addresses', async () => {
    const { trySignIns } = openLimits();
    let passed = 0;
    for (let index = 0; index < 30; index += 1)
      passed += await trySignIns(10, { email: `${index}@example.com` });
    expect(passed).toBe(100);
  });

  it('delay attempts on one account from a hundred networks, and reject none (A4)', async () => {
    const { trySignIns, waited } = openLimits();
    expect(await trySignIns(10)).toBe(10);
    expect(waited).toEqual([]);
    let passed = 0;
    for (let index = 0; index < 100; index += 1) passed += await trySignIns(20, { ip: `127.0.0.${index}` });
    expect(passed).toBe(1000);
    expect(waited).toEqual(Array.from({ length: 1000 }, (_none, index) => Math.min(5000, (index + 1) * 250)));
    waited.length = 0;
    expect(await trySignIns(1, { ip: '198.51.100.1' })).toBe(1);
    expect(waited).toEqual([5000]);
    expect(await trySignIns(1, { ip: '198.51.100.2', isKnown: true })).toBe(1);
    expect(waited).toEqual([5000]);
  });

  it('stop the delay of a client that disconnects', async () => {
    const read = async () => ({ count: 100, endsAt: null });
    const counted = { take: async () => {}, count: async () => 100, read, uncount: async () => {} };
    const limits = createLimits({ calls: counted, tries: counted });
    const gone = new AbortController();
    const attempt = { ip: '127.0.1.1', emailKey: 'ada@example.com', isKnownAddress: false };
    const waiting = limits.countSignIn({ ...attempt, signal: gone.signal });
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('count a /64 network as one, and IPv4 in IPv6 as IPv4 (M1)', async () => {
    const { limits, trySignIns, signal } = openLimits();
    const attempts = Array.from({ length: 100 }, (_none, index) =>
      limits.countSignIn({
        ip: `2001:db8::${index}`,
        emailKey: 'ada@example.com',
        isKnownAddress: true,
        signal,
      }),
    );
    const all = await Promise.allSettled(attempts);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await trySignIns(10, { ip: '192.0.2.9' })).toBe(10);
    expect(await trySignIns(1, { ip: '::ffff:192.0.2.9' })).toBe(0);
  });

  it('store no email address', async () => {
    const { trySignIns, keys } = openLimits();
    await trySignIns(1);
    expect(keys.join()).toContain('login:192.0.2.1:');
    expect(keys.join()).not.toContain('ada');
  });
});

describe('the limits of the second factor', () => {
  const tryCodes = async (
    { limits }: Pick<ReturnType<typeof openLimits>, 'limits'>,
    times: number,
    { ip = '192.0.2.1', userId = 7, isKnownAddress = false } = {},
  ) => {
    const attempts = Array.from({ length: times }, () => limits.countCode({ userId, ip, isKnownAddress }));
    const all = await Promise.allSettled(attempts);
    return all.filter(({ status }) => status === 'fulfilled').length;
  };

  it('allow ten codes per account and network in 15 minutes, and twenty per account and hour', async () => {
    const bench = openLimits();
    expect(await tryCodes(bench, 50)).toBe(10);
    expect(await tryCodes(bench, 50, { ip: '192.0.2.2' })).toBe(10);
    expect(await tryCodes(bench, 50, { ip: '192.0.2.3' })).toBe(0);
    expect(await tryCodes(bench, 1, { ip: '192.0.2.3', userId: 8 }), 'another account').toBe(1);
    vi.setSystemTime(Date.now() + 15 * MINUTE_MS);
    expect(await tryCodes(bench, 1, { ip: '192.0.2.4' })).toBe(0);
    vi.setSystemTime(Date.now() + 45 * MINUTE_MS);
    expect(await tryCodes(bench, 1, { ip: '192.0.2.4' })).toBe(1);
  });

  it('never lock the owner out of a network where they have signed in before', async () => {
    const bench = openLimits();
    for (const ip of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await tryCodes(bench, 50, { ip });
    expect(await tryCodes(bench, 50, { ip: '198.51.100.1', isKnownAddress: true })).toBe(10);
  });
});

it('allows five registrations an hour per network', async () => {
  const { limits } = openLimits();
  const register = async (times: number, ip: string) => {
    const all = await Promise.allSettled(Array.from({ length: times }, () => limits.countRegistration(ip)));
    return all.filter(({ status }) => status === 'fulfilled').length;
  };
  expect(await register(50, '192.0.2.1')).toBe(5);
  expect(await register(1, '192.0.2.2')).toBe(1);
  vi.setSystemTime(Date.now() + 60 * MINUTE_MS);
  expect(await register(1, '192.0.2.1')).toBe(1);
});
