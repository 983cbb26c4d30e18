/** Each kind of entry becomes a sentence. */
import { expect, test } from 'vitest';
import { AUDIT_PHRASES, findAuditPhrase } from '#contract/audit-sentences.ts';
import { describeChange, type Entry, getActorName, writeText } from './audit-sentence.ts';

const GRACE = { id: 1, name: 'Grace Hopper' };
const NAMES = {
  'agency:5': 'North Star',
  'agency:6': 'Local First',
  'user:3': 'Ben Okoro',
  'user:4': 'Ada King',
};
const BEN = { id: 3, name: 'Ben Okoro' };
const NORTH = { id: 5, name: 'North Star' };

type Part = Partial<Record<keyof Entry, object | null>>;

/** @param mark kind and verb */
function makeEntry(mark: string, { object = {}, ...entry }: Part = {}): Entry {
  const [kind = '', verb = ''] = mark.split('.');
  const plain = { id: 1, at: '2026-11-28T10:00:00Z', impersonator: null, before: null, after: null };
  const example = { ...plain, actor: GRACE, verb, names: {}, links: {}, ...entry };
  return { ...example, object: { kind, id: 7, name: 'acme.com', ...object } } as Entry;
}

const CASES: readonly (readonly [mark: string, entry: Part, sentence: string])[] = [
  ['agency.create', { object: NORTH }, 'Created the agency North Star'],
  [
    'agency.update',
    {
      object: NORTH,
      before: { main_admin_id: 3 },
      after: { main_admin_id: 4, reason: 'Asked' },
      names: NAMES,
    },
    'Changed the main admin of North Star from Ben Okoro to Ada King',
  ],
  [
    'agency.update',
    { object: NORTH, before: { status: 'active' }, after: { status: 'not_active' } },
    'Set the agency North Star to inactive',
  ],
  [
    'agency.update',
    { object: NORTH, before: { status: 'not_active' }, after: { status: 'active' } },
    'Set the agency North Star to active',
  ],
  [
    'agency.update',
    { object: NORTH, before: { status: 'active' }, after: { status: 'deleted' } },
    'Deleted the agency North Star',
  ],
  [
    'agency.update',
    { object: NORTH, before: { name: 'North' }, after: { name: 'North Star' } },
    'Renamed the agency North to North Star',
  ],
  [
    'agency.update',
    { object: NORTH, before: { website: '', brand_color: 'a' }, after: { website: 'x', brand_color: 'b' } },
    'Changed the website and brand color of the agency North Star',
  ],
  ['agency.update', { object: NORTH, before: {}, after: {} }, 'Saved the agency North Star without changes'],
  ['agency.restore', { object: NORTH, after: { status: 'active' } }, 'Restored the agency North Star'],
  ['agency.delete', { object: NORTH }, 'Deleted the agency North Star'],
  ['agency.join', { object: NORTH, after: { bring: false } }, 'Joined North Star'],
  [
    'agency.join',
    { object: NORTH, after: { bring: true } },
    'Joined North Star and moved their projects and domains there',
  ],
  ['agency.leave', { object: NORTH, before: { user_id: 1 } }, 'Left North Star'],
  [
    'agency.leave',
    { object: NORTH, before: { user_id: 3 }, names: NAMES },
    'Removed Ben Okoro from North Star',
  ],
  [
    'agency.export',
    { object: NORTH, after: { report: 'redirects', format: 'redirects' } },
    'Exported the redirects of North Star',
  ],
  ['domain.export', { after: { report: 'redirects' } }, 'Exported the redirects of acme.com'],
  ['agency.export', { object: NORTH }, 'Exported a search report of North Star'],
  ['domain.create', {}, 'Added the domain acme.com'],
  [
    'domain.update',
    { before: { status: '1' }, after: { status: '0' } },
    'Set the domain acme.com to inactive',
  ],
  ['domain.update', { before: { status: '0' }, after: { status: '1' } }, 'Set the domain acme.com to active'],
  [
    'domain.update',
    { before: { name: 'a', status: '1' }, after: { name: 'b', status: '0' } },
    'Changed the name and status of the domain acme.com',
  ],
  [
    'domain.update',
    { before: { search_property: null }, after: { search_property: 'sc-domain:acme.com' } },
    'Connected acme.com to Search Console: sc-domain:acme.com',
  ],
  [
    'domain.update',
    { before: { search_property: 'sc-domain:acme.com' }, after: { search_property: null } },
    'Disconnected Search Console from acme.com',
  ],
  ['domain.update', { before: {}, after: {} }, 'Saved the domain acme.com without changes'],
  ['domain.delete', {}, 'Deleted the domain acme.com'],
  ['domain.export', {}, 'Exported a search report of acme.com'],
  ['integration.create', { object: { name: 'a@b.example' } }, 'Connected Google: a@b.example'],
  ['integration.create', { object: { name: null } }, 'Connected Google'],
  ['integration.delete', { object: { name: 'a@b.example' } }, 'Disconnected Google: a@b.example'],
  ['integration.delete', { object: { name: null } }, 'Disconnected Google'],
  [
    'invitation.invite',
    { object: { name: 'a@b.example' }, after: { agency_id: 5 }, names: NAMES },
    'Invited a@b.example to North Star',
  ],
  [
    'invitation.resend',
    { object: { name: 'a@b.example' }, after: { agency_id: 5 }, names: NAMES },
    'Resent the invitation for a@b.example to North Star',
  ],
  ['invitation.delete', { object: { name: 'a@b.example' } }, 'Revoked the invitation for a@b.example'],
  [
    'product.update',
    { before: { name: 'Pro' }, after: { name: 'Pro plus' } },
    'Renamed the product Pro to Pro plus',
  ],
  ['product.update', { before: {}, after: {} }, 'Saved the product acme.com without changes'],
  ['project.create', { object: { name: 'Plumber' } }, 'Created the project Plumber'],
  [
    'project.update',
    { object: { name: 'Plumber' }, before: { title: 'Plumb' }, after: { title: 'Plumber' } },
    'Renamed the project Plumb to Plumber',
  ],
  [
    'project.update',
    {
      object: { name: 'Plumber' },
      before: { notes: 'a', sheet_id: null, keep: '', google_spread_sheet: '', site_base_url: '' },
      after: { notes: 'b', sheet_id: 'x', keep: 'y', google_spread_sheet: 'z', site_base_url: 'u' },
    },
    'Changed the notes, sheet, keep, and 2 more of the project Plumber',
  ],
  [
    'project.update',
    { object: { name: 'P' }, after: { images: 'removed' } },
    'Removed images from the project P',
  ],
  [
    'project.update',
    { object: { name: 'P' }, after: { images: 'reordered' } },
    'Reordered the images of the project P',
  ],
  ['project.update', { object: { name: 'P' }, before: {}, after: {} }, 'Saved the project P without changes'],
  ['project.delete', { object: { name: 'P' } }, 'Deleted the project P'],
  [
    'project.update',
    { object: { name: 'P' }, before: { quality_gate: '' }, after: { quality_gate: '60:noindex' } },
    'Set the quality gate of the project P to 60:noindex',
  ],
  [
    'project.update',
    { object: { name: 'P' }, before: { quality_gate: '60:noindex' }, after: { quality_gate: '' } },
    'Removed the quality gate of the project P',
  ],
  [
    'project.update',
    {
      object: { name: 'P' },
      before: { decision: null },
      after: { decision: 'merge', page: 'https://a.example/waco/', merged_with: 'https://a.example/austin/' },
    },
    'Merged https://a.example/waco/ of the project P with https://a.example/austin/',
  ],
  [
    'project.update',
    {
      object: { name: 'P' },
      before: { decision: null },
      after: { decision: 'drop', page: 'https://a.example/waco/' },
    },
    'Dropped https://a.example/waco/ of the project P',
  ],
  [
    'project.update',
    {
      object: { name: 'P' },
      before: { decision: 'drop' },
      after: { decision: null, page: 'https://a.example/waco/' },
    },
    'Undid the decision on https://a.example/waco/ of the project P',
  ],
  [
    'project.export',
    { object: { name: 'P' }, after: { report: 'redirects', format: 'dropped' } },
    'Exported the redirects of the project P',
  ],
  ['project.export', { object: { name: 'P' } }, 'Exported a search report of the project P'],
  ['run.cancel', { object: { name: 'P' } }, 'Canceled run #7 of P'],
  ['run.restore', { object: { name: 'P' } }, 'Restored run #7 of P'],
  ['run.pin', { object: { name: 'P' } }, 'Pinned run #7 of P'],
  ['run.unpin', { object: { name: 'P' } }, 'Unpinned run #7 of P'],
  ['run.download', { object: { name: 'P' } }, 'Downloaded all files of run #7 of P'],
  ['scan.create', { object: { name: 'P' } }, 'Started a scan of P'],
  ['scan.cancel', { object: { name: 'P' } }, 'Canceled the scan of P'],
  ['scan.export', { object: { name: 'P' } }, 'Exported the scan of P'],
  ['session.login_as', { actor: BEN, impersonator: GRACE }, 'Signed in as Ben Okoro'],
  ['session.login_back', { actor: BEN, impersonator: GRACE }, 'Signed out of the account of Ben Okoro'],
  [
    'session.call',
    { actor: BEN, impersonator: GRACE, after: { endpoint: 'domains.update' } },
    'Made a change as Ben Okoro',
  ],
  [
    'settings.update',
    { before: { maintenance: false }, after: { maintenance: true } },
    'Maintenance turned on',
  ],
  [
    'settings.update',
    { before: { maintenance: true }, after: { maintenance: false } },
    'Maintenance turned off',
  ],
  ['settings.update', { before: {}, after: {} }, 'Saved the settings without changes'],
  ['subscription.create', { object: { name: 'Pro (North Star)' } }, 'Bought a plan: Pro (North Star)'],
  ['subscription.cancel', { object: { name: 'Pro' } }, 'Canceled a plan: Pro'],
  ['subscription.resume', { object: { name: 'Pro' } }, 'Resumed a plan: Pro'],
  ['subscription.change_plan', { after: { plan: 'Agency' } }, 'Changed the plan to Agency'],
  [
    'subscription.move',
    { object: { name: 'Pro' }, after: { workspace_id: 5 }, names: NAMES },
    'Moved a plan to North Star: Pro',
  ],
  ['subscription.update', { object: { name: 'Pro' }, after: { status: 'canceled' } }, 'Plan ended: Pro'],
  ['subscription.update', { object: { name: 'Pro' }, after: { status: 'past_due' } }, 'Payment failed: Pro'],
  [
    'subscription.update',
    { before: { plan: 'Pro' }, after: { plan: 'Agency' } },
    'Plan changed from Pro to Agency',
  ],
  [
    'subscription.update',
    { object: { name: 'Pro' }, after: { is_ending: true } },
    'Plan ends after the current period: Pro',
  ],
  ['subscription.update', { object: { name: 'Pro' }, after: { is_ending: false } }, 'Plan renews again: Pro'],
  ['subscription.update', { object: { name: 'Pro' }, after: { status: 'active' } }, 'Plan active: Pro'],
  [
    'subscription.update',
    { object: { name: 'Pro' }, after: { amount: 4900 } },
    'Changed the amount of a plan: Pro',
  ],
  ['tutorial.create', { object: { name: 'Export' } }, 'Created the tutorial Export'],
  [
    'tutorial.update',
    { object: { name: 'Export' }, before: { level: 'easy' }, after: { level: 'hard' } },
    'Changed the level of the tutorial Export',
  ],
  ['tutorial.update', { before: {}, after: {} }, 'Saved the tutorial acme.com without changes'],
  ['tutorial.delete', { object: { name: 'Export' } }, 'Deleted the tutorial Export'],
  ['user.create', { actor: BEN, object: BEN }, 'Created their account'],
  ['user.create', { object: BEN }, 'Created the account of Ben Okoro'],
  [
    'user.update',
    { object: BEN, before: { role: 'user' }, after: { role: 'admin' } },
    'Changed the role of Ben Okoro from user to admin',
  ],
  ['user.update', { object: BEN, after: { is_disabled: true } }, 'Disabled the account of Ben Okoro'],
  ['user.update', { object: BEN, after: { is_disabled: false } }, 'Enabled the account of Ben Okoro'],
  ['user.update', { actor: BEN, object: BEN, after: { password: 'changed' } }, 'Changed their password'],
  ['user.update', { actor: BEN, object: BEN, after: { password: 'reset' } }, 'Reset their password by email'],
  [
    'user.update',
    { actor: null, object: BEN, after: { password: 'link' } },
    'Created a password reset link for Ben Okoro',
  ],
  ['user.update', { actor: BEN, object: BEN, after: { two_factor: 'on' } }, 'Turned on two-factor sign-in'],
  [
    'user.update',
    { actor: BEN, object: BEN, after: { two_factor: 'moved' } },
    'Moved two-factor sign-in to another app',
  ],
  ['user.update', { actor: BEN, object: BEN, after: { two_factor: 'off' } }, 'Turned off two-factor sign-in'],
  [
    'user.update',
    { actor: null, object: BEN, after: { two_factor: 'off' } },
    'Turned off two-factor sign-in for Ben Okoro',
  ],
  [
    'user.update',
    { actor: BEN, object: BEN, after: { recovery_codes: 'new' } },
    'Created new recovery codes',
  ],
  [
    'user.update',
    { actor: BEN, object: BEN, after: { recovery_codes: 'used' } },
    'Signed in with a recovery code',
  ],
  [
    'user.update',
    { actor: BEN, object: BEN, after: { google_sign_in: 'connected' } },
    'Connected Google sign-in',
  ],
  [
    'user.update',
    { actor: BEN, object: BEN, after: { google_sign_in: 'disconnected' } },
    'Disconnected Google sign-in',
  ],
  ['user.update', { actor: BEN, object: BEN, after: { picture: 'changed' } }, 'Changed their picture'],
  ['user.update', { actor: BEN, object: BEN, after: { picture: 'deleted' } }, 'Deleted their picture'],
  [
    'user.update',
    { actor: BEN, object: BEN, after: { is_email_verified: true } },
    'Confirmed their email address',
  ],
  [
    'user.update',
    { actor: BEN, object: BEN, after: { pending_email: 'b@c.example' } },
    'Asked to change their email address to b@c.example',
  ],
  [
    'user.update',
    { actor: BEN, object: BEN, after: { pending_email: null } },
    'Canceled the change of their email address',
  ],
  [
    'user.update',
    { actor: BEN, object: BEN, before: { email: 'a@c.example' }, after: { email: 'b@c.example' } },
    'Changed their email address from a@c.example to b@c.example',
  ],
  ['user.update', { object: BEN, after: { is_exempt: true } }, 'Exempted Ben Okoro from payment'],
  [
    'user.update',
    { object: BEN, after: { is_exempt: false } },
    'Ended the exemption of Ben Okoro from payment',
  ],
  ['user.update', { object: BEN, after: { has_offer: true } }, 'Gave Ben Okoro an individual offer'],
  ['user.update', { object: BEN, after: { has_offer: false } }, 'Ended the individual offer of Ben Okoro'],
  [
    'user.update',
    { object: BEN, before: { offer: {} }, after: { offer: { max_domains: 3 } } },
    'Changed the limits of the offer of Ben Okoro',
  ],
  [
    'user.update',
    { actor: BEN, object: BEN, before: { first_name: 'B' }, after: { first_name: 'Ben' } },
    'Changed their first name',
  ],
  [
    'user.update',
    { actor: BEN, object: BEN, before: {}, after: {} },
    'Saved their personal info without changes',
  ],
  ['user.update', { object: BEN, before: {}, after: {} }, 'Saved the account of Ben Okoro without changes'],
  ['user.delete', { actor: BEN, object: BEN }, 'Deleted their account'],
  ['user.delete', { object: BEN }, 'Deleted the account of Ben Okoro'],
  [
    'user.move',
    { object: BEN, before: { agency_id: 5 }, after: { agency_id: 6, reason: 'Asked' }, names: NAMES },
    'Moved Ben Okoro to Local First',
  ],
  [
    'user.move',
    { object: BEN, before: { agency_id: 5 }, after: { agency_id: null }, names: NAMES },
    'Removed Ben Okoro from North Star',
  ],
  ['user.export', { actor: BEN, object: BEN }, 'Downloaded their data'],
  ['user.end_sessions', { object: BEN }, 'Ended all sessions of Ben Okoro'],
  ['user.end_sessions', { actor: BEN, object: BEN, after: { sessions: 2 } }, 'Ended 2 of their sessions'],
  ['domain.unheard_of', {}, 'Unheard of domain acme.com'],
];

test.each(CASES)('%s reads as a sentence: %#', (mark, entry, sentence) => {
  expect(writeText(makeEntry(mark, entry))).toBe(sentence);
});

test('these cases include every sentence of the audit log', () => {
  const shown = new Set(
    CASES.map(([mark, part]) => {
      const { object, verb, actor, before, after } = makeEntry(mark, part);
      const ids = { objectId: object.id, objectName: object.name, actorId: actor?.id ?? null };
      return `${mark}: ${findAuditPhrase({ kind: object.kind, verb, ...ids, before, after })}`;
    }),
  );
  const all = Object.entries(AUDIT_PHRASES).flatMap(([mark, phrases]) =>
    phrases.map(({ text }) => `${mark}: ${text}`),
  );
  expect(all.filter((text) => !shown.has(text))).toEqual([]);
});

test('a deleted user has a number; Stripe, Google and the operator have names', () => {
  const deleted = { id: 9, name: null };
  expect(getActorName(makeEntry('domain.create', { actor: deleted }))).toBe('Deleted user #9');
  expect(getActorName(makeEntry('domain.create', { actor: BEN, impersonator: GRACE }))).toBe(
    'Grace Hopper as Ben Okoro',
  );
  expect(getActorName(makeEntry('subscription.update', { actor: null }))).toBe('Stripe');
  expect(getActorName(makeEntry('integration.update', { actor: null }))).toBe('Google');
  expect(getActorName(makeEntry('user.create', { actor: null }))).toBe('The server operator');
  expect(getActorName(makeEntry('domain.create', { actor: null }))).toBe('Geoloom');
  expect(writeText(makeEntry('user.update', { object: deleted, after: { is_disabled: true } }))).toBe(
    'Disabled the account of Deleted user #9',
  );
  expect(writeText(makeEntry('project.create', { object: deleted }))).toBe('Created the project #9');
});

test('details have words instead of codes, and names instead of ids', () => {
  const change = {
    before: { status: '1', is_disabled: false, main_admin_id: 3, amount: 2900, sheet_id: 'a', level: null },
    after: { status: '0', is_disabled: true, main_admin_id: 4, amount: 4900, sheet_id: 'b', level: 'easy' },
  };
  const names = { ...NAMES, 'upload:a': 'towns.csv', 'upload:b': 'towns.csv' };
  expect(describeChange(makeEntry('domain.update', { ...change, names }))).toEqual([
    'status: Active → Inactive',
    'disabled: No → Yes',
    'main admin: Ben Okoro → Ada King',
    'amount: 29.00 → 49.00',
    'sheet: another towns.csv',
    'level: – → easy',
  ]);
  const made = { after: { status: 'not_active', name: 'North', website: '' } };
  expect(describeChange(makeEntry('agency.create', made))).toEqual(['status: Not Active', 'name: North']);
});
