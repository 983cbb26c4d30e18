/** Reasons why an administrator can't perform an action on a user. */
import { expect, test } from 'vitest';
import { listRefusals, type User } from './user.rules.ts';

const user = (of: Partial<User>): User => ({
  id: 9,
  first_name: 'Ben',
  last_name: 'Okoro',
  name: 'Ben Okoro',
  email: 'ben@example.com',
  avatar: '/avatar.svg',
  role: 'user',
  is_disabled: false,
  has_two_factor: false,
  is_email_verified: true,
  agency: null,
  payment: {
    plan: null,
    status: null,
    cancel_at_period_end: false,
    is_exempt: false,
    has_offer: false,
    offer: null,
    plan_limits: { max_domains: 1, max_projects: 2, max_pages_month: 500, max_members: 3 },
  },
  session_count: 1,
  last_seen_at: null,
  created_at: '2026-03-02T09:14:05.120Z',
  ...of,
});

test('only a superadmin can move administrators or themselves, and others see why', () => {
  const moving = (actor: { id: number; role: User['role'] }, of: Partial<User>) =>
    listRefusals(actor, user(of)).agency;
  const admin = { id: 1, role: 'admin' } as const;
  expect(moving(admin, {})).toBeUndefined();
  expect(moving(admin, { id: 1, role: 'admin' })).toBe("You can't move yourself. Ask a superadmin");
  expect(moving(admin, { role: 'admin' })).toBe('Only a superadmin can move administrators');
  expect(moving({ id: 1, role: 'superadmin' }, { id: 1, role: 'superadmin' })).toBeUndefined();
  const agency = { id: 5, name: 'Bright Pages', status: 'active', is_main_admin: true } as const;
  expect(moving(admin, { agency })).toBe('Choose another main admin for the agency first');
});

test('only a superadmin can turn off two-factor sign-in, for another user who has it', () => {
  const refusal = (actor: { id: number; role: User['role'] }, of: Partial<User>) =>
    listRefusals(actor, user(of)).twoFactor;
  const superadmin = { id: 1, role: 'superadmin' } as const;
  expect(refusal(superadmin, { has_two_factor: true })).toBeUndefined();
  expect(refusal(superadmin, {})).toBe('Two-factor sign-in is off');
  expect(refusal(superadmin, { id: 1, has_two_factor: true })).toBe('This is your own account');
  expect(refusal({ id: 1, role: 'admin' }, { has_two_factor: true })).toMatch(/^Only a superadmin/);
});

test('an action is enabled if and only if it has no reason', () => {
  const offered = (actor: { id: number; role: User['role'] }, of: Partial<User>) =>
    Object.entries(listRefusals(actor, user(of))).flatMap(([name, reason]) => (reason ? [] : [name]));
  expect(offered({ id: 1, role: 'admin' }, {})).toEqual(['agency', 'disable', 'endSessions']);
  expect(offered({ id: 1, role: 'admin' }, { role: 'admin' })).toEqual([]);
  const superadmin = { id: 1, role: 'superadmin' } as const;
  expect(offered(superadmin, { role: 'admin', session_count: 0, is_disabled: true })).toEqual([
    'role',
    'agency',
    'disable',
  ]);
});
