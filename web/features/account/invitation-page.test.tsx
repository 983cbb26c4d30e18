/** An invitation from an email: joining with a new account, and a browser that is signed in as another user. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readUserData } from '#web/client/session.ts';
import { type Answer, openPage } from '../projects/shared/page-fixture.tsx';
import { InvitationPage } from './invitation-page.tsx';

const TOKEN = 'a'.repeat(43);
const PAGE = { path: '/invitations/:token', at: `/invitations/${TOKEN}` };
const SHOWN = {
  agency_id: 5,
  agency: 'North',
  invited_by: 'Grace Hopper',
  email: 'new@example.com',
  has_account: false,
  member_count: 2,
  expires_at: '2026-12-09T00:00:00Z',
};
const USER = { id: 9, access_token: 'token-9', role: 'user', name: 'New Member', avatar: '/a.svg' };

function open(role: 'user' | null, answers: Record<string, Answer>) {
  return openPage(
    InvitationPage,
    { ...PAGE, role },
    ({ path }) => answers[path] ?? { status: 404, code: 'not_found' },
  );
}

const joining = {
  [`invitations/${TOKEN}`]: { data: SHOWN },
  'auth/register': { data: USER },
  'my-agency/accept-invite': { data: { id: 5, name: 'North', status: 'active', is_main_admin: false } },
};

async function fillIn(): Promise<void> {
  await screen.findByLabelText('First name');
  for (const [label, value] of [
    ['First name', 'New'],
    ['Last name', 'Member'],
    ['Password, at least 8 characters', 'long enough'],
    ['Confirm Password', 'long enough'],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  await act(async () => void fireEvent.submit(screen.getByLabelText('Email')));
}

test('a new account joins the agency with its registration, and is welcomed there', async () => {
  const page = open(null, joining);
  await fillIn();
  await waitFor(() => expect(page.path()).toBe('/my-agency'));
  expect(await screen.findByText('Welcome to North.')).toBeTruthy();
  expect(readUserData()?.name).toBe('New Member');
  const bodies = page.sent
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body as string));
  expect(bodies).toMatchObject([{ invitation: TOKEN, email: 'new@example.com' }, { agency_id: 5 }]);
});

test('an account whose invitation can no longer be accepted exists, and reads why on the agency’s page', async () => {
  const page = open(null, { ...joining, 'my-agency/accept-invite': { status: 409, code: 'conflict' } });
  await fillIn();
  await waitFor(() => expect(page.path()).toBe('/my-agency'));
  expect(screen.queryByText('Welcome to North.')).toBeNull();
  expect(readUserData()?.name).toBe('New Member');
});

test('who is signed in with another address is asked to log out first', async () => {
  open('user', {
    [`invitations/${TOKEN}`]: { data: { ...SHOWN, has_account: true } },
    account: { data: { email: 'ada@example.com' } },
  });
  expect(
    await screen.findByText(/signed in as ada@example\.com, and this invitation is for new@example\.com/),
  ).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'View invitation' })).toBeNull();
});

test('who is signed in with the invited address is led to the agency’s page', async () => {
  open('user', {
    [`invitations/${TOKEN}`]: { data: { ...SHOWN, has_account: true } },
    account: { data: { email: 'New@example.com' } },
  });
  const link = await screen.findByRole('link', { name: 'View invitation' });
  expect(link.getAttribute('href')).toBe('/my-agency');
});
