/** My Agency: an invitation whose plan is too small, and a read-only agency. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pass } from '#testkit/web-clock.ts';
import { fetchUserData } from '#web/client/user-slice.ts';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { MyAgencyPage } from './my-agency-page.tsx';

const PAGE = { path: '/my-agency' };

test('objects above the plan limits of the agency are named, and one button joins without them', async () => {
  const invitation = { agency_id: 5, agency: 'North', invited_by: 'Grace Hopper', expires_at: '2026-03-09' };
  const projects = 'You would bring 6 projects. The agency already uses 1 of 2.';
  const page = openPage(MyAgencyPage, PAGE, ({ path, body }) => {
    if (path !== 'my-agency/accept-invite')
      return { data: { has_agency: false, agency: null, invitations: [invitation] } };
    return JSON.parse(body as string).bring === true
      ? { status: 402, code: 'plan_limit', message: 'Too much.', errors: { projects: [projects] } }
      : { data: { id: 5, name: 'North', status: 'active', is_main_admin: false } };
  });
  fireEvent.click(await screen.findByLabelText(/^Move my projects and domains/));
  fireEvent.click(screen.getByRole('button', { name: 'Join agency' }));
  expect(await screen.findByText(projects)).toBeTruthy();
  expect(screen.queryByText('Couldn’t accept the invitation.')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Join without moving my work' }));
  expect(await screen.findByText('Welcome to North.')).toBeTruthy();
  const sent = page.sent.filter(({ path }) => path === 'my-agency/accept-invite');
  expect(sent.map(({ body }) => JSON.parse(body as string).bring)).toEqual([true, false]);
});

test('the branding of an inactive agency is read-only, with the reason', async () => {
  const agency = { id: 5, name: 'North', status: 'not_active', is_main_admin: true };
  const branding = { type: 'branding', name: 'North', website: '', brand_color: '#FE6432' };
  const page = openPage(MyAgencyPage, { ...PAGE, at: '/my-agency?tab=branding' }, ({ path }) =>
    path.startsWith('my-agency?')
      ? { data: [branding], meta: { page: 1, per_page: 25, total: 1, last_page: 1 } }
      : { data: { has_agency: true, agency, invitations: [] } },
  );
  const save = await screen.findByRole('button', { name: 'Save branding' });
  for (const label of ['Name', 'Website', 'Brand color'])
    expect(screen.getByLabelText<HTMLInputElement>(label).disabled, label).toBe(true);
  expect((save as HTMLButtonElement).disabled).toBe(true);
  const reason = document.getElementById(save.getAttribute('aria-describedby') ?? '')?.textContent;
  expect(reason).toBe('The agency is inactive, so its branding can’t be changed.');
  await waitFor(() => expect(page.sent.every(({ method }) => method === 'GET')).toBe(true));
});

test('the main admin of an inactive agency can revoke invitations, and not send them, with the reason', async () => {
  const agency = { id: 5, name: 'North', status: 'not_active', is_main_admin: true };
  const invitation = {
    type: 'invitation',
    id: 3,
    email: 'ben@example.com',
    state: 'pending',
    invited_by: 'Ada',
    created_at: '2026-11-21T12:00:00Z',
  };
  const page = openPage(MyAgencyPage, { ...PAGE, at: '/my-agency' }, ({ path }) => {
    if (!path.startsWith('my-agency?')) return { data: { has_agency: true, agency, invitations: [] } };
    const data = path.includes('tab=invitations') ? [invitation] : [];
    return { data, meta: { page: 1, per_page: 25, total: data.length, last_page: 1 } };
  });
  const reason = 'The agency is inactive, so it can’t invite people.';
  const invite = await screen.findByRole('button', { name: 'Invite members' });
  expect([invite.getAttribute('aria-disabled'), invite.title]).toEqual(['true', reason]);
  await page.goTo('/my-agency?tab=invitations');
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for ben@example.com' }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.hasAttribute('data-disabled')])).toEqual([
    [`Send again${reason}`, true],
    ['Revoke…', false],
  ]);
  expect(screen.queryByRole('button', { name: 'Send invitations' })).toBeNull();
});

test('a member of a deleted agency sees that it was deleted', async () => {
  const agency_notice = { name: 'North', status: 'deleted' };
  const page = openPage(MyAgencyPage, PAGE, ({ path }) =>
    path === 'account/user-data'
      ? { data: { role: 'user', name: 'Ada', avatar: '/a.svg', unread_count: 0, agency_notice } }
      : { data: { has_agency: false, agency: null, invitations: [] } },
  );
  await screen.findByRole('heading', { name: 'You are not a member of an agency' });
  await act(() => page.store.dispatch(fetchUserData()));
  expect(await screen.findByRole('heading', { name: 'Your agency was deleted' })).toBeTruthy();
  expect(
    screen.getByText(/branding of North can be seen again if an administrator restores it/),
  ).toBeTruthy();
});

test.each([
  [true, ['Members', 'Invitations', 'Branding']],
  [false, ['Members', 'Branding']],
])('only the main admin sees the invitations (%s)', async (isMainAdmin, tabs) => {
  const agency = { id: 5, name: 'North', status: 'active', is_main_admin: isMainAdmin };
  const page = openPage(MyAgencyPage, { ...PAGE, at: '/my-agency?tab=invitations' }, ({ path }) =>
    path.startsWith('my-agency?')
      ? { data: [], meta: { page: 1, per_page: 25, total: 0, last_page: 1 } }
      : { data: { has_agency: true, agency, invitations: [] } },
  );
  await screen.findByRole('tab', { name: 'Members' });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs);
  await waitFor(() => expect(page.sent.some(({ path }) => path.startsWith('my-agency?'))).toBe(true));
  const asksForInvitations = page.sent.some(({ path }) => path.includes('tab=invitations'));
  expect(asksForInvitations).toBe(isMainAdmin);
});

test('a refused address is named at the field, and typed text stays', async () => {
  const agency = { id: 5, name: 'North', status: 'active', is_main_admin: true };
  const message = 'Some fields aren’t valid.';
  const errors = { 'emails.1': ['This user is already a member'] };
  openPage(MyAgencyPage, { ...PAGE, at: '/my-agency?tab=invitations' }, ({ method, path }) => {
    if (method === 'POST') return { status: 422, code: 'invalid', message, errors };
    return path.startsWith('my-agency?')
      ? { data: [], meta: { page: 1, per_page: 25, total: 0, last_page: 1 } }
      : { data: { has_agency: true, agency, invitations: [] } };
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Email');
  fireEvent.change(field, { target: { value: 'new@example.com, ben@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send invitations' }));
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  const text = 'ben@example.com: This user is already a member';
  const words = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(words.map((id) => document.getElementById(id)?.textContent)).toContain(text);
  expect(screen.getByRole('button', { name: text }), 'the entry of the summary').toBeTruthy();
  expect(field.value).toBe('new@example.com, ben@example.com');
});

test('300 members are counted, searched on the server and paged', async () => {
  const agency = { id: 5, name: 'North', status: 'active', is_main_admin: true };
  const joined_at = '2026-03-02T12:00:00.000Z';
  const ben = {
    type: 'member',
    id: 9,
    name: 'Ben Okoro',
    email: 'ben@example.com',
    is_main_admin: false,
    joined_at,
  };
  const page = openPage(MyAgencyPage, { ...PAGE, at: '/my-agency' }, ({ path }) => {
    if (!path.startsWith('my-agency?')) return { data: { has_agency: true, agency, invitations: [] } };
    const total = path.includes('search=') ? 1 : 300;
    return { data: [ben], meta: { page: 1, per_page: 25, total, last_page: Math.ceil(total / 25) } };
  });
  expect(await screen.findByText('300 members')).toBeTruthy();
  expect(screen.getByText('1–25 of 300')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Page 12' })).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search members' }), { target: { value: 'ben' } });
  await pass(300);
  expect(await screen.findByText('1 member found')).toBeTruthy();
  const requested = page.sent.filter(({ path }) => path.startsWith('my-agency?'));
  expect(requested.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('tab'))).toEqual([
    'members',
    'members',
  ]);
  expect(requested.at(-1)?.path).toContain('search=ben');
});

test.each([
  [true, ['Actions for Ben Okoro'], false],
  [false, [], true],
])(
  'only the main admin can remove members, and only other members can leave (%s)',
  async (isMainAdmin, menus, leaves) => {
    const agency = { id: 5, name: 'North', status: 'active', is_main_admin: isMainAdmin };
    const joined_at = '2026-03-02T12:00:00.000Z';
    const ben = {
      type: 'member',
      id: 9,
      name: 'Ben Okoro',
      email: 'ben@example.com',
      is_main_admin: false,
      joined_at,
    };
    openPage(MyAgencyPage, { ...PAGE, at: '/my-agency' }, ({ path }) =>
      path.startsWith('my-agency?')
        ? { data: [ben], meta: { page: 1, per_page: 25, total: 1, last_page: 1 } }
        : { data: { has_agency: true, agency, invitations: [] } },
    );
    await screen.findByText('Ben Okoro');
    const labels = screen
      .queryAllByRole('button', { name: /^Actions for/ })
      .map((each) => each.getAttribute('aria-label'));
    expect(labels).toEqual(menus);
    expect(screen.queryByRole('button', { name: 'Leave agency' }) !== null).toBe(leaves);
  },
);

test('selected invitations are revoked after a confirmation; a failed one is named with its reason', async () => {
  const agency = { id: 5, name: 'North', status: 'active', is_main_admin: true };
  const invitation = (id: number, email: string) => ({
    type: 'invitation',
    id,
    email,
    state: 'pending',
    invited_by: 'Ada',
    created_at: '2026-03-02T12:00:00.000Z',
    expires_at: '2026-03-09T12:00:00.000Z',
  });
  const rows = [invitation(1, 'ben@example.com'), invitation(2, 'cleo@example.com')];
  const page = openPage(MyAgencyPage, { ...PAGE, at: '/my-agency?tab=invitations' }, ({ method, path }) => {
    if (method === 'DELETE')
      return path.endsWith('/2')
        ? { status: 404, code: 'not_found', message: 'Already accepted.' }
        : { data: {} };
    return path.startsWith('my-agency?')
      ? { data: rows, meta: { page: 1, per_page: 25, total: 2, last_page: 1 } }
      : { data: { has_agency: true, agency, invitations: [] } };
  });
  await screen.findByText('cleo@example.com');
  fireEvent.click(screen.getByRole('checkbox', { name: /all/i }));
  fireEvent.click(screen.getByRole('button', { name: 'Revoke…' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Revoke 2 invitations? The link in the email stops working.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('1 invitation revoked. Couldn’t revoke 1 invitation.')).toBeTruthy();
  expect(screen.getByText('cleo@example.com: Already accepted.')).toBeTruthy();
  expect(page.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});

test.each([
  ['user', null, 'An administrator can create an agency for you.'],
  ['admin', '/agencies/create', 'you can create an agency and choose its main admin'],
  ['superadmin', '/agencies/create', 'you can create an agency and make yourself its main admin'],
] as const)('without an agency, the role %s sees how to get one', async (role, href, text) => {
  openPage(MyAgencyPage, { ...PAGE, role }, () => ({
    data: { has_agency: false, agency: null, invitations: [] },
  }));
  expect(await screen.findByText(new RegExp(text.replace('.', '\\.')))).toBeTruthy();
  const link = screen.queryByRole('link', { name: 'Create agency' });
  expect(link?.getAttribute('href') ?? null).toBe(href);
});

test('after a member is removed, the menu of the member in their place has the focus', async () => {
  const agency = { id: 5, name: 'North', status: 'active', is_main_admin: true };
  const joined_at = '2026-03-02T12:00:00.000Z';
  let members = ['Ann Adams', 'Ben Okoro', 'Cy Young'].map((name, index) => ({
    type: 'member',
    id: 9 + index,
    name,
    email: `${index}@example.com`,
    is_main_admin: false,
    joined_at,
  }));
  openPage(MyAgencyPage, { ...PAGE, at: '/my-agency' }, ({ method, path }) => {
    if (method === 'DELETE') members = members.filter(({ id }) => !path.endsWith(`/${id}`));
    if (method === 'DELETE') return { data: {}, message: 'Removed.' };
    return path.startsWith('my-agency?')
      ? { data: members, meta: { page: 1, per_page: 25, total: members.length, last_page: 1 } }
      : { data: { has_agency: true, agency, invitations: [] } };
  });
  const findMenu = (name: string) => screen.getByRole('button', { name: `Actions for ${name}` });
  await screen.findByText('Ben Okoro');
  findMenu('Ben Okoro').focus();
  fireEvent.click(findMenu('Ben Okoro'));
  const item = await screen.findByRole('menuitem', { name: 'Remove…' });
  item.focus();
  fireEvent.click(item);
  fireEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  await pass(500);
  await waitFor(() => expect(screen.queryByText('Ben Okoro')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(findMenu('Cy Young')));
});
