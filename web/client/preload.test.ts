/** Replies of calls that start before their page has loaded. */
import { beforeEach, expect, test, vi } from 'vitest';
import { projectsContract } from '#contract/projects.contract.ts';
import { pass } from '#testkit/web-clock.ts';
import { discardPreloaded, preload, takePreloaded } from './preload.ts';
import { storeUserData } from './session.ts';

const { show } = projectsContract;
const input = { params: { id: 7 } };
const signIn = (token: string) =>
  storeUserData({ access_token: token, role: 'user', name: 'Ada', avatar: '/a.svg' });

beforeEach(() => {
  discardPreloaded();
  signIn('token-1');
  vi.stubGlobal('fetch', async () => Response.json({ success: true, data: [{ id: 7 }] }));
  preload(show, input);
});

test('a reply is taken once, and only with the same input', async () => {
  expect(takePreloaded(show.id, { params: { id: 8 } })).toBeUndefined();
  expect(await takePreloaded(show.id, input)).toMatchObject({ data: [{ id: 7 }] });
  expect(takePreloaded(show.id, input)).toBeUndefined();
});

test('the reply of an earlier session is not taken', () => {
  signIn('token-2');
  expect(takePreloaded(show.id, input)).toBeUndefined();
});

test('a reply from before a change is not taken', () => {
  discardPreloaded();
  expect(takePreloaded(show.id, input)).toBeUndefined();
});

test('a reply that no page takes is discarded after ten seconds', async () => {
  await pass(10_000);
  expect(takePreloaded(show.id, input)).toBeUndefined();
});

test('a failed call reports its error to the page', async () => {
  discardPreloaded();
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no net');
  });
  preload(show, input);
  await expect(takePreloaded(show.id, input)).rejects.toMatchObject({ code: 'unreachable' });
});
