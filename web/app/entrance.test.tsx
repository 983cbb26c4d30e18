/** The shell's outline is shown between the sign-in form and the first page. */
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, Navigate, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { clearStorage, storeUserData } from '#web/client/session.ts';
import { useSession } from '#web/client/use-session.ts';
import { buildRoutes } from './router.tsx';
import type { Screen } from './screens.ts';

const ada = { id: 1, access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' } as const;

function SignIn() {
  return useSession() ? <Navigate to="/dashboard" replace /> : <p>Sign in here</p>;
}

const TITLES = { title: 'Sign in', page: SignIn } as const;

function open(at: string) {
  const shell = Promise.withResolvers<void>();
  const screens = [
    { ...TITLES, path: '/login', isPublic: true },
    { ...TITLES, path: '/dashboard', page: () => <p>All is well</p> },
  ] as unknown as Screen[];
  const router = createMemoryRouter(
    buildRoutes(screens, {
      chunk: 'shell',
      load: async () => {
        await shell.promise;
        return () => <p>The shell</p>;
      },
    }),
    { initialEntries: [at] },
  );
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return { router, arrive: () => act(async () => shell.resolve()) };
}

const outline = () => screen.queryByRole('status', { name: 'Loading' });

beforeEach(() => clearStorage());

test('signing in shows the outline at once, and then the loaded shell', async () => {
  const { arrive } = open('/login');
  expect(await screen.findByText('Sign in here')).toBeTruthy();
  expect(outline()).toBeNull();
  act(() => storeUserData(ada));
  await waitFor(() => expect(outline()).toBeTruthy());
  await arrive();
  await waitFor(() => expect(screen.getByText('The shell')).toBeTruthy());
  expect(outline()).toBeNull();
});

test('a signed-in page that is opened directly starts with the outline, too', async () => {
  storeUserData(ada);
  const { arrive } = open('/dashboard');
  expect(outline()?.textContent).toContain('Geoloom');
  await arrive();
  await waitFor(() => expect(screen.getByText('The shell')).toBeTruthy());
});

test('without a session, no outline is shown', () => {
  open('/dashboard');
  expect(outline()?.textContent ?? '').not.toContain('Geoloom');
});
