/** Google sign-in card, and texts instead of password fields for accounts without a password. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { beginImpersonation, storeUserData } from '#web/client/session.ts';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { SettingsPage } from './settings-page.tsx';

const ACCOUNT = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  avatar: '/avatar.svg',
  is_email_verified: true,
  has_password: true,
  google_account: null as string | null,
  pending_email: null,
};
const TWO_FACTOR = { on_since: null, is_required: false, recovery_codes_left: 0 };
const BEGUN = { url: 'https://accounts.google.example/pick', verifier: 'the-verifier' };

function open(account: Partial<typeof ACCOUNT> = {}, google = true, mail = true) {
  return openPage(SettingsPage, { path: '/settings' }, ({ path }) => {
    if (path === 'account') return { data: { ...ACCOUNT, ...account } };
    if (path === 'setup') return { data: { needed: false, maintenance: false, google, mail } };
    if (path === 'account/two-factor') return { data: TWO_FACTOR };
    return { data: path === 'account/google/connect' ? BEGUN : [], message: 'Done.' };
  });
}

const findCard = async (name: string) => within(await screen.findByRole('region', { name }));

test('connects Google after the password was entered', async () => {
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { ...window.location, assign });
  const page = open();
  const card = await findCard('Google sign-in');
  fireEvent.click(card.getByRole('button', { name: 'Connect Google' }));
  const field = (await findCard('Google sign-in')).getByLabelText('Password');
  expect(document.activeElement).toBe(field);
  fireEvent.change(field, { target: { value: 'nine orange ladders' } });
  fireEvent.click(screen.getByRole('button', { name: 'Continue to Google' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(BEGUN.url));
  const sent = page.sent.find(({ path }) => path === 'account/google/connect');
  expect(JSON.parse(sent?.body as string)).toEqual({ password: 'nine orange ladders' });
  expect(JSON.parse(sessionStorage.getItem('googleSignIn') ?? '')).toEqual({
    next: '/settings',
    isConnection: true,
    verifier: 'the-verifier',
  });
  sessionStorage.clear();
});

test('shows the connected account, and disconnects it', async () => {
  const page = open({ google_account: 'ada@example.com' });
  const card = await findCard('Google sign-in');
  expect(card.getByText('ada@example.com')).toBeTruthy();
  fireEvent.click(card.getByRole('button', { name: 'Disconnect Google' }));
  expect(await screen.findByText('Google sign-in was disconnected.')).toBeTruthy();
  const last = page.sent.find(({ method }) => method === 'DELETE');
  expect(last?.path).toBe('account/google');
});

test('has no card on a server without Google keys', async () => {
  const page = open({}, false);
  await screen.findByRole('region', { name: 'Change Password' });
  await waitFor(() => expect(page.sent.some(({ path }) => path === 'setup')).toBe(true));
  expect(screen.queryByRole('region', { name: 'Google sign-in' })).toBeNull();
});

test('an account without a password gets a link to set one wherever it is required', async () => {
  const page = open({ has_password: false, google_account: 'ada@example.com' });
  const card = await findCard('Set a password');
  expect(screen.queryByRole('region', { name: 'Change Password' })).toBeNull();
  for (const name of ['Google sign-in', 'Two-factor sign-in', 'Delete account']) {
    const link = await (await findCard(name)).findByRole('link', { name: 'Set a password' });
    expect(link.getAttribute('href'), name).toBe('#change-password');
    expect((await findCard(name)).queryByRole('button'), name).toBeNull();
  }
  const info = await findCard('Personal info');
  fireEvent.change(info.getByLabelText('Email'), { target: { value: 'ada.king@example.com' } });
  fireEvent.click(info.getByRole('button', { name: 'Save personal info' }));
  expect((await info.findAllByText(/^Set a password first/)).length).toBeGreaterThan(0);
  fireEvent.click(card.getByRole('button', { name: 'Email me a link' }));
  expect(await screen.findByText('We sent a link to ada@example.com.')).toBeTruthy();
  const sent = page.sent.filter(({ method }) => method !== 'GET');
  expect(sent.map(({ path, body }) => [path, JSON.parse(body as string)])).toEqual([
    ['account/password/email', { email: 'ada@example.com' }],
  ]);
});

test('without a mail server no card offers a link by email', async () => {
  const page = open({ has_password: false, is_email_verified: false }, true, false);
  expect(await screen.findAllByText(/Email isn’t set up on this server/)).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Email me a link' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Send the link again' })).toBeNull();
  expect(page.sent.every(({ method }) => method === 'GET')).toBe(true);
});

test('a superadmin who is signed in as the user can neither connect nor disconnect it', async () => {
  storeUserData({ id: 3, access_token: 't-3', role: 'superadmin', name: 'Grace', avatar: '/avatar.svg' });
  beginImpersonation({ id: 2, access_token: 't-2', role: 'user', name: 'Ben', avatar: '/avatar.svg' });
  open({ google_account: 'ada@example.com' });
  const button = (await findCard('Google sign-in')).getByRole('button', { name: 'Disconnect Google' });
  expect(button.closest('fieldset')?.hasAttribute('disabled')).toBe(true);
});
