/** Pages shown in place of another one: not found, error, and their links. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#web/client/call.ts';
import { lazyWithTimeout } from '#web/client/lazy-with-timeout.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => {}));

async function open(route: RouteObject) {
  const router = createMemoryRouter(
    [
      { path: '/', element: <p>The start</p> },
      { path: '/here', HydrateFallback: () => null, ...route },
    ],
    {
      initialEntries: ['/here'],
    },
  );
  await act(async () => {
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    );
  });
  return router;
}

function failWith(error: unknown) {
  return open({
    ErrorBoundary: ErrorPage,
    Component: () => {
      throw error;
    },
  });
}

const failure = (request_id: string) =>
  new ApiError(500, { success: false, code: 'internal', message: 'It broke on our side.', request_id });

describe('the error page', () => {
  test.each([
    ['of a page that broke while it was drawn', new TypeError('x is undefined'), 'x is undefined'],
    ['of something that is no error', 'just words', 'just words'],
    ['of a refused call', failure('r-500'), 'It broke on our side.'],
  ])('%s shows the message under the fixed heading', async (_what, error, words) => {
    await failWith(error);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Unexpected Application Error!');
    expect(screen.getByText(words)).toBeTruthy();
  });

  test.each([
    [404, 'Not Found', '404 Not Found'],
    [503, '', '503'],
  ])('of an answer shows status and status text: %i %s', async (status, statusText, words) => {
    await open({
      ErrorBoundary: ErrorPage,
      element: <p>never</p>,
      loader: () => {
        throw new Response('', { status, statusText });
      },
    });
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('of a part that cannot be loaded says which, and loads it again', async () => {
    const reload = vi.fn<() => void>();
    vi.spyOn(window.location, 'reload').mockImplementation(reload);
    const load = lazyWithTimeout('projects-page', () => Promise.reject(new TypeError('no net')));
    await failWith(await load().catch((error: unknown) => error));
    expect(screen.getByText('Loading chunk projects-page failed')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('shows the reference of a call, which can be copied; a failure without one offers none', async () => {
    const copied: string[] = [];
    const writeText = async (text: string) => void copied.push(text);
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
    await failWith(failure('r-500'));
    await act(
      async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy the reference r-500' })),
    );
    expect(copied).toEqual(['r-500']);
    expect(screen.getByRole('button', { name: 'Reference copied' })).toBeTruthy();
  });

  test.each([
    ['without one', failure('')],
    ['that never reached the server', new ApiError(undefined, undefined)],
  ])('of a failure %s shows no reference', async (_what, error) => {
    await failWith(error);
    expect(screen.queryByRole('button', { name: /reference/i })).toBeNull();
  });
});

describe.each([
  ['the error page', () => failWith(new Error('x')), 'Error – Geoloom'],
  ['the page for no page', () => open({ Component: NotFoundPage }), 'Page not found – Geoloom'],
] as const)('%s', (_name, show, title) => {
  test('names itself in the tab, and its heading can take the focus', async () => {
    await show();
    expect(document.title).toBe(title);
    const heading = screen.getByRole('heading', { level: 1 });
    heading.focus();
    expect(document.activeElement).toBe(heading);
  });

  test('leads back, and to the start', async () => {
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => {});
    const router = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(back).toHaveBeenCalledTimes(1);
    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Go home' })));
    expect(router.state.location.pathname).toBe('/');
    expect(screen.getByText('The start')).toBeTruthy();
  });
});

test('an address without a page says so', async () => {
  await open({ Component: NotFoundPage });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found');
  expect(screen.getByText(/This page doesn’t exist/)).toBeTruthy();
});
