import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readUserData, storeUserData } from './session.ts';
import { signOut } from './sign-out.ts';

const ownFetch = globalThis.fetch;
let sent: string[];
let reply: () => Promise<Response>;

beforeEach(() => {
  sent = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string') throw new TypeError('call passes the URL as a string');
    sent.push(`${init?.method} ${input} ${readUserData() ? 'signed in' : 'signed out'}`);
    return reply();
  };
  storeUserData({ access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' });
  window.localStorage.setItem('selectedProjectType', '{"name":"Drupal"}');
});
afterEach(() => {
  globalThis.fetch = ownFetch;
});

const IN_ORDER = ['GET /api/v1/project/cancel-project signed in', 'POST /api/v1/auth/logout signed in'];

test('cancels the project, logs out, then clears the storage', async () => {
  reply = () => Promise.resolve(Response.json({ success: true, data: {} }));
  await signOut();
  expect(sent).toEqual(IN_ORDER);
  expect(window.localStorage.length).toBe(0);
});

test('an unreachable server is only logged, and the storage is cleared', async () => {
  reply = () => Promise.reject(new TypeError('no net'));
  await signOut();
  expect(sent).toEqual(IN_ORDER);
  expect(console.warn).toHaveBeenCalledTimes(2);
  expect(window.localStorage.length).toBe(0);
});

test('an expired token is sent only once', async () => {
  const body = { success: false, code: 'unauthenticated', message: 'Please sign in first.', request_id: 'a' };
  reply = () => Promise.resolve(Response.json(body, { status: 401 }));
  await signOut();
  expect(sent).toEqual(IN_ORDER.slice(0, 1));
  expect(window.localStorage.length).toBe(0);
});
