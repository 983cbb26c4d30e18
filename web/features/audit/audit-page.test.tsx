/** The audit log names what an entry is about, and what its change refers to. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
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

test('an entry shows names instead of ids', async () => {
  open({
    verb: 'move',
    actor: { id: 1, name: 'Grace Hopper' },
    object: { kind: 'user', id: 3, name: 'Ben Okoro' },
    before: { agency_id: 5 },
    after: { agency_id: 6, reason: 'Asked on the phone' },
    names: { 'agency:5': 'North', 'agency:6': 'South', 'user:3': 'Ben Okoro' },
  });
  expect(await screen.findByText('User Ben Okoro')).toBeTruthy();
  expect(screen.getByText('Grace Hopper')).toBeTruthy();
  expect(screen.getByText('agency: North → South, reason: – → Asked on the phone')).toBeTruthy();
});

test('an id stays where no name was recorded, and the settings have neither', async () => {
  const page = open({
    actor: { id: 9, name: null },
    object: { kind: 'domain', id: 7, name: null },
    before: null,
    after: { domain_id: 7 },
    names: {},
  });
  expect(await screen.findByText('Domain 7')).toBeTruthy();
  expect(screen.getByText('Deleted account 9')).toBeTruthy();
  expect(screen.getByText('domain: 7')).toBeTruthy();
  page.unmount();
  open({ object: { kind: 'settings', id: 1, name: null } });
  expect(await screen.findByText('Settings')).toBeTruthy();
});
