/** Maintenance switch: asks before it turns on, and explains when it can't be turned off. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { isMaintenance, storeMaintenance } from '#web/client/maintenance.ts';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { MaintenancePage } from './maintenance-page.tsx';

let settings: { maintenance: boolean; is_fixed: boolean };

beforeEach(() => storeMaintenance(false));

function open(stored: typeof settings) {
  settings = stored;
  return openPage(MaintenancePage, { path: '/maintenance', role: 'admin' }, ({ method, body }) => {
    if (method === 'PUT') settings = { ...settings, ...JSON.parse(body as string) };
    return { data: settings };
  });
}

const findSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Maintenance/ });

test('is turned on after a confirmation, and off without one', async () => {
  const page = open({ maintenance: false, is_fixed: false });
  fireEvent.click(await findSwitch());
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Everyone but administrators sees the maintenance screen');
  expect(page.sent.every(({ method }) => method === 'GET')).toBe(true);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('Maintenance was turned on.')).toBeTruthy();
  await waitFor(async () => expect((await findSwitch()).checked).toBe(true));
  expect(isMaintenance(), 'the bar is shown').toBe(true);
  fireEvent.click(await findSwitch());
  expect(await screen.findByText('Maintenance was turned off.')).toBeTruthy();
  expect(isMaintenance()).toBe(false);
  const sent = page.sent.filter(({ method }) => method === 'PUT');
  expect(sent.map(({ body }) => JSON.parse(body as string))).toEqual([
    { maintenance: true },
    { maintenance: false },
  ]);
});

test('can’t be turned off if the environment turned it on, with the reason', async () => {
  open({ maintenance: true, is_fixed: true });
  expect((await findSwitch()).disabled).toBe(true);
  expect(screen.getByText(/^MAINTENANCE=1 is set on the server/)).toBeTruthy();
});
