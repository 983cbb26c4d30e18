/** The own agency: an invitation whose plan is too small, and an agency that takes no changes. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { MyAgencyPage } from './my-agency-page.tsx';

const PAGE = { path: '/my-agency' };

test('what does not fit into the plan of the agency is named, and joining without it is one button away', async () => {
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
  expect(screen.queryByText('The invitation could not be accepted.')).toBeNull();
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
  expect(reason).toBe("The agency is not active, so its branding can't be changed.");
  await waitFor(() => expect(page.sent.every(({ method }) => method === 'GET')).toBe(true));
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

test('an address that is refused is named at the field, and no toast covers it', async () => {
  const agency = { id: 5, name: 'North', status: 'active', is_main_admin: true };
  openPage(MyAgencyPage, { ...PAGE, at: '/my-agency?tab=invitations' }, ({ path }) => {
    if (path === 'my-agency/invite')
      return {
        status: 422,
        code: 'invalid',
        message: 'Check the fields.',
        errors: { 'emails.1': ['This user is a member already.'] },
      };
    return path.startsWith('my-agency?')
      ? { data: [], meta: { page: 1, per_page: 25, total: 0, last_page: 1 } }
      : { data: { has_agency: true, agency, invitations: [] } };
  });
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Email');
  fireEvent.change(field, { target: { value: 'a@example.com, b@example.com' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send invitations' }));
  const text = 'b@example.com: This user is a member already.';
  await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.queryByText('No pending invitations.')).toBeNull();
  expect(field.value).toBe('a@example.com, b@example.com');
});
