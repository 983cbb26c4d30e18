/** The maintenance screen replaces the whole application. */
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { isMaintenance, storeMaintenance } from '#web/client/maintenance.ts';
import { clearStorage, storeUserData } from '#web/client/session.ts';
import { Maintenance } from './maintenance.tsx';

beforeEach(() => storeMaintenance(false));

const open = (maintenance: boolean) => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ success: true, data: { needed: false, maintenance, mailbox: false } }),
  );
  return render(
    <MantineProvider env="test">
      <Maintenance>
        <p>The application</p>
      </Maintenance>
    </MantineProvider>,
  );
};

test('shows when maintenance ends, and is hidden by five clicks on the screw in the corner', async () => {
  const { container } = open(true);
  expect(await screen.findByText('Please try again after 10:00 AM EST.')).toBeTruthy();
  expect(screen.getByText('Thank you for your patience.')).toBeTruthy();
  expect(screen.queryByText('The application')).toBeNull();
  const screw = container.querySelector('button') as HTMLButtonElement;
  for (let click = 0; click < 4; click += 1) fireEvent.click(screw);
  expect(screen.queryByText('The application')).toBeNull();
  fireEvent.click(screw);
  expect(screen.getByText('The application')).toBeTruthy();
  expect(screen.queryByText('Thank you for your patience.')).toBeNull();
});

test.each(['admin', 'superadmin'] as const)(
  'does not replace the application for the role %s',
  async (role) => {
    storeUserData({ access_token: 't', role, name: 'Ada', avatar: '/a.svg' });
    open(true);
    await waitFor(() => expect(isMaintenance()).toBe(true));
    expect(screen.getByText('The application')).toBeTruthy();
    clearStorage();
  },
);

test('replaces the application for an ordinary user', async () => {
  storeUserData({ access_token: 't', role: 'user', name: 'Ada', avatar: '/a.svg' });
  open(true);
  expect(await screen.findByText('Thank you for your patience.')).toBeTruthy();
  clearStorage();
});

test('is not shown while maintenance is off', async () => {
  open(false);
  expect(await screen.findByText('The application')).toBeTruthy();
});
