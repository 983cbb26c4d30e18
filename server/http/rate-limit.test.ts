/** Rate limits of users, visitors and password guesses. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { addUser } from '#testkit/users.ts';
import { startTestApp, useTestApp } from '#testkit/test-app.ts';

interface Call {
  method?: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  payload?: object;
}

const start = useTestApp();

/** Sends calls at once. @returns the number of calls that weren't limited */
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

/** On a busy machine, the calls may take longer than one window. */
function watchLimit() {
  const begin = performance.now();
  return (passed: number, limit: number): void => {
    const windows = 1 + Math.floor((performance.now() - begin) / 60_000);
    expect(passed).toBeGreaterThanOrEqual(limit);
    expect(passed).toBeLessThanOrEqual(limit * windows);
  };
}

describe('one minute allows', () => {
  it('300 calls of one user, 60 of them searches, without affecting others (M1)', async () => {
    const { app, database, user: ada } = await start();
    const expectLimit = watchLimit();
    const bob = await addUser(database.db);
    const search = { url: '/api/v1/projects?search=x', headers: ada.headers };
    expectLimit(await callMany(app, 100, () => search), 60);
    const rest = await callMany(app, 400, () => ({ url: '/api/v1/account', headers: ada.headers }));
    expectLimit(rest + 100, 300);
    expect(await callMany(app, 10, () => ({ url: '/api/v1/account', headers: bob.headers }))).toBe(10);
  });

  it('300 visits of one network, whatever headers the caller sends (M1)', async () => {
    const { app } = await start();
    const expectLimit = watchLimit();
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

  it('one limit for all addresses of an IPv6 household (M1)', async () => {
    const { app } = await startTestApp({ config: { trustedProxies: ['127.0.0.1'] } });
    const expectLimit = watchLimit();
    const from = (ip: string) => ({ url: '/api/v1/setup', headers: { 'x-forwarded-for': ip } });
    expectLimit(await callMany(app, 400, (index) => from(`2001:db8:1:2::${index.toString(16)}`)), 300);
    expect(await callMany(app, 5, () => from('2001:db8:1:3::1'))).toBe(5);
  });

  it('300 attempts to guess a token, from one network (M1)', async () => {
    const { app } = await start();
    const expectLimit = watchLimit();
    const passed = await callMany(app, 400, (index) => ({
      url: '/api/v1/account',
      headers: { authorization: `Bearer geoloom_${String(index).padStart(43, 'A')}` },
    }));
    expectLimit(passed, 300);
  });

  it('20 sheet fetches for one user, across all calls that fetch', async () => {
    const { app, user } = await start();
    const { headers } = user;
    const link = 'https://docs.google.com/forms/d/none';
    const drafts = callDrafts(app, user);
    const { id } = await openDraft(drafts);
    await drafts.keep(id, { google_spread_sheet: link });
    // A test without a seed is rejected before anything is fetched.
    const payload = { type: 'wordpress', google_spread_sheet: link, title: 'Plumber' };
    const passed = await callMany(app, 38, (index) =>
      index % 2 === 0
        ? { method: 'POST', url: `/api/v1/projects/drafts/${id}/fetch-sheet`, headers }
        : { method: 'POST', url: '/api/v1/save-test', headers, payload },
    );
    expect(passed).toBe(38);
    const save = async () => {
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
      return statusCode;
    };
    expect(await save()).not.toBe(429);
    expect(await save()).toBe(429);
  });
});
