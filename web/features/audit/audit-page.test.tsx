/** The audit log shows sentences whose names are links, and raw values in the details. */
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { EXAMPLES } from '#contract/examples.ts';
import { openPage } from '../projects/shared/page-fixture.tsx';
import { AuditPage } from './audit-page.tsx';

const [EXAMPLE] = (EXAMPLES['auditLog.list']?.data ?? []) as object[];
const META = { page: 1, per_page: 25, total: 1, last_page: 1 };

const open = (entry: object) =>
  openPage(AuditPage, { path: '/audit', role: 'admin' }, () => ({
    data: [{ ...EXAMPLE, ...entry }],
    meta: META,
  }));

const MOVED = {
  verb: 'move',
  actor: { id: 1, name: 'Grace Hopper' },
  object: { kind: 'user', id: 3, name: 'Ben Okoro' },
  before: { agency_id: 5 },
  after: { agency_id: 6, reason: 'Asked on the phone' },
  names: { 'agency:5': 'North', 'agency:6': 'South', 'user:3': 'Ben Okoro' },
  links: { 'agency:6': '/agencies/6', 'user:3': '/stripe/all-users?search=ben%40example.com' },
};

test('has the same title as in the sidebar', async () => {
  open({});
  expect(await screen.findByRole('heading', { level: 1, name: 'Audit log' })).toBeTruthy();
});

test('describes each entry, with links to pages that can be opened', async () => {
  open(MOVED);
  const agency = await screen.findByRole('link', { name: 'South' });
  expect(agency.getAttribute('href')).toBe('/agencies/6');
  expect(agency.parentElement?.textContent).toBe('Moved Ben Okoro to South');
  expect(screen.getByRole('link', { name: 'Ben Okoro' }).getAttribute('href')).toBe(
    '/stripe/all-users?search=ben%40example.com',
  );
  expect(screen.getByText('Grace Hopper')).toBeTruthy();
});

test('has no links to deleted or inaccessible pages', async () => {
  open({ ...MOVED, links: {} });
  expect(await screen.findByText('South')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'South' })).toBeNull();
});

test('shows raw values in the details only', async () => {
  open(MOVED);
  const raw = await screen.findByText(/"agency_id":6/);
  const details = raw.closest('details');
  expect(details?.open).toBe(false);
  expect(details?.textContent).toContain('agency: North → South');
  expect(details?.textContent).toContain('reason: – → Asked on the phone');
});

test('entries are a table at the width of a laptop', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1035);
  open({});
  expect(await screen.findByRole('columnheader', { name: 'What happened' })).toBeTruthy();
});
