/** Reading and writing data: caching, polling and refetching. */
import { act, render, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { notificationsContract } from '#contract/notifications.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { pass } from '#testkit/web-clock.ts';
import { storeUserData } from './session.ts';
import { createStore } from './store.ts';
import { useCall, useRefresh, useSend } from './use-call.ts';

let sent: string[];
let reply: (path: string) => object | Promise<object>;

const user = { access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' } as const;
const isDown = { status: 503, code: 'overloaded', message: 'The server is busy.' };
const rows = (...ids: number[]) => ({
  data: ids.map((id) => ({ id })),
  meta: { page: 1, per_page: 25, total: ids.length, last_page: 1 },
});

beforeEach(() => {
  sent = [];
  reply = () => rows(1);
  storeUserData(user);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const path = address.replace('/api/v1/', '');
    sent.push(`${init.method} ${path}`);
    const { status = 200, headers = {}, ...body } = (await reply(path)) as ResponseInit;
    return Response.json({ success: status < 400, request_id: 'r-1', ...body }, { status, headers });
  });
});

/** Renders a page around a hook, with its own store. */
function open<Props, Result>(hook: (props: Props) => Result, initialProps: Props) {
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return renderHook(hook, { initialProps, wrapper });
}
const openList = (page = 1) =>
  open(({ page: number }) => useCall(notificationsContract.list, { query: { page: number } }), { page });
const openProject = (id = 1) =>
  open(({ id: number }) => useCall(projectsContract.show, { params: { id: number } }), { id });
const getIds = (data: readonly { id: number }[] | undefined) => data?.map(({ id }) => id);

describe('a list', () => {
  test('is loading until its rows arrive', async () => {
    const { result } = openList();
    expect(result.current).toMatchObject({ data: undefined, isLoading: true, error: undefined });
    await waitFor(() => expect(getIds(result.current.data)).toEqual([1]));
    expect(result.current).toMatchObject({ isLoading: false, isFetching: false, meta: { total: 1 } });
    expect(result.current.loadedAt).toBeInstanceOf(Date);
  });

  test('shows its old rows until those of the next page arrive, and isn’t loading', async () => {
    const { result, rerender } = openList();
    await waitFor(() => expect(getIds(result.current.data)).toEqual([1]));
    let send = (_reply: object) => {};
    reply = () => new Promise((resolve) => (send = resolve));
    rerender({ page: 2 });
    await waitFor(() => expect(result.current.isFetching).toBe(true));
    expect(getIds(result.current.data)).toEqual([1]);
    expect(result.current.isLoading).toBe(false);
    send(rows(2));
    await waitFor(() => expect(getIds(result.current.data)).toEqual([2]));
  });

  test('that fails keeps its old rows and their time, and returns the whole failure', async () => {
    const { result, rerender } = openList();
    await waitFor(() => expect(getIds(result.current.data)).toEqual([1]));
    const { loadedAt } = result.current;
    reply = () => isDown;
    rerender({ page: 2 });
    await waitFor(() => expect(result.current.error?.message).toBe('The server is busy.'));
    expect(getIds(result.current.data)).toEqual([1]);
    expect(result.current.loadedAt).toEqual(loadedAt);
    expect(result.current.error).toMatchObject({
      status: 503,
      code: 'overloaded',
      failure: { request_id: 'r-1' },
    });
  });
});

describe('a single object', () => {
  test('is never shown in place of another one', async () => {
    reply = (path) => ({ data: [{ id: Number(path.split('/')[1]) }] });
    const { result, rerender } = openProject(1);
    await waitFor(() => expect(getIds(result.current.data)).toEqual([1]));
    reply = () => new Promise<never>(() => undefined);
    rerender({ id: 2 });
    await waitFor(() => expect(result.current.isLoading).toBe(true));
    expect(result.current.data).toBeUndefined();
  });

  test('that fails to refetch stays unchanged', async () => {
    reply = () => ({ data: [{ id: 1 }] });
    const { result } = openProject(1);
    await waitFor(() => expect(getIds(result.current.data)).toEqual([1]));
    reply = () => isDown;
    act(() => result.current.refetch());
    await waitFor(() => expect(result.current.error?.status).toBe(503));
    expect(getIds(result.current.data)).toEqual([1]);
  });
});

describe('a request', () => {
  test('is sent once for all parts of a page with the same input', async () => {
    function Part() {
      useCall(notificationsContract.list, { query: { page: 1 } });
      return null;
    }
    render(
      <Provider store={createStore()}>
        <Part />
        <Part />
      </Provider>,
    );
    await waitFor(() => expect(sent).toEqual(['GET notifications?page=1']));
  });

  test('waits until its input is known', async () => {
    const { result, rerender } = open(
      ({ id }: { id: number | undefined }) =>
        useCall(projectsContract.show, { params: { id: id ?? 0 } }, { skip: id === undefined }),
      { id: undefined as number | undefined },
    );
    act(() => result.current.refetch());
    await waitFor(() => expect(result.current.isLoading).toBe(false));
    expect(sent).toEqual([]);
    rerender({ id: 7 });
    await waitFor(() => expect(sent).toEqual(['GET projects/7']));
  });

  test('is repeated at the page’s interval', async () => {
    open(() => useCall(notificationsContract.list, { query: {} }, { pollMs: 1500 }), undefined);
    await waitFor(() => expect(sent).toHaveLength(1));
    await pass(1499);
    expect(sent).toHaveLength(1);
    await pass(1);
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  test.each([
    ['503', () => isDown, true],
    ['429', () => ({ ...isDown, status: 429, code: 'too_many' }), true],
    ['no net', () => Promise.reject(new TypeError('no net')), true],
    ['404', () => ({ ...isDown, status: 404, code: 'not_found' }), false],
    ['422', () => ({ ...isDown, status: 422, code: 'invalid' }), false],
  ] as const)(
    'after %s is retried automatically only if that may help: %s',
    async (_what, trouble, isAgain) => {
      reply = trouble;
      const { result } = openList();
      await waitFor(() => expect(result.current.error).toBeDefined());
      reply = () => rows(5);
      await pass(5000);
      await waitFor(() => expect(getIds(result.current.data)).toEqual(isAgain ? [5] : undefined));
      expect(sent).toHaveLength(isAgain ? 2 : 1);
    },
  );
});

test.each([
  ['seconds', () => '9'],
  ['a date', () => new Date(Date.now() + 9000).toUTCString()],
])('a page retries only after the time that Retry-After gives in %s', async (_kind, name) => {
  reply = () => ({ ...isDown, headers: { 'retry-after': name() } });
  const { result } = open(
    () => useCall(notificationsContract.list, { query: {} }, { pollMs: 1500 }),
    undefined,
  );
  await waitFor(() => expect(result.current.error).toBeDefined());
  reply = () => rows(5);
  await pass(7500);
  expect(sent).toHaveLength(1);
  await pass(1500);
  await waitFor(() => expect(getIds(result.current.data)).toEqual([5]));
});

describe('a change', () => {
  const openBoth = () =>
    open(
      () => ({
        list: useCall(notificationsContract.list, { query: {} }),
        project: useCall(projectsContract.figures),
        read: useSend(notificationsContract.read, { refresh: ['notifications'] }),
        refresh: useRefresh(),
      }),
      undefined,
    );
  const gets = () => sent.filter((call) => call.startsWith('GET'));

  test('refetches only its own nouns', async () => {
    const { result } = openBoth();
    await waitFor(() => expect(gets()).toHaveLength(2));
    await waitFor(() => expect(getIds(result.current.list.data)).toEqual([1]));
    await act(async () => void (await result.current.read[0]({ body: {} })));
    await waitFor(() => expect(gets()).toHaveLength(3));
    expect(gets()[2]).toBe('GET notifications');
  });

  test('that is refused throws to its page, and refetches nothing', async () => {
    const { result } = openBoth();
    await waitFor(() => expect(getIds(result.current.list.data)).toEqual([1]));
    reply = () => isDown;
    await act(async () => {
      await expect(result.current.read[0]({ body: {} })).rejects.toMatchObject({ status: 503 });
    });
    expect(gets()).toHaveLength(2);
    expect(result.current.read[1].isSending).toBe(false);
  });

  test('is in progress until its reply arrives', async () => {
    const { result } = openBoth();
    await waitFor(() => expect(getIds(result.current.list.data)).toEqual([1]));
    let finish = (_reply: object) => {};
    reply = () => new Promise((resolve) => (finish = resolve));
    let sending: Promise<unknown> = Promise.resolve();
    act(() => {
      sending = result.current.read[0]({ body: {} });
    });
    expect(result.current.read[1].isSending).toBe(true);
    await waitFor(() => expect(sent.at(-1)).toBe('POST notifications/read'));
    reply = () => rows(1);
    finish({ data: { unread_count: 0 } });
    await act(async () => void (await sending));
    expect(result.current.read[1].isSending).toBe(false);
  });

  test('elsewhere refetches the named nouns', async () => {
    const { result } = openBoth();
    await waitFor(() => expect(getIds(result.current.list.data)).toEqual([1]));
    act(() => result.current.refresh('projects', 'notifications'));
    await waitFor(() => expect(gets()).toHaveLength(4));
  });
});

test('another user sees no data that was fetched for the previous one', async () => {
  const { result } = openList();
  await waitFor(() => expect(getIds(result.current.data)).toEqual([1]));
  reply = () => new Promise<never>(() => undefined);
  act(() => storeUserData({ ...user, access_token: 'token-2', name: 'Grace' }));
  await waitFor(() => expect(result.current.data).toBeUndefined());
});
