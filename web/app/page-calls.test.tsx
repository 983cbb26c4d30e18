/** First calls of the most used pages, which start while their code loads. */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Role } from '#contract/account.contract.ts';
import { discardPreloaded } from '#web/client/preload.ts';
import { clearStorage, storeUserData } from '#web/client/session.ts';
import { installBrowserParts } from '#web/features/projects/form/form-fixture.tsx';
import { openPage } from '#web/features/projects/shared/page-fixture.tsx';
import { pass } from '#testkit/web-clock.ts';
import { startPageCalls } from './page-calls.ts';
import { SCREENS } from './screens.ts';

let started: string[];

beforeEach(() => {
  installBrowserParts();
  discardPreloaded();
  started = [];
  signIn('user');
  vi.stubGlobal('fetch', (address: string) => {
    started.push(address.replace('/api/v1/', ''));
    return new Promise(() => {});
  });
});

const signIn = (role: Role) =>
  storeUserData({ id: 1, access_token: 'token', role, name: 'Ada', avatar: '/avatar.svg' });
const start = (path: string, search = '') =>
  startPageCalls(path, `http://localhost${path}${search}`, { id: '7' });

const preloaded = SCREENS.filter(({ isPreloaded }) => isPreloaded);

test('the five most used pages have preloaded calls', () => {
  expect(preloaded.map(({ path }) => path)).toEqual([
    '/dashboard',
    '/projects',
    '/projects/:id',
    '/domains',
    '/reporting',
  ]);
});

test.each(preloaded)('$path uses each preloaded call instead of sending it again', async ({ path, page }) => {
  start(path);
  expect(started).not.toEqual([]);
  const Component = typeof page === 'function' ? page : await page.load();
  const { sent } = openPage(Component, { path, at: path.replace(':id', '7') }, () => new Promise(() => {}));
  await pass(0);
  expect(sent.map((call) => call.path).filter((call) => started.includes(call))).toEqual([]);
});

test('a page with settings in its URL sends its calls itself', () => {
  start('/projects', '?search=towns');
  expect(started).toEqual([]);
});

test('a project is not preloaded if its id is not a number', () => {
  startPageCalls('/projects/:id', 'http://localhost/projects/seven', { id: 'seven' });
  expect(started).toEqual([]);
});

test('nothing is preloaded for superadmins, without a session, or in a hidden tab', () => {
  signIn('superadmin');
  start('/projects');
  clearStorage();
  start('/projects');
  signIn('user');
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  start('/projects');
  expect(started).toEqual([]);
});
