import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readUserData, storeUserData } from './session.ts';
import { signOut } from './sign-out.ts';

const ownFetch = globalThis.fetch;
let asked: string[];
let answer: () => Promise<Response>;

beforeEach(() => {
  asked = [];
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string') throw new TypeError('a call gives its address as text');
    asked.push(`${init?.method} ${input} ${readUserData() ? 'signed in' : 'signed out'}`);
    return answer();
  };
  storeUserData({ access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' });
  window.localStorage.setItem('selectedProjectType', '{"name":"Drupal"}');
});
afterEach(() => {
  globalThis.fetch = ownFetch;
});

const IN_ORDER = ['GET /api/v1/project/cancel-project signed in', 'POST /api/v1/auth/logout signed in'];

test('cancels the project, logs out, then empties the storage', async () => {
  answer = () => Promise.resolve(Response.json({ success: true, data: {} }));
  await signOut();
  expect(asked).toEqual(IN_ORDER);
  expect(window.localStorage.length).toBe(0);
});

test('a server that cannot be reached is only logged; the storage is emptied too', async () => {
  answer = () => Promise.reject(new TypeError('no net'));
  await signOut();
  expect(asked).toEqual(IN_ORDER);
  expect(console.warn).toHaveBeenCalledTimes(2);
  expect(window.localStorage.length).toBe(0);
});

test('a token that has run out asks no second time', async () => {
  const body = { success: false, code: 'unauthenticated', message: 'Please sign in first.', request_id: 'a' };
  answer = () => Promise.resolve(Response.json(body, { status: 401 }));
  await signOut();
  expect(asked).toEqual(IN_ORDER.slice(0, 1));
  expect(window.localStorage.length).toBe(0);
});
