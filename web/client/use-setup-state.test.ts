/** The setup state is requested once for all who read it at about the same time. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearStorage } from './session.ts';
import { readSetupState } from './use-setup-state.ts';

let requests: { succeed: () => void; fail: () => void }[];

beforeEach(() => {
  vi.useFakeTimers();
  clearStorage();
  requests = [];
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve, reject) => {
        requests.push({
          succeed: () => resolve(Response.json({ success: true, data: { needed: false, google: true } })),
          fail: () => reject(new TypeError('no network')),
        });
      }),
  );
});
afterEach(() => void vi.useRealTimers());

test('readers within two seconds share one request; later ones send another', () => {
  const first = readSetupState();
  vi.setSystemTime(Date.now() + 2000);
  expect(readSetupState()).toBe(first);
  vi.setSystemTime(Date.now() + 1);
  expect(readSetupState()).not.toBe(first);
  expect(requests).toHaveLength(2);
});

test('a failed request is sent again by the next reader', async () => {
  const first = readSetupState();
  requests[0]?.fail();
  await expect(first).rejects.toThrow();
  const second = readSetupState();
  requests[1]?.succeed();
  expect(await second).toEqual({ needed: false, google: true });
});

test('an older request that fails late doesn’t discard the reply of a newer one', async () => {
  const older = readSetupState();
  vi.setSystemTime(Date.now() + 2001);
  const newer = readSetupState();
  requests[1]?.succeed();
  await newer;
  requests[0]?.fail();
  await expect(older).rejects.toThrow();
  expect(readSetupState()).toBe(newer);
  expect(requests).toHaveLength(2);
});
