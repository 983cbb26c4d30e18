/** The account settings: the cards that are there, and a new password. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readUserData } from '#web/client/session.ts';
import { openPage } from '../projects/page-fixture.tsx';
import { SettingsPage } from './settings-page.tsx';

const ACCOUNT = {
  id: 1,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  avatar: '/avatar.svg',
  role: 'user',
  is_email_verified: true,
};
const CHANGED = { id: 1, access_token: 'token-2', role: 'user', name: 'Ada Lovelace', avatar: '/avatar.svg' };

test('Change Password sends the passwords once, keeps this browser signed in, and empties its fields', async () => {
  const page = openPage(SettingsPage, { path: '/settings' }, ({ method, path }) => {
    if (path === 'account') return { data: ACCOUNT };
    return method === 'PUT' ? { data: CHANGED, message: 'Your password was changed.' } : { data: [] };
  });
  const card = within(await screen.findByRole('region', { name: 'Change Password' }));
  const fields = ['Current Password', 'New Password', 'Confirm Password'];
  const field = (label: string) => card.getByLabelText<HTMLInputElement>(label);
  for (const label of fields) fireEvent.change(field(label), { target: { value: 'long enough' } });
  fireEvent.click(card.getByRole('button', { name: 'Change password' }));
  expect(await screen.findByText('Your password was changed.')).toBeTruthy();
  const sent = page.sent.filter(({ path }) => path === 'account/set-password');
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0]?.body as string)).toEqual({
    current_password: 'long enough',
    password: 'long enough',
    password_confirmation: 'long enough',
  });
  expect(readUserData()?.access_token).toBe('token-2');
  const fresh = () => screen.getByRole('region', { name: 'Change Password' });
  await waitFor(() =>
    expect(within(fresh()).getByLabelText<HTMLInputElement>('New Password').value).toBe(''),
  );
});
