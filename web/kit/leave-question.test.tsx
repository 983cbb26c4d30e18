/** Confirmation before a form is left, and when it's skipped. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { clearStorage, storeUserData } from '#web/client/session.ts';
import { LeaveQuestion } from './leave-question.tsx';

function open(isOn: boolean) {
  storeUserData({ id: 1, access_token: 't', role: 'user', name: 'Ada', avatar: '/a.svg' });
  const router = createMemoryRouter(
    [
      { path: '/form', element: <LeaveQuestion isOn={isOn} message="Leave this page?" /> },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/form'] },
  );
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return router;
}

test.each([
  ['Yes', '/projects'],
  ['No', '/form'],
])('a changed form asks for confirmation: %s', async (answer, path) => {
  const router = open(true);
  act(() => void router.navigate('/projects'));
  expect(await screen.findByText('Leave this page?')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/form');
  fireEvent.click(screen.getByRole('button', { name: answer }));
  await waitFor(() => expect(router.state.location.pathname).toBe(path));
});

test('an unchanged form doesn’t ask', async () => {
  const router = open(false);
  await act(() => router.navigate('/projects'));
  expect(router.state.location.pathname).toBe('/projects');
});

test('after signing out a changed form doesn’t delay the redirect to the sign-in form', async () => {
  const router = open(true);
  clearStorage();
  await act(() => router.navigate('/login'));
  expect(router.state.location.pathname).toBe('/login');
  expect(screen.queryByText('Leave this page?')).toBeNull();
});
