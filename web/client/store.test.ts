/**
 * The slices follow the calls that fill them.
 * @vitest-environment node
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agenciesContract } from '#contract/agencies.contract.ts';
import { domainsContract } from '#contract/domains.contract.ts';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { tutorialsContract } from '#contract/tutorials.contract.ts';
import { callsApi, registerEndpoint } from './calls-api.ts';
import { clearStorage, readUserData, storeUserData } from './session.ts';
import { removeListed } from './list-slice.ts';
import { createStore, refreshAvatar } from './store.ts';
import { fetchUserData, updateUserData } from './user-slice.ts';

const ownFetch = globalThis.fetch;
const ada = { role: 'user' as const, name: 'Ada', avatar: '/a.svg', unread_count: 2 };
const meta = { page: 1, per_page: 25, total: 1, last_page: 1 };
let reply: () => Promise<Response>;

beforeEach(() => {
  globalThis.fetch = () => reply();
  storeUserData({ access_token: 'token-1', role: 'user', name: 'A', avatar: '/avatar.svg' });
});
afterEach(() => {
  globalThis.fetch = ownFetch;
});

const success = (data: unknown) => () => Promise.resolve(Response.json({ success: true, data, meta }));
const refusal = (message: string) => () =>
  Promise.resolve(
    Response.json({ success: false, message, code: 'internal', request_id: 'abc' }, { status: 500 }),
  );

test('user data goes from idle to loading to succeeded, and is stored for the next start', async () => {
  const store = createStore();
  const states: string[] = [store.getState().user.status];
  store.subscribe(() => states.push(store.getState().user.status));
  reply = success(ada);
  await store.dispatch(fetchUserData());
  // Other slices dispatch actions, too.
  expect([...new Set(states)]).toEqual(['idle', 'loading', 'succeeded']);
  expect(store.getState().user).toEqual({
    userData: ada,
    status: 'succeeded',
    error: null,
    avatarLoading: false,
  });
  expect(store.getState().avatar).toBe('/a.svg');
  expect(readUserData()).toMatchObject({ name: 'Ada', access_token: 'token-1' });
});

test.each([
  ['the server message', refusal('The database sleeps.'), 'The database sleeps.'],
  ['a fixed text without a message', () => Promise.reject(new TypeError('no net')), 'An error occurred'],
  [
    'another fixed text if success is false',
    () => Promise.resolve(Response.json({ success: false })),
    'Failed to fetch user data',
  ],
])('user data that fails to load shows %s', async (_what, fail, text) => {
  const store = createStore();
  reply = fail;
  await store.dispatch(fetchUserData());
  expect(store.getState().user).toMatchObject({ status: 'failed', error: text, avatarLoading: false });
});

test('an update merges fields and counts as succeeded; the end of the session clears all', async () => {
  const store = createStore();
  reply = success(ada);
  await store.dispatch(fetchUserData());
  store.dispatch(updateUserData({ unread_count: 0 }));
  expect(store.getState().user.userData).toEqual({ ...ada, unread_count: 0 });
  clearStorage();
  expect(store.getState().user).toEqual({
    userData: null,
    status: 'idle',
    error: null,
    avatarLoading: false,
  });
  expect(store.getState().projects.data).toEqual([]);
});

test('a list slice clears its error when pending, stores rows when fulfilled, and the reply’s body when rejected', async () => {
  const store = createStore();
  registerEndpoint(projectsContract.list);
  const fetchAgain = () =>
    store.dispatch(
      callsApi.endpoints.call.initiate(
        { id: 'projects.list', input: { query: {} }, isShown: true },
        { forceRefetch: true },
      ),
    );
  reply = success([{ id: 1 }]);
  await fetchAgain();
  expect(store.getState().projects).toMatchObject({ data: [{ id: 1 }], meta, loading: false, error: null });
  reply = refusal('The database sleeps.');
  await fetchAgain();
  expect(store.getState().projects).toMatchObject({
    data: [{ id: 1 }],
    loading: false,
    error: { message: 'The database sleeps.' },
  });
  let finish = (_reply: Response) => {};
  reply = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  const again = fetchAgain();
  expect(store.getState().projects).toMatchObject({ data: [{ id: 1 }], loading: true, error: null });
  finish(Response.json({ success: true, data: [], meta }));
  await again;
  expect(store.getState().projects.data).toEqual([]);
});

test('the slice myAgency has list, meta and the caller, and the slice agency the opened one', async () => {
  const store = createStore();
  for (const endpoint of [myAgencyContract.list, agenciesContract.edit]) registerEndpoint(endpoint);
  const fetchAgain = (id: string, input: unknown) =>
    store.dispatch(callsApi.endpoints.call.initiate({ id, input, isShown: true }));
  const getSlice = () => store.getState().myAgency;
  expect(getSlice()).toMatchObject({ list: [], loading: false, error: null, meta: null });
  const user = { id: 7, name: 'Ada', agency: null };
  const rows = [{ type: 'member', id: 7 }];
  reply = () => Promise.resolve(Response.json({ success: true, data: rows, meta, user }));
  const request = fetchAgain('myAgency.list', { query: { tab: 'members' } });
  expect(getSlice()).toMatchObject({ loading: true, error: null });
  await request;
  expect(getSlice()).toMatchObject({ list: rows, loading: false, error: null, meta, user });
  reply = refusal('The database sleeps.');
  await fetchAgain('myAgency.list', { query: { tab: 'invitations' } });
  expect(getSlice()).toMatchObject({
    list: rows,
    loading: false,
    error: { message: 'The database sleeps.' },
    user,
  });
  reply = success([{ id: 3, name: 'Weavers' }]);
  await fetchAgain('agencies.edit', { params: { id: 3 } });
  expect(store.getState().agency).toEqual({
    agencyData: { id: 3, name: 'Weavers' },
    loading: false,
    error: null,
  });
  clearStorage();
  expect([getSlice().list, store.getState().agency.agencyData]).toEqual([[], null]);
});

test('the slice of an opened project keeps it, with the body of the failed reply or the fixed text', async () => {
  const store = createStore();
  registerEndpoint(projectsContract.show);
  const fetchAgain = () =>
    store.dispatch(
      callsApi.endpoints.call.initiate(
        { id: 'projects.show', input: { params: { id: 7 } }, isShown: true },
        { forceRefetch: true },
      ),
    );
  reply = success([{ id: 7 }]);
  await fetchAgain();
  const shown = { projectData: { id: 7 }, loading: false };
  expect(store.getState().project).toEqual({ ...shown, error: null });
  reply = refusal('The database sleeps.');
  await fetchAgain();
  expect(store.getState().project).toMatchObject({ ...shown, error: { message: 'The database sleeps.' } });
  reply = () => Promise.resolve(Response.json({ success: false }));
  await fetchAgain();
  expect(store.getState().project).toEqual({ ...shown, error: 'Failed to fetch project' });
});

test('a list slice takes only calls of screens, and only the reply to the latest request', async () => {
  const store = createStore();
  registerEndpoint(projectsContract.list);
  const pending: ((response: Response) => void)[] = [];
  reply = () => new Promise((resolve) => void pending.push(resolve));
  const fetchAgain = (page: number, isShown?: true) =>
    store.dispatch(
      callsApi.endpoints.call.initiate({
        id: 'projects.list',
        input: { query: { page } },
        ...(isShown && { isShown }),
      }),
    );
  const calls = [fetchAgain(1), fetchAgain(1, true), fetchAgain(2, true)];
  const respond = (index: number, id: number) =>
    pending[index]?.(Response.json({ success: true, data: [{ id }], meta }));
  respond(0, 10);
  respond(2, 30);
  await Promise.all([calls[0], calls[2]]);
  respond(1, 20);
  await calls[1];
  expect(store.getState().projects).toMatchObject({
    data: [{ id: 30 }],
    loaded: { input: { query: { page: 2 } } },
  });
});

test('a deleted row is removed from its list at once, and from no other list', async () => {
  const store = createStore();
  for (const endpoint of [tutorialsContract.list, domainsContract.list]) {
    registerEndpoint(endpoint);
    reply = success([{ id: 1 }, { id: 2 }]);
    await store.dispatch(
      callsApi.endpoints.call.initiate({ id: endpoint.id, input: { query: {} }, isShown: true }),
    );
  }
  store.dispatch(removeListed({ endpointId: 'tutorials.list', id: 1 }));
  expect(store.getState().tutorials.data).toEqual([{ id: 2 }]);
  expect(store.getState().domains).toMatchObject({ data: [{ id: 1 }, { id: 2 }], meta });
});

test('the slice of an opened object keeps the last one, even if another is refused', async () => {
  const store = createStore();
  registerEndpoint(tutorialsContract.show);
  const open = (id: number) =>
    store.dispatch(
      callsApi.endpoints.call.initiate({ id: 'tutorials.show', input: { params: { id } }, isShown: true }),
    );
  expect(store.getState().tutorial).toEqual({ tutorialData: null, loading: false, error: null });
  reply = success([{ id: 7 }]);
  const opening = open(7);
  expect(store.getState().tutorial).toEqual({ tutorialData: null, loading: true, error: null });
  await opening;
  expect(store.getState().tutorial).toEqual({ tutorialData: { id: 7 }, loading: false, error: null });
  reply = refusal('The database sleeps.');
  await open(8);
  expect(store.getState().tutorial).toMatchObject({
    tutorialData: { id: 7 },
    loading: false,
    error: { message: 'The database sleeps.' },
  });
  clearStorage();
  expect(store.getState().tutorial.tutorialData).toBeNull();
});

test('the counter has the number of unread notifications, and the trigger counts requests for the picture', async () => {
  const store = createStore();
  reply = success(ada);
  await store.dispatch(fetchUserData());
  expect(store.getState().counter).toBe(2);
  store.dispatch(updateUserData({ name: 'Ada L.' }));
  expect(store.getState().counter).toBe(2);
  store.dispatch(updateUserData({ unread_count: 0 }));
  expect(store.getState().counter).toBe(0);
  store.dispatch(refreshAvatar());
  expect(store.getState().avatarUpdateTrigger).toBe(1);
});
