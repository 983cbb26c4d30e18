/** Creating and editing an agency: fixed texts, status choices, and the redirect after saving. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { openPage, type Sent } from '../projects/shared/page-fixture.tsx';
import { AgenciesPage } from './agencies-page.tsx';
import { CreateAgencyPage } from './create-agency-page.tsx';
import { EditAgencyPage } from './edit-agency-page.tsx';

const AGENCY = {
  id: 5,
  name: 'North',
  main_admin: { id: 8, user: 'Grace Hopper' },
  status: 'active',
  revision: 2,
  deleted_at: null,
  restorable_until: null,
  restore_problem: null,
};
const DAY_MS = 24 * 3_600_000;
const deletedAgency = (more: object = {}) => ({
  ...AGENCY,
  status: 'deleted',
  deleted_at: new Date(Date.now() - DAY_MS).toISOString(),
  restorable_until: new Date(Date.now() + 29 * DAY_MS - 60_000).toISOString(),
  ...more,
});
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const statuses = () =>
  screen.getAllByRole<HTMLInputElement>('radio').map((radio) => [radio.value, radio.checked]);

const reply = ({ method, path }: Sent) => {
  if (path.startsWith('agencies/search')) return { data: [{ id: 8, name: 'Grace Hopper' }] };
  return { data: method === 'GET' ? [AGENCY] : AGENCY };
};
const openEdit = (getReply: (sent: Sent) => object = reply) =>
  openPage(EditAgencyPage, { path: '/agencies/:id/edit', at: '/agencies/5/edit' }, getReply);

test('an agency needs a name and a main admin, and its form opens the list after two seconds', async () => {
  const page = openPage(CreateAgencyPage, { path: '/agencies/create' }, reply);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create Agency');
  press('Save');
  expect((await screen.findAllByText('Name is required!')).length).toBeGreaterThan(0);
  expect(screen.getAllByText('Main Admin is required!').length).toBeGreaterThan(0);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'North' } });
  fireEvent.click(screen.getByRole('combobox', { name: 'Main Admin' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Grace Hopper' }));
  press('Save');
  expect(await screen.findByText('Agency was successfully created')).toBeTruthy();
  expect(JSON.parse(page.sent.at(-1)?.body as string)).toMatchObject({ name: 'North', status: 'active' });
  await pass(1999);
  expect(page.path()).toBe('/agencies/create');
  await pass(1);
  expect(page.path()).toBe('/agencies');
});

test('a new agency is active or inactive; editing also offers deleted, and stays on the page', async () => {
  const created = openPage(CreateAgencyPage, { path: '/agencies/create' }, reply);
  expect(statuses()).toEqual([
    ['active', true],
    ['not_active', false],
  ]);
  expect(screen.getByLabelText('Not Active')).toBeTruthy();
  created.unmount();
  const page = openEdit();
  expect(screen.getByText('Loading...')).toBeTruthy();
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Agency' })).toBeTruthy();
  await waitFor(() =>
    expect(statuses().map(([value]) => value)).toEqual(['active', 'not_active', 'deleted']),
  );
  expect(screen.getByRole('radio', { name: 'Deleted' })).toBeTruthy();
  fireEvent.click(screen.getByLabelText('Not Active'));
  press('Save');
  expect(await screen.findByText('Agency was successfully updated!')).toBeTruthy();
  await pass(5000);
  expect(page.path()).toBe('/agencies/5/edit');
});

test('users who can’t be the main admin are listed with the reason, and can’t be picked', async () => {
  const people = [
    { id: 8, name: 'Grace Hopper', refusal: null },
    { id: 9, name: 'Ben Okoro', refusal: 'In Local First' },
  ];
  openPage(CreateAgencyPage, { path: '/agencies/create' }, () => ({ data: people }));
  fireEvent.click(screen.getByRole('combobox', { name: 'Main Admin' }));
  const ben = await screen.findByRole('option', { name: /^Ben Okoro/ });
  expect(ben.textContent).toBe('Ben OkoroIn Local First');
  expect(ben.getAttribute('data-combobox-disabled')).toBe('true');
  fireEvent.click(ben);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Main Admin' });
  expect(field.value).toBe('');
  fireEvent.click(screen.getByRole('option', { name: 'Grace Hopper' }));
  expect(field.value).toBe('Grace Hopper');
});

test('a new main admin requires a reason, which is sent; without a change the field is hidden', async () => {
  const people = { data: [{ id: 9, name: 'Ben Okoro' }] };
  const page = openEdit((sent) => (sent.path.startsWith('agencies/search') ? people : reply(sent)));
  fireEvent.click(await screen.findByRole('combobox', { name: 'Main Admin' }));
  expect(screen.queryByLabelText('Reason')).toBeNull();
  fireEvent.click(await screen.findByRole('option', { name: 'Ben Okoro' }));
  press('Save');
  expect((await screen.findAllByText('Reason is required')).length).toBeGreaterThan(0);
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'The agency was sold' } });
  press('Save');
  expect(await screen.findByText('Agency was successfully updated!')).toBeTruthy();
  expect(JSON.parse(page.sent.findLast(({ method }) => method === 'PUT')?.body as string)).toEqual({
    name: 'North',
    main_admin_id: '9',
    status: 'active',
    reason: 'The agency was sold',
    revision: 2,
  });
});

test.each([
  ['the server’s message', () => ({ status: 503, code: 'overloaded', message: 'Busy.' }), 'Error: Busy.'],
  [
    'a fixed text without a message',
    () => {
      throw new TypeError('no net');
    },
    'Error: Failed to fetch agency',
  ],
])('an agency that fails to load shows %s', async (_what, getReply, text) => {
  openEdit(getReply);
  expect(await screen.findByText(text)).toBeTruthy();
});

describe('deleting an agency by its status', () => {
  test('needs the same confirmation as in the menu; No saves nothing, Yes saves once', async () => {
    const page = openEdit();
    fireEvent.click(await screen.findByLabelText('Deleted'));
    press('Save');
    const question =
      'Delete “North” with its invitations, plan and Google connections, and cancel its runs? Its members are notified. You can restore it for 30 days.';
    expect(await screen.findByText(question)).toBeTruthy();
    const puts = () => page.sent.filter(({ method }) => method === 'PUT');
    press('No');
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(puts()).toEqual([]);
    press('Save');
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('Agency was successfully updated!')).toBeTruthy();
    expect(puts().map(({ body }) => JSON.parse(body as string).status)).toEqual(['deleted']);
  });
});

describe('a deleted agency', () => {
  test('shows until when it can be restored, and is restored after a confirmation', async () => {
    const page = openEdit(({ method }) => ({ data: method === 'GET' ? [deletedAgency()] : AGENCY }));
    expect((await screen.findByText(/^Can be restored until/)).textContent).toMatch(
      /^Can be restored until \w{3} \d+ \(29 days left\)\.\s*$/,
    );
    press('Restore');
    fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    expect(await screen.findByText('North was restored.')).toBeTruthy();
    const put = page.sent.find(({ method }) => method === 'PUT');
    expect(JSON.parse(put?.body as string)).toEqual({
      name: 'North',
      main_admin_id: 8,
      status: 'active',
      revision: 2,
    });
  });

  test('that can’t be restored with its main admin shows the reason before Save, until another one is chosen', async () => {
    const problem =
      'Grace Hopper is now a member of Local First. Choose another main admin to restore this agency.';
    openEdit(({ path }) =>
      path.startsWith('agencies/search')
        ? { data: [{ id: 9, name: 'Ben Okoro' }] }
        : { data: [deletedAgency({ restore_problem: problem })] },
    );
    expect((await screen.findByText(/^Can be restored until/)).textContent).toContain(problem);
    expect(screen.getByRole('button', { name: 'Restore' }).getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByLabelText('Active'));
    const save = screen.getByRole('button', { name: 'Save' });
    await waitFor(() =>
      expect(save.getAttribute('aria-disabled') ?? save.hasAttribute('disabled')).toBeTruthy(),
    );
    fireEvent.click(screen.getByRole('combobox', { name: 'Main Admin' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Ben Okoro' }));
    await waitFor(() => expect(screen.queryByText(problem, { exact: false })).toBeNull());
    expect(save.hasAttribute('disabled')).toBe(false);
  });
});

test('the menu of a deleted agency has Restore with the days left, and no deletion', async () => {
  const page = openPage(AgenciesPage, { path: '/agencies', role: 'admin' }, ({ method }) => ({
    data:
      method === 'GET'
        ? [{ ...deletedAgency(), member_count: 2, created_at: '2026-01-02T03:04:05Z' }]
        : AGENCY,
    meta: { page: 1, per_page: 25, total: 1, last_page: 1 },
  }));
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for North' }));
  expect((await screen.findByText(/^Can be restored until/)).textContent).toContain('(29 days left)');
  expect(screen.queryByRole('menuitem', { name: 'Delete…' })).toBeNull();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Restore…' }));
  expect(await screen.findByText(/^Restore “North”\?/)).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('North was restored.')).toBeTruthy();
  expect(page.sent.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual(['agencies/5']);
});

test('selected agencies have the actions that change them, each for those that it applies to', async () => {
  const listed = { member_count: 2, created_at: '2026-01-02T03:04:05Z' };
  const rows = [
    { ...AGENCY, ...listed },
    { ...AGENCY, ...listed, id: 6, name: 'South', status: 'not_active', revision: 4 },
    { ...AGENCY, ...listed, id: 7, name: 'West', revision: 9 },
  ];
  const page = openPage(AgenciesPage, { path: '/agencies', role: 'admin' }, ({ method, path }) => {
    if (method === 'GET') return { data: rows, meta: { page: 1, per_page: 25, total: 3, last_page: 1 } };
    return path === 'agencies/7'
      ? { status: 409, code: 'conflict', message: 'Ben saved this. Reload it and try again.' }
      : { data: AGENCY };
  });
  fireEvent.click(await screen.findByRole('checkbox', { name: /all/i }));
  const bar = screen.getByRole('region', { name: 'Selected rows' });
  const names = within(bar)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((name) => name.endsWith('…'));
  expect(names).toEqual(['Activate…', 'Deactivate…', 'Delete…']);
  press('Deactivate…');
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Deactivate 2 agencies? Their runs are canceled.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('1 agency deactivated. Couldn’t deactivate 1 agency.')).toBeTruthy();
  expect(screen.getByText('West: Ben saved this. Reload it and try again.')).toBeTruthy();
  expect(
    page.sent
      .filter(({ method }) => method === 'PUT')
      .map(({ path, body }) => [path, JSON.parse(body as string)]),
  ).toEqual([
    ['agencies/5', { name: 'North', main_admin_id: 8, status: 'not_active', revision: 2 }],
    ['agencies/7', { name: 'West', main_admin_id: 8, status: 'not_active', revision: 9 }],
  ]);
  await waitFor(() => expect(bar.textContent).toContain('1 selected'));
});

test('selected agencies that were deleted are restored, but not those with a problem', async () => {
  const listed = { member_count: 2, created_at: '2026-01-02T03:04:05Z' };
  const problem = 'Grace Hopper is now a member of South. Choose another main admin to restore this agency.';
  const rows = [
    deletedAgency(listed),
    deletedAgency({ ...listed, id: 6, name: 'South' }),
    deletedAgency({ ...listed, id: 7, name: 'West', restore_problem: problem }),
  ];
  const page = openPage(AgenciesPage, { path: '/agencies', role: 'admin' }, ({ method }) =>
    method === 'GET'
      ? { data: rows, meta: { page: 1, per_page: 25, total: 3, last_page: 1 } }
      : { data: AGENCY, message: 'Agency was successfully updated!' },
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: /all/i }));
  expect(screen.queryByRole('button', { name: 'Delete…' })).toBeNull();
  press('Restore…');
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('2 agencies restored.')).toBeTruthy();
  const restored = page.sent.filter(({ method }) => method === 'PUT');
  expect(restored.map(({ path }) => path)).toEqual(['agencies/5', 'agencies/6']);
  expect(JSON.parse(restored[0]?.body as string)).toMatchObject({ status: 'active' });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Choose South' }));
  press('Restore…');
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('1 agency restored.'), 'one has no fewer words').toBeTruthy();
});
