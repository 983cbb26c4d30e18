/** Copies changed email addresses of payers to Stripe, which sends receipts and reminders there. */
import type { Trx } from '#server/db/open.ts';
import type { Context } from '../../context.ts';
import { BILLING_JOB, type BillingJob } from './reading.service.ts';
import type { StripeAccess } from './stripe-access.service.ts';
import { findOwnership, listCustomers } from './subscriptions.store.ts';
import { findRecipient } from './usage.store.ts';

export function createPayerEmails(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  { access }: { access: StripeAccess },
) {
  return {
    /** Call in the transaction that changes the email address of a user. */
    async changeEmail(trx: Trx, userId: number): Promise<void> {
      for (const { stripe_customer: customer } of await listCustomers(trx, { payerId: userId })) {
        if (customer === null) continue;
        const job: BillingJob = { kind: 'email', customer };
        // Without a key: a queued update may start before this transaction ends.
        await queue.send(trx, BILLING_JOB, job);
      }
    },
    /** Handles the job. */
    async updateEmail(customer: string): Promise<void> {
      if (access.stripe === undefined) return;
      const owner = await findOwnership(db, customer);
      const payer = owner?.payer_id == null ? undefined : await findRecipient(db, owner.payer_id);
      if (payer !== undefined) await (await access.open()).updateCustomer(customer, payer.email);
    },
  };
}
