/** Opening an invitation: without an account, with one, and signed in with the right or another one. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { readUserData, storeUserData } from '#web/client/session.ts';
import { ToastHost } from '#web/ui/toast.tsx';
import { InvitationPage } from './invitation-page.tsx';

const TOKEN = 'x'.repeat(43);
const SHOWN = {
  agency_id: 5,
  agency: 'North',
  invited_by: 'Grace Hopper',
  email: 'ada@example.com',
  has_account: false,
  member_count: 2,
  expires_at: '2026-03-09T12:00:00.000Z',
};
const SESSION = { id: 1, access_token: 't', role: 'user', name: 'Ada Lovelace', avatar: '/a.svg' } as const;
const ACCOUNT = { email: 'Ada@Example.com', is_email_verified: true };

type Replies = Record<string, unknown>;

async function open(replies: Replies) {
  const sent: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const path = address.replace('/api/v1/', '');
    sent.push({ path, body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined });
    const data = path.startsWith('invitations/') ? (replies['invitation'] ?? SHOWN) : replies[path];
    if (data !== undefined) return Response.json({ success: true, data });
    const failure = { success: false, code: 'not_found', message: 'Not found.', request_id: 'r-1' };
    return Response.json(failure, { status: 404 });
  });
  const router = createMemoryRouter(
    [
      { path: '/invitations/:token', Component: InvitationPage },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [`/invitations/${TOKEN}`] },
  );
  await act(async () => {
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
        <ToastHost />
      </MantineProvider>,
    );
  });
  return {
    sent,
    path: () => router.state.location.pathname,
    state: () => router.state.location.state as unknown,
  };
}

const without = { has_agency: false, agency: null, invitations: [] };

test('one button creates an account that has joined, and opens My Agency', async () => {
  const agency = { id: 5, name: 'North', status: 'active', is_main_admin: false };
  const page = await open({
    'auth/register': SESSION,
    account: ACCOUNT,
    'my-agency/check-has-agency': { ...without, has_agency: true, agency },
  });
  expect(await screen.findByRole('heading', { name: 'Join North' })).toBeTruthy();
  const email = screen.getByLabelText<HTMLInputElement>('Email');
  expect([email.value, email.readOnly]).toEqual(['ada@example.com', true]);
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  fill('First name', 'Ada');
  fill('Last name', 'Lovelace');
  fill('Password, at least 8 characters', 'nine orange ladders');
  fill('Confirm Password', 'nine orange ladders');
  fireEvent.click(screen.getByRole('button', { name: 'Create an account and join' }));
  await waitFor(() => expect(page.path()).toBe('/my-agency'));
  expect(await screen.findByText('Welcome to North.')).toBeTruthy();
  expect(readUserData()?.access_token).toBe('t');
  expect(page.sent.find(({ path }) => path === 'auth/register')?.body).toMatchObject({
    email: 'ada@example.com',
    invitation: TOKEN,
  });
});

test('a user with an account signs in and returns to the invitation', async () => {
  const page = await open({ invitation: { ...SHOWN, has_account: true } });
  fireEvent.click(await screen.findByRole('link', { name: 'Sign in' }));
  expect([page.path(), page.state()]).toEqual(['/login', { from: `/invitations/${TOKEN}` }]);
});

test('signed in with its address, the invitation continues to My Agency', async () => {
  storeUserData(SESSION);
  const page = await open({ account: ACCOUNT, 'my-agency/check-has-agency': without });
  await waitFor(() => expect(page.path()).toBe('/my-agency'));
});

test('signed in with another address, the page says so; after logging out it asks for the right account', async () => {
  storeUserData(SESSION);
  const replies: Replies = {
    account: { ...ACCOUNT, email: 'ben@example.com' },
    'my-agency/check-has-agency': without,
    'project/cancel-project': {},
    'auth/logout': {},
  };
  const page = await open(replies);
  expect(await screen.findByText('This invitation is for ada@example.com.')).toBeTruthy();
  expect(screen.getByText(/You’re signed in as ben@example\.com/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
  expect(await screen.findByRole('button', { name: 'Create an account and join' })).toBeTruthy();
  expect(page.path()).toBe(`/invitations/${TOKEN}`);
});

test.each([
  ['a member of another agency', ACCOUNT, { id: 7, name: 'South' }, 'You’re already a member of South.'],
  [
    'a user with an unconfirmed address',
    { ...ACCOUNT, is_email_verified: false },
    null,
    'Confirm your email first.',
  ],
])('%s shows what to do first', async (_name, account, agency, text) => {
  storeUserData(SESSION);
  const page = await open({ account, 'my-agency/check-has-agency': { ...without, agency } });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(page.path()).toBe(`/invitations/${TOKEN}`);
});
