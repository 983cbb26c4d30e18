/** Required two-factor sign-in: its setup replaces every page until it is on. */
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { Role } from '#contract/account.contract.ts';
import { beginImpersonation, readUserData, storeUserData } from '#web/client/session.ts';
import { openPage } from '#web/features/projects/shared/page-fixture.tsx';
import { pass } from '#testkit/web-clock.ts';
import { Shell } from './shell.tsx';

const USER = { id: 1, name: 'Ada Lovelace', avatar: '/avatar.svg', unread_count: 0 };
const CODES = ['aaaa-bbbb-cccc-dddd'];
const REFUSED = { code: 'two_factor_missing', message: 'Set up two-factor sign-in first.' };

function open(role: Role = 'superadmin') {
  let isOn = false;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return openPage(Shell, { path: '/dashboard', role }, ({ path }) => {
    if (path === 'account/user-data') return { data: { ...USER, role, must_set_up_two_factor: !isOn } };
    if (path === 'account/two-factor/start')
      return { data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', expires_at: '' } };
    if (path === 'account/two-factor/confirm') {
      isOn = true;
      return { data: { recovery_codes: CODES }, message: 'On.' };
    }
    if (path.startsWith('account') || path.startsWith('auth')) return { data: {} };
    return { status: 403, ...REFUSED };
  });
}

const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

test('pages open once the recovery codes are saved', async () => {
  const page = open();
  expect(await screen.findByRole('heading', { name: 'Set up two-factor sign-in' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  await fill('Password', 'nine orange ladders');
  await click('Continue');
  await fill('6-digit code', '123456');
  await click('Turn on');
  expect(await screen.findByText(CODES[0] ?? '')).toBeTruthy();
  // When the window becomes visible again, the page reloads the user data.
  const countRequests = () => page.sent.filter(({ path }) => path === 'account/user-data').length;
  const before = countRequests();
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(countRequests()).toBe(before + 1));
  await pass(50);
  expect(screen.getByText(CODES[0] ?? ''), 'until they are saved').toBeTruthy();
  await click('I saved my codes');
  expect((await screen.findAllByRole('navigation')).length).toBeGreaterThan(0);
});

test.each([
  ['superadmin', 200, false],
  ['superadmin', 500, false],
  ['user', 200, true],
] as const)(
  'for a %s, and user data with the status %i, the page opens before the reply: %s',
  async (role, status, isOpen) => {
    storeUserData({ id: 1, access_token: 'token', role, name: 'Ada Lovelace', avatar: '/avatar.svg' });
    const { promise, resolve } = Promise.withResolvers<void>();
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('fetch', async (address: string) => {
      if (!address.endsWith('account/user-data'))
        return Response.json({ success: false, ...REFUSED }, { status: 403 });
      await promise;
      return Response.json({ success: status === 200, data: { ...USER, role } }, { status });
    });
    const page = { path: '/tutorials', element: <p>The page</p> };
    const router = createMemoryRouter([{ Component: Shell, children: [page] }], {
      initialEntries: ['/tutorials'],
    });
    render(<RouterProvider router={router} />, { wrapper: MantineProvider });
    expect((await screen.findAllByRole('navigation')).length).toBeGreaterThan(0);
    expect(screen.queryByText('The page') !== null).toBe(isOpen);
    resolve();
    expect(await screen.findByText('The page')).toBeTruthy();
  },
);

test('a superadmin can log out', async () => {
  const page = open();
  await click('Log out');
  await waitFor(() => expect(page.path()).toBe('/login'));
  expect(readUserData()).toBeUndefined();
});

test('a superadmin who is signed in as another user must return to their own account first', async () => {
  vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const avatar = '/avatar.svg';
  storeUserData({ id: 3, access_token: 't-3', role: 'superadmin', name: 'Grace Hopper', avatar });
  beginImpersonation({ id: 1, access_token: 't-1', role: 'user', name: 'Ada Lovelace', avatar });
  open('user');
  expect(await screen.findByRole('heading', { name: 'Return to your own account' })).toBeTruthy();
  await click('Login Back as superadmin');
  await waitFor(() => expect(readUserData()?.name).toBe('Grace Hopper'));
});
