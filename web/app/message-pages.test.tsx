/** Pages shown in place of another one: not found, error, and their links. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#web/client/call.ts';
import { lazyWithTimeout } from '#web/client/lazy-with-timeout.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './router.tsx';

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
    ['for a page that failed to render', new TypeError('x is undefined'), 'x is undefined'],
    ['for a thrown value that isn’t an error', 'just words', 'just words'],
    ['for a refused call', failure('r-500'), 'It broke on our side.'],
  ])('%s shows the message under the fixed heading', async (_what, error, words) => {
    await failWith(error);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Unexpected Application Error!');
    expect(screen.getByText(words)).toBeTruthy();
  });

  test.each([
    [404, 'Not Found', '404 Not Found'],
    [503, '', '503'],
  ])('shows the status and status text of a response: %i %s', async (status, statusText, words) => {
    await open({
      ErrorBoundary: ErrorPage,
      element: <p>never</p>,
      loader: () => {
        throw new Response('', { status, statusText });
      },
    });
    expect(screen.getByText(words)).toBeTruthy();
  });

  test('names a part that failed to load, and reloads it', async () => {
    const reload = vi.fn<() => void>();
    vi.spyOn(window.location, 'reload').mockImplementation(reload);
    const load = lazyWithTimeout('projects-page', () => Promise.reject(new TypeError('no net')));
    await failWith(await load().catch((error: unknown) => error));
    expect(screen.getByText('Loading chunk projects-page failed')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('shows the reference of a failed call, which can be copied', async () => {
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
    ['without a reference', failure('')],
    ['that never reached the server', new ApiError(undefined, undefined)],
  ])('shows no reference for a failure %s', async (_what, error) => {
    await failWith(error);
    expect(screen.queryByRole('button', { name: /reference/i })).toBeNull();
  });
});

describe.each([
  ['the error page', () => failWith(new Error('x')), 'Error – Geoloom'],
  ['the page for unknown URLs', () => open({ Component: NotFoundPage }), 'Page not found – Geoloom'],
] as const)('%s', (_name, show, title) => {
  test('sets the title of the tab, and its heading can take the focus', async () => {
    await show();
    expect(document.title).toBe(title);
    const heading = screen.getByRole('heading', { level: 1 });
    heading.focus();
    expect(document.activeElement).toBe(heading);
  });

  test('links to the previous page and to the home page', async () => {
    const back = vi.spyOn(window.history, 'back').mockImplementation(() => {});
    const router = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(back).toHaveBeenCalledTimes(1);
    await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Go home' })));
    expect(router.state.location.pathname).toBe('/');
    expect(screen.getByText('The start')).toBeTruthy();
  });
});

test('an unknown URL is reported', async () => {
  await open({ Component: NotFoundPage });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Page not found');
  expect(screen.getByText(/This page doesn’t exist/)).toBeTruthy();
});
