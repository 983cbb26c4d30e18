/** The account settings: the cards that are there, and a new password. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

test('Download my data asks for it once and hands the browser the zip; a failure is said', async () => {
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${made.push(file as Blob)}`);
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  let isAway = false;
  const page = openPage(SettingsPage, { path: '/settings' }, ({ path }) => {
    if (path === 'account') return { data: ACCOUNT };
    if (path !== 'account/export') return { data: [] };
    if (isAway) return { status: 503, message: 'The server is busy.' };
    return new Blob(['the zip']).stream();
  });
  const button = await screen.findByRole('button', { name: 'Download my data' });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(names).toEqual(['geoloom-account.zip']));
  expect(await made[0]?.text()).toBe('the zip');
  expect(page.sent.filter(({ path }) => path === 'account/export')).toHaveLength(1);
  isAway = true;
  fireEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
  expect(await screen.findByText('Your data could not be downloaded.')).toBeTruthy();
});
