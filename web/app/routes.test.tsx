/** Guard of the signed-in pages, and the error pages. */
import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '#web/client/call.ts';
import { clearStorage, endSession, storeUserData } from '#web/client/session.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './router.tsx';
import { SignedIn } from './router.tsx';

const ada = { access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' } as const;

async function open(loader: () => unknown = () => null) {
  const router = createMemoryRouter(
    [
      { path: '/login', element: <p>sign in</p> },
      {
        Component: SignedIn,
        children: [
          { path: '/projects', loader, element: <p>projects</p>, ErrorBoundary: ErrorPage },
          { path: '*', Component: NotFoundPage },
        ],
      },
    ],
    { initialEntries: ['/projects?page=2#top'] },
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

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('the guard', () => {
  test('redirects signed-out users to /login and remembers the page', async () => {
    storeUserData(ada);
    endSession('token-1');
    const router = await open();
    expect(router.state.location.pathname).toBe('/login');
    expect(router.state.location.state).toEqual({ from: '/projects?page=2#top' });
  });

  test('shows the page to signed-in users, and redirects as soon as the session ends', async () => {
    storeUserData(ada);
    const router = await open();
    expect(screen.getByText('projects')).toBeTruthy();
    await act(async () => endSession('token-1'));
    expect(screen.getByText('sign in')).toBeTruthy();
    expect(router.state.location.state).toEqual({ from: '/projects?page=2#top' });
  });

  test('forgets the page of a user who logged out', async () => {
    storeUserData(ada);
    const router = await open();
    await act(async () => clearStorage());
    expect(router.state.location).toMatchObject({ pathname: '/login', state: null });
  });
});

describe('the error page', () => {
  beforeEach(() => storeUserData(ada));

  test.each([
    [
      'status and status text',
      new Response('', { status: 418, statusText: "I'm a teapot" }),
      "418 I'm a teapot",
    ],
    ['the message', new Error('Loading chunk shell failed'), 'Loading chunk shell failed'],
  ])('shows %s', async (_what, error, text) => {
    await open(() => {
      throw error;
    });
    expect(screen.getByRole('heading').textContent).toBe('Unexpected Application Error!');
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(document.title).toBe('Error – Geoloom');
  });

  test('shows the reference of a refused call, with a copy button', async () => {
    const failure = {
      success: false,
      code: 'internal',
      message: 'It broke.',
      request_id: 'abc-123',
    } as const;
    await open(() => {
      throw new ApiError(500, failure);
    });
    expect(screen.getByRole('button', { name: 'Copy the reference abc-123' })).toBeTruthy();
  });
});
