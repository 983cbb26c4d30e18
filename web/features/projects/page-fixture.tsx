/** Opens a page as the application does, before a server that answers what a test says. */
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { storeUserData } from '#web/client/session.ts';
import { createStore } from '#web/client/store.ts';

export interface Sent {
  method: string;
  /** Path and query behind `/api/v1/`. */
  path: string;
  body: BodyInit | null | undefined;
}

/** Status and body of an answer; a bare body means success. A stream is sent as it is. */
type Answer =
  | { data?: unknown; meta?: unknown; message?: string; status?: number; code?: string }
  | ReadableStream<Uint8Array<ArrayBuffer>>;

export interface OpenedPage {
  /** Every call so far, in order. */
  sent: Sent[];
  /** Address of the page now. */
  path: () => string;
}

export function openPage(
  Component: ComponentType,
  { path, at = path }: { path: string; at?: string },
  answer: (sent: Sent) => Answer,
): OpenedPage {
  storeUserData({ access_token: 'token', role: 'user', name: 'Ada Lovelace', avatar: '/avatar.svg' });
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const call = {
      method: init.method ?? 'GET',
      path: address.replace('/api/v1/', ''),
      body: init.body,
    };
    sent.push(call);
    const answered = answer(call);
    if (answered instanceof ReadableStream) return new Response(answered);
    const { status = 200, ...body } = answered;
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
    { initialEntries: [at] },
  );
  render(
    <MantineProvider env="test">
      <Provider store={createStore()}>
        <RouterProvider router={router} />
      </Provider>
    </MantineProvider>,
  );
  return { sent, path: () => router.state.location.pathname + router.state.location.search };
}
