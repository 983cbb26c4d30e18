/** What administrators are offered for a user, and what each of it sends. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EXAMPLES } from '#contract/examples.ts';
import type { Role } from '#contract/account.contract.ts';
import { readUserData } from '#web/client/session.ts';
import { type Answer, openPage, type Sent } from '../projects/shared/page-fixture.tsx';
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

function open(role: Role, more: Record<string, Answer> = {}) {
  const page = openPage(UsersPage, { path: '/stripe/all-users', role }, ({ path }) => {
    if (path in more) return more[path] as Answer;
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

test('an admin is not offered to log in as a user, and reads why', async () => {
  open('admin');
  await openMenu();
  const item = findItem(/^Login as user/);
  expect(item.disabled).toBe(true);
  expect(item.textContent).toContain('Only a superadmin can log in as another user');
});

test('a superadmin logs in as a user with a reason, and the application is loaded again', async () => {
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

test('an offer that is filled in halfway is not saved, and its empty fields are marked', async () => {
  open('superadmin');
  const { dialog, type, yes } = await openOffer();
  expect(yes().disabled).toBe(false);
  type('Domains', '5');
  expect(yes().disabled).toBe(true);
  const invalid = ['Projects', 'Pages a month', 'Members', 'Earlier runs kept'];
  for (const label of invalid)
    expect(dialog.getByLabelText(label).getAttribute('aria-invalid'), label).toBe('true');
  expect(dialog.getByLabelText('Domains').getAttribute('aria-invalid')).not.toBe('true');
  for (const label of invalid) type(label, '-1');
  expect(yes().disabled).toBe(false);
  type('Domains', '1.5');
  expect(dialog.getByLabelText('Domains').getAttribute('aria-invalid')).toBe('true');
  expect(yes().disabled).toBe(true);
});

test('an offer without limits of its own has those of the plan', async () => {
  const { find } = open('superadmin', { 'users/switcher-individual-offer': { data: USER } });
  const { yes } = await openOffer();
  fireEvent.click(yes());
  await waitFor(() => expect(find('users/switcher-individual-offer')).toEqual([{ user_id: 9, value: true }]));
});
