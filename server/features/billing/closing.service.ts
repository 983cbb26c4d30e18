/**
 * Ends the plans of deleted accounts and agencies, and on request those of disabled accounts. A job calls Stripe, so that
 * plans also end after a long outage.
 */
import type { Db, Trx } from '#server/db/open.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import type { Context } from '../../context.ts';
import { isLive } from './plan-policy.rules.ts';
import type { PlanNotices } from './plan-notices.service.ts';
import { BILLING_JOB, type BillingJob, expireCheckouts } from './reading.service.ts';
import type { StripeAccess } from './stripe-access.service.ts';
import { findOwnership, listCustomers, listPaidBy } from './subscriptions.store.ts';

export function createClosing(
  { db, queue, newId }: Pick<Context, 'db' | 'queue' | 'newId'>,
  { access, notices }: { access: StripeAccess; notices: PlanNotices },
) {
  const send = async (trx: Trx, kind: 'close' | 'end', of: Parameters<typeof listCustomers>[1]) => {
    for (const { stripe_customer: customer } of await listCustomers(trx, of)) {
      if (customer === null) continue;
      const job: BillingJob = { kind, customer };
      await queue.send(trx, BILLING_JOB, job, { singletonKey: `${kind}:${customer}` });
    }
  };
  return {
    /** Ends all plans of a workspace. Call in the transaction that deletes it. */
    closeWorkspace: (trx: Trx, workspaceId: number) => send(trx, 'close', { workspaceId }),
    /** Ends all plans that a user pays for. Call in the transaction that deletes the user, before their workspaces are deleted. */
    closeFor: (trx: Trx, userId: number) => send(trx, 'close', { payerId: userId }),
    /** Ends a user's plans with their period. Call in the transaction that disables the user. */
    async endFor(trx: Trx, userId: number): Promise<void> {
      await send(trx, 'end', { payerId: userId });
      const ending = (await listPaidBy(trx, userId)).filter((row) => isLive(row) && !row.is_ending);
      for (const row of ending) await notices.send(trx, 'canceled', { row, userId });
    },
    /** Handles the job. */
    async close(customer: string): Promise<void> {
      if (access.stripe === undefined) return;
      await close(db, await access.open(), { customer, newId });
    },
    /** Handles the job. */
    async end(customer: string): Promise<void> {
      if (access.stripe === undefined) return;
      await endWithPeriod(await access.open(), customer, newId);
    },
  };
}

interface Closing {
  customer: string;
  newId: () => string;
}

/** Expires open checkout pages first, so that nothing is paid on them later. */
async function close(db: Db, stripe: StripeGateway, { customer, newId }: Closing): Promise<void> {
  const find = () => findOwnership(db, customer);
  // An agency may have been restored in the meantime, even since the job started.
  const isOver = async () => {
    const owner = await find();
    return owner === undefined || owner.status === 'deleted';
  };
  for (const { id, state } of await stripe.listCheckouts(customer))
    if (state === 'open' && (await isOver())) await stripe.expireCheckout(id);
  for (const { id, status } of (await stripe.findSubscriptions(customer)) ?? [])
    if (status !== 'canceled' && status !== 'incomplete_expired' && (await isOver()))
      await stripe.endSubscription(id, `closed:${id}`);
  const owner = await find();
  if (owner !== undefined && owner.payer_id !== null) return;
  // An agency keeps the period that its former main admin has paid for; the deleted account isn't charged again.
  if (owner !== undefined && owner.status !== 'deleted') await endWithPeriod(stripe, customer, newId);
  await stripe.detachCards(customer);
}

async function endWithPeriod(stripe: StripeGateway, customer: string, newId: () => string): Promise<void> {
  await expireCheckouts(stripe, customer);
  for (const { id, status, isEnding } of (await stripe.findSubscriptions(customer)) ?? [])
    if (!isEnding && status !== 'canceled' && status !== 'incomplete_expired')
      await stripe.setEnding(id, true, newId());
}
