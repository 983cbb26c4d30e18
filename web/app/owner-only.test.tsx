/** While a superadmin is signed in as another user, owner-only actions are disabled with the reason. */
import { fireEvent, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { EXAMPLES } from '#contract/examples.ts';
import { beginImpersonation, storeUserData } from '#web/client/session.ts';
import type { BillingState } from '#web/features/billing/billing-state.ts';
import { PaymentPage } from '#web/features/billing/payment-page.tsx';
import { IntegrationsPage } from '#web/features/integrations/integrations-page.tsx';
import { MyAgencyPage } from '#web/features/my-agency/my-agency-page.tsx';
import { type FakeReply, openPage } from '#web/features/projects/shared/page-fixture.tsx';

const REASON = 'Off while you are signed in as Ada Lovelace: only they can do this.';

const STATE = EXAMPLES['billing.show']?.data as BillingState;
const LISTED = { meta: { page: 1, per_page: 25, total: 1, last_page: 1 } };
const toAgency = (isMainAdmin: boolean) => ({
  has_agency: true,
  agency: { id: 5, name: 'North', status: 'active', is_main_admin: isMainAdmin },
  invitations: [],
});
const MEMBER = {
  type: 'member',
  id: 9,
  name: 'Ben Okoro',
  email: 'ben@example.com',
  is_main_admin: false,
  joined_at: '2026-03-02T12:00:00.000Z',
};
const INVITED = {
  type: 'invitation',
  id: 1,
  email: 'ben@example.com',
  state: 'pending',
  invited_by: 'Ada',
  created_at: '2026-03-02T12:00:00.000Z',
  expires_at: '2026-03-09T12:00:00.000Z',
};

beforeEach(() => {
  storeUserData({ id: 3, access_token: 't-3', role: 'superadmin', name: 'Grace', avatar: '/avatar.svg' });
  beginImpersonation({
    id: 1,
    access_token: 't-1',
    role: 'user',
    name: 'Ada Lovelace',
    avatar: '/avatar.svg',
  });
});

const open = (Page: ComponentType, at: string, reply: (path: string) => FakeReply) =>
  openPage(Page, { path: at.split('?')[0] ?? at, at }, ({ path }) => reply(path));

/** Group around a disabled button; its description has the reason. */
async function expectOff(name: string | RegExp): Promise<void> {
  const [button] = await screen.findAllByRole('button', { name });
  const group = button?.closest('fieldset');
  expect(group?.hasAttribute('disabled'), String(name)).toBe(true);
  expect(document.getElementById(group?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(REASON);
}

async function expectItemsOff(names: readonly RegExp[]): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: /^Actions for/ }));
  for (const name of names) {
    const item = await screen.findByRole<HTMLButtonElement>('menuitem', { name });
    expect(item.disabled, String(name)).toBe(true);
    expect(item.textContent).toContain(REASON);
  }
}

test('plans can’t be bought, changed, moved or canceled', async () => {
  open(PaymentPage, '/payment', (path) => ({
    data: path === 'account/stripe-product-list' ? EXAMPLES['billing.plans']?.data : STATE,
  }));
  await expectOff('Open billing portal');
  await expectOff('Cancel plan');
  await expectOff(/^(Subscribe|Change) to /);
});

test('Google can’t be connected or disconnected', async () => {
  const account = EXAMPLES['integrations.list']?.data as object[];
  open(IntegrationsPage, '/integrations', (path) => {
    if (path === 'integrations/providers')
      return { data: [{ provider: 'google', is_open: true, is_simulated: true }] };
    return path.startsWith('reporting/domains') ? { data: [], ...LISTED } : { data: account };
  });
  await expectOff('Connect another account');
  await expectOff('Disconnect');
  const check = screen.getByRole('button', { name: 'Check' });
  expect(check.closest('fieldset'), 'reading is allowed').toBeNull();
});

test('members can’t be invited or removed, and can’t leave the agency', async () => {
  const invitations = open(MyAgencyPage, '/my-agency?tab=invitations', (path) =>
    path.startsWith('my-agency?') ? { data: [INVITED], ...LISTED } : { data: toAgency(true) },
  );
  await expectOff('Send invitations');
  await expectItemsOff([/^Send again/, /^Revoke/]);
  expect(screen.queryByRole('checkbox')).toBeNull();
  invitations.unmount();
  const members = open(MyAgencyPage, '/my-agency', (path) =>
    path.startsWith('my-agency?') ? { data: [MEMBER], ...LISTED } : { data: toAgency(true) },
  );
  await expectItemsOff([/^Remove/]);
  members.unmount();
  open(MyAgencyPage, '/my-agency', (path) =>
    path.startsWith('my-agency?') ? { data: [MEMBER], ...LISTED } : { data: toAgency(false) },
  );
  await expectOff('Leave agency');
});
