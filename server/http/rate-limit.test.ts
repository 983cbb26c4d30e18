/** How often one person, one visitor and one guesser may call, in one process and in several. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Database } from '#server/db/open.ts';
import { cpuMilliseconds } from '#testkit/cpu-time.ts';
import { addPerson } from '#testkit/people.ts';
import { startTestApp, useTestApp } from '#testkit/test-app.ts';
import type { AppError } from '../app-error.ts';
import { createRateLimit } from './rate-limit.ts';

interface Call {
  method?: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  payload?: object;
}

const start = useTestApp();
const standing = new Date();
/** A clock that stands still, for servers of one test. */
const clock = () => standing;

/** Calls at once. @returns how many were not limited */
async function callMany(app: FastifyInstance, times: number, make: (index: number) => Call): Promise<number> {
  const callOnce = async (index: number): Promise<boolean> => {
    const reply = await app.inject(make(index));
    if (reply.statusCode !== 429) return true;
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(reply.json()).toMatchObject({ success: false, code: 'too_many' });
    expect(reply.json().message).toMatch(
      /^Too many requests\. Please wait (a second|\d+ seconds) and try again\.$/,
    );
    return false;
  };
  const passed = await Promise.all(Array.from({ length: times }, (_none, index) => callOnce(index)));
  return passed.filter(Boolean).length;
}

/**
 * The clock stands still where the database counts. Where one process counts in its memory, the window
 * slides while a busy machine answers.
 */
function watchLimit({ kind }: Pick<Database, 'kind'>) {
  const begin = performance.now();
  return (passed: number, limit: number): void => {
    const minutes = kind === 'postgres' ? 0 : (performance.now() - begin) / 60_000;
    expect(passed).toBeGreaterThanOrEqual(limit);
    // That it is exact there as well is shown below, by a clock of our own.
    expect(passed).toBeLessThanOrEqual(limit * (1 + 2 * minutes));
  };
}

describe('a minute holds', () => {
  it('300 calls of one person, 60 of them searches, and others are not touched (M1)', async () => {
    const { app, database, person: ada, pass } = await start();
    pass(0);
    const expectLimit = watchLimit(database);
    const bob = await addPerson(database.db);
    const search = { url: '/api/v1/projects?search=x', headers: ada.headers };
    expectLimit(await callMany(app, 100, () => search), 60);
    const rest = await callMany(app, 400, () => ({ url: '/api/v1/account', headers: ada.headers }));
    expectLimit(rest + 100, 300);
    expect(await callMany(app, 10, () => ({ url: '/api/v1/account', headers: bob.headers }))).toBe(10);
  });

  it('300 visits of one network, however the caller dresses up (M1)', async () => {
    const { app, database, pass } = await start();
    pass(0);
    const expectLimit = watchLimit(database);
    const passed = await callMany(app, 400, (index) => ({
      url: '/api/v1/setup',
      headers: {
        'x-forwarded-for': `203.0.113.${index % 250}`,
        forwarded: `for=198.51.100.${index % 250}`,
        'x-real-ip': `192.0.2.${index % 250}`,
        'user-agent': String(index),
      },
    }));
    expectLimit(passed, 300);
  });

  it('one network for all addresses of an IPv6 household (M1)', async () => {
    const { app, database } = await startTestApp({ config: { trustedProxies: ['127.0.0.1'] }, clock });
    const expectLimit = watchLimit(database);
    const from = (ip: string) => ({ url: '/api/v1/setup', headers: { 'x-forwarded-for': ip } });
    expectLimit(await callMany(app, 400, (index) => from(`2001:db8:1:2::${index.toString(16)}`)), 300);
    expect(await callMany(app, 5, () => from('2001:db8:1:3::1'))).toBe(5);
  });

  it('300 tries to guess a token, from one network (M1)', async () => {
    const { app, database, pass } = await start();
    pass(0);
    const expectLimit = watchLimit(database);
    const passed = await callMany(app, 400, (index) => ({
      url: '/api/v1/account',
      headers: { authorization: `Bearer geoloom_${String(index).padStart(43, 'A')}` },
    }));
    expectLimit(passed, 300);
  });

  it('20 sheets that are fetched for one person, by whatever call', async () => {
    const { app, database, person, pass } = await start();
    pass(0);
    const { headers } = person;
    const link = 'https://docs.google.com/forms/d/none';
    const passed = await callMany(app, 40, (index) => ({
      method: 'POST',
      url: index % 2 === 0 ? '/api/v1/projects/inspect' : '/api/v1/save-test',
      headers,
      payload: { type: 'wordpress', google_spread_sheet: link, title: 'Plumber' },
    }));
    expect(passed).toBe(40);
    const counted = await database.db
      .selectFrom('rate_limits')
      .select('count')
      .where('key', '=', `sheet:${person.userId}`)
      .execute();
    // A test without a seed is refused before anything is fetched.
    expect(counted).toEqual([{ count: 20 }]);
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/v1/save-xml',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: [
        ...Object.entries({ title: 'Plumber', google_spread_sheet: link }).map(
          ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        ),
        '--x\r\ncontent-disposition: form-data; name="file"; filename="seed.xml"\r\n\r\n<a/>\r\n--x--\r\n',
      ].join(''),
    });
    expect(statusCode).toBe(429);
  });
});

describe('the counter of one process', () => {
  it('lets exactly the limit through at once, and again as the window slides', () => {
    let now = 0;
    const count = createRateLimit(() => now);
    const take = (times: number) => {
      let passed = 0;
      for (let index = 0; index < times; index += 1) {
        try {
          count('ada', 100);
          passed += 1;
        } catch {
          // Counted below by what did not pass.
        }
      }
      return passed;
    };
    expect(take(1000)).toBe(100);
    now = 60_000;
    expect(take(1000)).toBe(0);
    now = 90_000;
    expect(take(1000)).toBe(50);
    now = 240_000;
    expect(take(1000)).toBe(100);
  });

  it('says how long to wait: no second less, and none more', () => {
    let now = 0;
    const count = createRateLimit(() => now);
    /** Seconds to wait, 0 where the call is let in. */
    const ask = (): number => {
      try {
        count('ada', 10);
        return 0;
      } catch (error) {
        return Number((error as AppError).details.headers?.['retry-after']);
      }
    };
    const fill = () => {
      let wait = ask();
      while (wait === 0) wait = ask();
      return wait;
    };
    // Ten at once leave room for the eleventh when the first tenth of the next minute has passed.
    expect(fill()).toBe(66);
    for (const at of [20_000, 59_500, 60_000, 61_000, 90_000, 119_000, 150_500]) {
      now = at;
      const wait = fill();
      now = at + (wait - 1) * 1000 - 1;
      if (wait > 1) expect(ask(), `a second too early after ${at}`).toBeGreaterThan(0);
      now = at + wait * 1000;
      expect(ask(), `after the wait that was told at ${at}`).toBe(0);
    }
  });
});

it('is one for all processes that share a database server (M1)', async () => {
  const first = await startTestApp({ clock });
  const { app, database } = first;
  if (database.kind === 'pglite') {
    // There one process owns the database; what it counts stays in its memory.
    const { headers } = await addPerson(database.db);
    await app.inject({ url: '/api/v1/account', headers });
    expect(await database.db.selectFrom('rate_limits').selectAll().execute()).toEqual([]);
    return;
  }
  const expectLimit = watchLimit(database);
  const other = await startTestApp({ beside: first, clock });
  const { headers } = await addPerson(database.db);
  const passed = await Promise.all(
    [app, other.app].map((each) => callMany(each, 250, () => ({ url: '/api/v1/account', headers }))),
  );
  expectLimit(
    passed.reduce((sum, each) => sum + each, 0),
    300,
  );
});

it('of twenty thousand networks costs no more a call than of one', () => {
  const count = createRateLimit(() => 30_000);
  const countAll = () => {
    for (let index = 0; index < 20_000; index += 1) count(`visit:${index}`, 300);
  };
  countAll();
  // A walk through all of them with each call takes several seconds.
  expect(cpuMilliseconds(countAll)).toBeLessThan(1000);
});

it('forgets those who have not come for two windows', () => {
  let now = 0;
  const count = createRateLimit(() => now);
  for (let index = 0; index < 10_001; index += 1) count(`visit:${index}`, 1);
  now = 150_000;
  count('visit:1', 1);
  expect(() => count('visit:1', 1)).toThrow('Too many requests');
  count('visit:2', 1);
});
