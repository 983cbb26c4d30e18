/** Nobody is charged for an account that was deleted: what its owner paid for ends at Stripe by a job. */
import type { Trx } from '#server/db/open.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { BILLING_JOB, type BillingWish } from './reading.service.ts';
import { findCustomer } from './subscriptions.store.ts';
import { listPaid } from './usage.store.ts';

interface Needs {
  stripe: StripeGateway | undefined;
  queue: Pick<Queue, 'send'>;
}

export function createClosing({ stripe, queue }: Needs) {
  return {
    /** In the transaction that deletes the person, before their workspaces go. */
    async closeFor(trx: Trx, userId: number): Promise<void> {
      for (const workspaceId of await listPaid(trx, userId)) {
        const customer = await findCustomer(trx, workspaceId);
        if (customer === undefined) continue;
        const wish: BillingWish = { kind: 'close', customer };
        await queue.send(trx, BILLING_JOB, wish, { singletonKey: `close:${customer}` });
      }
    },
    /** The job. A page that is still open is closed first, so that nobody pays behind our back. */
    async close(customer: string): Promise<void> {
      if (stripe === undefined) return;
      for (const { id, state } of await stripe.listCheckouts(customer))
        if (state === 'open') await stripe.expireCheckout(id);
      for (const { id, status } of await stripe.listSubscriptions(customer))
        if (status !== 'canceled' && status !== 'incomplete_expired')
          await stripe.endSubscription(id, `closed:${id}`);
    },
  };
}
