/** The audit log names what an entry is about, and what its change refers to. */
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

test('files are named, too, and one that was replaced by another of the same name is', async () => {
  const [old, next] = ['045174da-a6e8-4ed9-a38e-0bb8d2826cf1', '6da18595-3582-4fba-80ce-74f7b230dff7'];
  open({
    verb: 'update',
    before: { sheet_id: old, seed_id: null, title: 'Plumber' },
    after: { sheet_id: next, seed_id: next, title: 'Plumber' },
    names: { [`upload:${old}`]: 'towns.csv', [`upload:${next}`]: 'towns.csv' },
  });
  expect(await screen.findByText('sheet: another towns.csv, seed: – → towns.csv')).toBeTruthy();
});

test('at the width of the sheet on a laptop the entries are a table', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1035);
  open({});
  expect(await screen.findByRole('columnheader', { name: 'Change' })).toBeTruthy();
});
