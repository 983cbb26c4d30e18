/** Opens a page like the application does, with a fake server whose replies the test defines. */
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router';
import { onTestFinished, vi } from 'vitest';
import type { Role } from '#contract/account.contract.ts';
import { clearStorage, storeUserData } from '#web/client/session.ts';
import { createStore, type Store } from '#web/client/store.ts';
import { ToastHost } from '#web/ui/toast.tsx';

export interface Sent {
  method: string;
  /** Path and query after `/api/v1/`. */
  path: string;
  body: BodyInit | null | undefined;
}

/** Status and body of a reply; a bare body means success. A stream is sent as it is. */
export type FakeReply =
  | { data?: unknown; meta?: unknown; message?: string; status?: number; code?: string; errors?: object }
  | ReadableStream<Uint8Array<ArrayBuffer>>;

export interface OpenedPage {
  /** All calls so far, in order. */
  sent: Sent[];
  /** Current URL of the page. */
  path: () => string;
  store: Store;
  /** Navigates like a link of the application. */
  goTo: (address: string) => Promise<void>;
  unmount: () => void;
}

/** Aborting a call rejects it like in a browser. */
const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

interface Place {
  path: string;
  at?: string;
  /** State of the link that leads to the page. */
  state?: unknown;
  /** Role of the signed-in user; null for a visitor. */
  role?: Role | null;
}

/** Opens the page. */
export function openPage(
  Component: ComponentType,
  { path, at = path, state, role = 'user' }: Place,
  reply: (sent: Sent) => FakeReply | Promise<FakeReply>,
): OpenedPage {
  notifications.clean();
  if (role === null) clearStorage();
  else storeUserData({ id: 1, access_token: 'token', role, name: 'Ada Lovelace', avatar: '/avatar.svg' });
  const sent: Sent[] = [];
  onTestFinished(({ task }) => {
    const calls = sent.map((call) => `${call.method} ${call.path.split('?', 1)[0]}`);
    task.meta.calls = [...new Set([...(task.meta.calls ?? []), ...calls])];
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = {
      method: init.method ?? 'GET',
      path: address.replace('/api/v1/', ''),
      body: init.body,
    };
    sent.push(call);
    const received = await Promise.race([reply(call), untilAborted(init.signal)]);
    if (received instanceof ReadableStream) return new Response(received);
    const { status = 200, ...body } = received;
    return new Response(JSON.stringify({ success: status < 400, request_id: 'r-1', ...body }), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  });
  const router = createMemoryRouter(
    [
      { path, Component },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [{ ...parsePath(at), state }] },
  );
  const store = createStore();
  const { unmount } = render(
    <MantineProvider env="test">
      <Provider store={store}>
        <RouterProvider router={router} />
        <ToastHost />
      </Provider>
    </MantineProvider>,
  );
  return {
    sent,
    store,
    path: () => router.state.location.pathname + router.state.location.search,
    goTo: (address) => act(() => router.navigate(address)),
    unmount,
  };
}
