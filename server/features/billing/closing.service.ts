/**
 * Ends what is paid for by accounts and agencies that are deleted, and on request by accounts that are disabled. Stripe
 * is asked by a job, so that it is done however long Stripe is away.
 */
import type { Db, Trx } from '#server/db/open.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { isLive } from './plan-policy.rules.ts';
import type { PlanNotices } from './plan-notices.service.ts';
import { BILLING_JOB, type BillingJob, expireCheckouts } from './reading.service.ts';
import type { StripeAccess } from './stripe-access.service.ts';
import { findOwnership, listCustomers, listPaidBy } from './subscriptions.store.ts';

interface Needs {
  db: Db;
  access: StripeAccess;
  queue: Pick<Queue, 'send'>;
  notices: PlanNotices;
  newId: () => string;
}

export function createClosing(needs: Needs) {
  const { db, access, queue, notices, newId } = needs;
  const send = async (trx: Trx, kind: 'close' | 'end', of: Parameters<typeof listCustomers>[1]) => {
    for (const { stripe_customer: customer } of await listCustomers(trx, of)) {
      if (customer === null) continue;
      const job: BillingJob = { kind, customer };
      await queue.send(trx, BILLING_JOB, job, { singletonKey: `${kind}:${customer}` });
    }
  };
  return {
    /** In the transaction that deletes a workspace: all of its plans end. */
    closeWorkspace: (trx: Trx, workspaceId: number) => send(trx, 'close', { workspaceId }),
    /** In the transaction that deletes a user, before their workspaces go: what they pay for ends. */
    closeFor: (trx: Trx, userId: number) => send(trx, 'close', { payerId: userId }),
    /** In the transaction that disables a user, if their plans are to end with it. */
    async endFor(trx: Trx, userId: number): Promise<void> {
      await send(trx, 'end', { payerId: userId });
      const ending = (await listPaidBy(trx, userId)).filter((row) => isLive(row) && !row.is_ending);
      for (const row of ending) await notices.send(trx, 'canceled', { row, userId });
    },
    /** The job. */
    async close(customer: string): Promise<void> {
      if (access.stripe === undefined) return;
      await close(db, await access.open(), { customer, newId });
    },
    /** The job. */
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

/** A card page that is still open is closed first, so that nothing is paid on it later. */
async function close(db: Db, stripe: StripeGateway, { customer, newId }: Closing): Promise<void> {
  const find = () => findOwnership(db, customer);
  // An agency may have been restored meanwhile, also since the job began.
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
  // An agency keeps what its former main admin has paid for; the account is deleted, so nothing is charged for it again.
  if (owner !== undefined && owner.status !== 'deleted') await endWithPeriod(stripe, customer, newId);
  await stripe.detachCards(customer);
}

async function endWithPeriod(stripe: StripeGateway, customer: string, newId: () => string): Promise<void> {
  await expireCheckouts(stripe, customer);
  for (const { id, status, isEnding } of (await stripe.findSubscriptions(customer)) ?? [])
    if (!isEnding && status !== 'canceled' && status !== 'incomplete_expired')
      await stripe.setEnding(id, true, newId());
}
