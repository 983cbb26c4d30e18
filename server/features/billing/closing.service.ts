/** Nobody is charged for what was deleted: the subscription of an account or an agency ends at Stripe by a job. */
import type { Db, Trx } from '#server/db/open.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { BILLING_JOB, type BillingWish } from './reading.service.ts';
import { findCustomer, isCustomerInUse } from './subscriptions.store.ts';
import { listPaid } from './usage.store.ts';

interface Needs {
  db: Db;
  stripe: StripeGateway | undefined;
  queue: Pick<Queue, 'send'>;
}

export function createClosing({ db, stripe, queue }: Needs) {
  /** In the transaction that deletes a workspace. */
  const closeWorkspace = async (trx: Trx, workspaceId: number): Promise<void> => {
    const customer = await findCustomer(trx, workspaceId);
    if (customer === undefined) return;
    const wish: BillingWish = { kind: 'close', customer };
    await queue.send(trx, BILLING_JOB, wish, { singletonKey: `close:${customer}` });
  };
  return {
    closeWorkspace,
    /** In the transaction that deletes the person, before their workspaces go. */
    async closeFor(trx: Trx, userId: number): Promise<void> {
      for (const workspaceId of await listPaid(trx, userId)) await closeWorkspace(trx, workspaceId);
    },
    /** The job. A page that is still open is closed first, so that nobody pays behind our back. */
    async close(customer: string): Promise<void> {
      if (stripe === undefined) return;
      // An agency may have been restored meanwhile, also since the job began.
      const isRestored = () => isCustomerInUse(db, customer);
      for (const { id, state } of await stripe.listCheckouts(customer))
        if (state === 'open' && !(await isRestored())) await stripe.expireCheckout(id);
      for (const { id, status } of await stripe.listSubscriptions(customer))
        if (status !== 'canceled' && status !== 'incomplete_expired' && !(await isRestored()))
          await stripe.endSubscription(id, `closed:${id}`);
    },
  };
}
