/** Administrators' actions on a user, and their calls. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EXAMPLES } from '#contract/examples.ts';
import type { Role } from '#contract/account.contract.ts';
import { readPreviousUserData, readUserData } from '#web/client/session.ts';
import { type FakeReply, openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import type { User } from './user.rules.ts';
import { UsersPage } from './users-page.tsx';

const [EXAMPLE] = (EXAMPLES['users.list']?.data ?? []) as User[];
if (EXAMPLE === undefined) throw new Error('The example has no user.');
const USER: User = {
  ...EXAMPLE,
  id: 9,
  name: 'Ben Okoro',
  role: 'user',
  is_disabled: false,
  session_count: 1,
  payment: { ...EXAMPLE.payment, is_exempt: false, has_offer: false, offer: null },
};
const META = { page: 1, per_page: 25, total: 1, last_page: 1 };

const read = ({ body }: Sent): unknown => JSON.parse(typeof body === 'string' ? body : '{}');

function open(role: Role, more: Record<string, FakeReply> = {}) {
  const page = openPage(UsersPage, { path: '/stripe/all-users', role }, ({ path }) => {
    if (path in more) return more[path] as FakeReply;
    return path.startsWith('users?') ? { data: [USER], meta: META } : { data: [] };
  });
  const find = (path: string) => page.sent.filter((each) => each.path === path).map(read);
  return { page, find };
}

async function openMenu(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Ben Okoro' }));
  await screen.findByRole('menu');
}

const findItem = (name: RegExp) => screen.getByRole<HTMLButtonElement>('menuitem', { name });

test('an admin can’t log in as a user, and sees why', async () => {
  open('admin');
  await openMenu();
  const item = findItem(/^Login as user/);
  expect(item.disabled).toBe(true);
  expect(item.textContent).toContain('Only a superadmin can log in as another user');
});

test('a superadmin logs in as a user with a reason, and the application reloads', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const session = { id: 9, access_token: 'token-9', role: 'user', name: 'Ben Okoro', avatar: '/a.svg' };
  const { find } = open('superadmin', { 'users/login-as-user': { data: session } });
  await openMenu();
  expect(findItem(/^Login as user/).disabled).toBe(false);
  fireEvent.click(findItem(/^Login as user/));
  const dialog = await screen.findByRole('dialog');
  const yes = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Yes' });
  expect(yes.disabled).toBe(true);
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'A run of theirs failed' } });
  fireEvent.click(yes);
  await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/dashboard'));
  expect(find('users/login-as-user')).toEqual([{ user_id: 9, reason: 'A run of theirs failed' }]);
  expect(readUserData()?.name).toBe('Ben Okoro');
  expect(readPreviousUserData()?.role, 'the way back').toBe('superadmin');
});

test('a superadmin turns off two-factor sign-in for a user after a confirmation', async () => {
  const off = { ...USER, has_two_factor: false };
  const { page } = open('superadmin', { 'users/9/two-factor': { data: off, message: 'Off.' } });
  expect(await screen.findByText('Two-factor')).toBeTruthy();
  await openMenu();
  fireEvent.click(findItem(/^Turn off two-factor/));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('First make sure that the request is really from them');
  expect(page.sent.filter(({ method }) => method === 'DELETE')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('Two-factor sign-in is off for this user.')).toBeTruthy();
  expect(page.sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    'users/9/two-factor',
  ]);
});

async function openOffer() {
  await openMenu();
  fireEvent.click(findItem(/^Change payment/));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('switch', { name: /^Individual offer/ }));
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } });
  const yes = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Yes' });
  return { dialog, type, yes };
}

test('an offer needs only one limit; each blank field shows the limit of the plan', async () => {
  const { find } = open('superadmin', { 'users/switcher-individual-offer': { data: USER } });
  const { dialog, type, yes } = await openOffer();
  const described = (label: string) =>
    document.getElementById(
      dialog.getByLabelText(label).getAttribute('aria-describedby')?.split(' ')[0] ?? '',
    )?.textContent;
  expect(described('Pages a month')).toBe('Plan: 10,000');
  type('Domains', '1.5');
  expect(dialog.getByLabelText('Domains').getAttribute('aria-invalid')).toBe('true');
  expect(yes().disabled).toBe(true);
  type('Domains', '50');
  expect(dialog.getByLabelText('Projects').getAttribute('aria-invalid')).not.toBe('true');
  fireEvent.click(yes());
  await waitFor(() =>
    expect(find('users/switcher-individual-offer')).toEqual([
      { user_id: 9, value: true, limits: { max_domains: 50 } },
    ]),
  );
});

test('an offer shows what is missing: a limit, or a private product with a price', async () => {
  open('superadmin', { 'stripe/products': { data: [] } });
  const { dialog, type } = await openOffer();
  const empty = /This offer is empty/;
  expect(await dialog.findByText(empty)).toBeTruthy();
  type('Domains', '50');
  await waitFor(() => expect(dialog.queryByText(empty)).toBeNull());
});

test('selected users are disabled after a confirmation; failed ones are named with their reasons and stay selected', async () => {
  const ada = { ...USER, id: 8, name: 'Ada Admin', role: 'admin' };
  const page = openPage(UsersPage, { path: '/stripe/all-users', role: 'admin' }, ({ method, path }) => {
    if (path.startsWith('users?')) return { data: [USER, ada], meta: { ...META, total: 2 } };
    if (method !== 'PUT') return { data: [] };
    const isRefused = path === 'users/8';
    return isRefused
      ? { status: 403, code: 'forbidden', message: 'Only a superadmin can manage administrators.' }
      : { data: { ...USER, is_disabled: true } };
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: /all/i }));
  fireEvent.click(screen.getByRole('button', { name: 'Disable…' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Disable 2 users? All their sessions end, and they can’t sign in.');
  expect(page.sent.some(({ method }) => method === 'PUT')).toBe(false);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('1 user disabled. Couldn’t disable 1 user.')).toBeTruthy();
  expect(screen.getByText('Ada Admin: Only a superadmin can manage administrators.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Selected rows' }).textContent).toContain('1 selected');
});

test('an offer without its own limits uses those of the plan', async () => {
  const { find } = open('superadmin', { 'users/switcher-individual-offer': { data: USER } });
  const { yes } = await openOffer();
  fireEvent.click(yes());
  await waitFor(() => expect(find('users/switcher-individual-offer')).toEqual([{ user_id: 9, value: true }]));
});
