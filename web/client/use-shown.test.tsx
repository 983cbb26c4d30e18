/** Data on a screen: from its slice, whatever the order of the replies. */
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, expect, test, vi } from 'vitest';
import { agenciesContract } from '#contract/agencies.contract.ts';
import { domainsContract } from '#contract/domains.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { myAgencyContract } from '#contract/my-agency.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { callsApi } from './calls-api.ts';
import { removeListed } from './list-slice.ts';
import { storeUserData } from './session.ts';
import { createStore } from './store.ts';
import { type RowEndpoint, useShownList, useShownRow } from './use-shown.ts';

const meta = { page: 1, per_page: 25, total: 1, last_page: 1 };
/** Unanswered requests. */
let waiting: { path: string; send: (response: Response) => void }[];

beforeEach(() => {
  storeUserData({ access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' });
  waiting = [];
  vi.stubGlobal('fetch', (path: string) => new Promise((send) => void waiting.push({ path, send })));
});

/** Replies to the request of this URL with one row, once it was sent. */
async function reply(path: string, id: number): Promise<void> {
  const request = await waitFor(() => {
    const found = waiting.find((sent) => sent.path === path);
    if (found === undefined) throw new Error(`No request was sent to ${path}`);
    return found;
  });
  waiting = waiting.filter((sent) => sent !== request);
  await act(async () => request.send(Response.json({ success: true, data: [{ id }], meta })));
}

/** Renders a screen that shows what the props name. */
function open<Props, Result>(hook: (props: Props) => Result, initialProps: Props) {
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return { store, ...renderHook(hook, { initialProps, wrapper }) };
}
const openList = (endpoint: Endpoint, page = 1) =>
  open(({ page: shown }) => useShownList(endpoint, { query: { page: shown } }), { page });
const openRow = (endpoint: RowEndpoint<{ id: number }>) =>
  open(({ id }) => useShownRow(endpoint, id), { id: 7 });

test.each([projectsContract.list, myAgencyContract.list])(
  'the rows of $id are read from its slice: one that is removed there leaves the screen',
  async (endpoint) => {
    const { store, result } = openList(endpoint);
    expect(result.current).toMatchObject({ data: undefined, isLoading: true });
    await reply(`${endpoint.path}?page=1`, 3);
    await waitFor(() => expect(result.current).toMatchObject({ data: [{ id: 3 }], meta, isLoading: false }));
    act(() => void store.dispatch(removeListed({ endpointId: endpoint.id, id: 3 })));
    expect(result.current.data).toEqual([]);
  },
);

test('a page that is opened again before its first reply shows its own rows, not those of the page between', async () => {
  const { result, rerender } = openList(projectsContract.list, 1);
  rerender({ page: 2 });
  rerender({ page: 1 });
  await reply('/api/v1/projects?page=2', 2);
  await reply('/api/v1/projects?page=1', 1);
  await waitFor(() => expect(result.current).toMatchObject({ data: [{ id: 1 }], isFetching: false }));
});

test.each([projectsContract.show, agenciesContract.edit])(
  'the row of $id is read from its slice',
  async (endpoint) => {
    const { store, result } = openRow(endpoint);
    expect(result.current).toMatchObject({ row: undefined, isLoading: true });
    await reply(endpoint.path.replace('{id}', '7'), 7);
    await waitFor(() => expect(result.current.row).toEqual({ id: 7 }));
    const { agency, project } = store.getState();
    expect([agency.agencyData, project.projectData]).toContain(result.current.row);
  },
);

test('the row of an endpoint without a slice is that of the call', async () => {
  const { result } = openRow(domainsContract.edit);
  await reply('/api/v1/domains/7/edit', 7);
  await waitFor(() => expect(result.current.row).toEqual({ id: 7 }));
});

test('a row stays on its screen when another one’s reply comes late, and isn’t shown as the next one', async () => {
  const { store, result, rerender } = openRow(projectsContract.show);
  rerender({ id: 8 });
  await reply('/api/v1/projects/8', 8);
  await reply('/api/v1/projects/7', 7);
  await waitFor(() => expect(store.getState().project.projectData).toEqual({ id: 7 }));
  expect(result.current.row).toEqual({ id: 8 });
  rerender({ id: 9 });
  expect(result.current.row).toBeUndefined();
});

test('a row of an earlier visit isn’t shown before this visit’s reply', async () => {
  const { store, result, rerender } = openRow(projectsContract.show);
  await reply('/api/v1/projects/7', 7);
  await waitFor(() => expect(result.current.row).toEqual({ id: 7 }));
  rerender({ id: 8 });
  act(() => void store.dispatch(callsApi.util.resetApiState()));
  rerender({ id: 7 });
  expect(result.current.row).toBeUndefined();
});
