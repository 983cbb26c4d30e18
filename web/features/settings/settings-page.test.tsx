/** Account settings: the cards, and changing the password. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  beginImpersonation,
  hasSignedOut,
  readUserData,
  storeUserData,
  getSessionEnd,
} from '#web/client/session.ts';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { SettingsPage } from './settings-page.tsx';

const ACCOUNT = {
  id: 1,
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  avatar: '/avatar.svg',
  role: 'user',
  is_email_verified: true,
  has_password: true,
  google_account: null,
  pending_email: null,
  unread_count: 0,
};
const TWO_FACTOR = { on_since: null, is_required: false, recovery_codes_left: 0 };
/** Replies to the calls of the other cards. */
const answerRest = (path: string) => ({ data: path === 'account/two-factor' ? TWO_FACTOR : [] });
const CHANGED = { id: 1, access_token: 'token-2', role: 'user', name: 'Ada Lovelace', avatar: '/avatar.svg' };

test('Change Password sends the passwords once, keeps this browser signed in, and clears its fields', async () => {
  const page = openPage(SettingsPage, { path: '/settings' }, ({ method, path }) => {
    if (path === 'account') return { data: ACCOUNT };
    return method === 'PUT' ? { data: CHANGED, message: 'Your password was changed.' } : answerRest(path);
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

test('Delete account opens the sign-in page, which reports that the account was deleted', async () => {
  const page = openPage(SettingsPage, { path: '/settings' }, ({ method, path }) => {
    if (path === 'account') return method === 'DELETE' ? { data: {}, message: 'Gone.' } : { data: ACCOUNT };
    return answerRest(path);
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  const field = await screen.findByLabelText('Password');
  fireEvent.change(field, { target: { value: 'long enough' } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(page.path()).toBe('/login'));
  expect([getSessionEnd(), hasSignedOut(), readUserData()]).toEqual(['account-deleted', true, undefined]);
});

test('Download my data sends one request and downloads the zip; a failure is reported', async () => {
  const made: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${made.push(file as Blob)}`);
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  let isAway = false;
  const page = openPage(SettingsPage, { path: '/settings' }, ({ path }) => {
    if (path === 'account') return { data: ACCOUNT };
    if (path !== 'account/export') return answerRest(path);
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
  expect(await screen.findByText('Couldn’t download your data.')).toBeTruthy();
});

test('a new email address needs the password, waits for its link, and can be resent or canceled', async () => {
  const next = 'ada.king@example.com';
  let pending: object | null = null;
  const page = openPage(SettingsPage, { path: '/settings' }, ({ method, path }) => {
    if (path === 'account/set-personal-info')
      pending = { email: next, expires_at: '2026-03-05T12:00:00.000Z' };
    if (path === 'account/email-change' && method === 'DELETE') pending = null;
    if (path.startsWith('account') && path !== 'account/two-factor')
      return { data: { ...ACCOUNT, pending_email: pending }, message: 'Saved.' };
    return answerRest(path);
  });
  const card = within(await screen.findByRole('region', { name: 'Personal info' }));
  const email = card.getByLabelText<HTMLInputElement>('Email');
  expect(card.queryByLabelText('Current password')).toBeNull();
  fireEvent.change(email, { target: { value: next } });
  const password = card.getByLabelText<HTMLInputElement>('Current password');
  fireEvent.click(card.getByRole('button', { name: 'Save personal info' }));
  const fault = 'Enter your current password to change your email address';
  fireEvent.click(await card.findByRole('button', { name: fault }));
  expect(document.activeElement, 'the field of this form').toBe(password);
  expect(page.sent.filter(({ method }) => method === 'POST')).toEqual([]);
  fireEvent.change(password, { target: { value: 'nine orange ladders' } });
  fireEvent.click(card.getByRole('button', { name: 'Save personal info' }));
  expect(await card.findByText(`${next} is waiting for confirmation.`)).toBeTruthy();
  const form = page.sent.find(({ method }) => method === 'POST')?.body as FormData;
  expect(Object.fromEntries(form)).toMatchObject({ email: next, current_password: 'nine orange ladders' });
  await waitFor(() => expect(email.value, 'the address in force').toBe('ada@example.com'));
  expect(card.queryByLabelText('Current password')).toBeNull();
  fireEvent.click(card.getByRole('button', { name: 'Send the link again' }));
  await waitFor(() =>
    expect(page.sent.some(({ path }) => path === 'account/email-change/resend')).toBe(true),
  );
  fireEvent.click(await card.findByRole('button', { name: 'Cancel change' }));
  await waitFor(() => expect(card.queryByText(`${next} is waiting for confirmation.`)).toBeNull());
});

const openCards = () =>
  openPage(SettingsPage, { path: '/settings' }, ({ path }) =>
    path === 'account' ? { data: ACCOUNT } : answerRest(path),
  );

test.each([
  ['a text file with the name of an image', new File(['no pixels'], 'me.png', { type: 'image/png' })],
  ['an animation', new File(['GIF89a'], 'me.gif', { type: 'image/gif' })],
])('%s is refused as the picture before the upload', async (_name, file) => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')));
  const page = openCards();
  const card = await screen.findByRole('region', { name: 'Picture' });
  const input = card.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('The card has no file field.');
  fireEvent.change(input, { target: { files: [file] } });
  expect((await within(card).findByRole('alert')).textContent).toBe(
    'This file isn’t a JPEG, PNG or WebP image.',
  );
  expect(within(card).queryByRole('button', { name: 'Save picture' })).toBeNull();
  expect(page.sent.filter(({ path }) => path.includes('avatar'))).toEqual([]);
});

test('an image in the right format can be cropped', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }));
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:me');
  openCards();
  const card = await screen.findByRole('region', { name: 'Picture' });
  const input = card.querySelector<HTMLInputElement>('input[type=file]');
  const file = new File(['pixels'], 'me.png', { type: 'image/png' });
  fireEvent.change(input as HTMLInputElement, { target: { files: [file] } });
  expect(await within(card).findByRole('button', { name: 'Save picture' })).toBeTruthy();
  expect(within(card).queryByRole('alert')).toBeNull();
});

test('each card is disabled with the reason for a superadmin who is signed in as a user', async () => {
  storeUserData({ id: 3, access_token: 't-3', role: 'superadmin', name: 'Grace', avatar: '/avatar.svg' });
  beginImpersonation({ id: 2, access_token: 't-2', role: 'user', name: 'Ben Okoro', avatar: '/avatar.svg' });
  const page = openCards();
  const buttons = [
    ['Personal info', 'Save personal info'],
    ['Picture', 'Choose a picture'],
    ['Change Password', 'Change password'],
    ['Your data', 'Download my data'],
    ['Delete account', 'Delete account'],
  ] as const;
  await screen.findByRole('region', { name: 'Picture' });
  const reason = 'Off while you are signed in as Ada Lovelace: only they can do this.';
  for (const [card, button] of buttons) {
    const region = within(screen.getByRole('region', { name: card }));
    const group = region.getByRole('button', { name: button }).closest('fieldset');
    expect(group?.hasAttribute('disabled'), card).toBe(true);
    expect(region.getByText(reason).id).toBe(group?.getAttribute('aria-describedby'));
  }
  for (const name of ['Sessions', 'Two-factor sign-in'])
    expect(within(screen.getByRole('region', { name })).getByText(reason)).toBeTruthy();
  expect(page.sent.filter(({ path }) => /sessions|two-factor/.test(path))).toEqual([]);
});
