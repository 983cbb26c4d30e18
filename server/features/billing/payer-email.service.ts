/** Keeps the email addresses of payers at Stripe the same as here: receipts and reminders are sent there. */
import type { Db, Trx } from '#server/db/open.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { BILLING_JOB, type BillingJob } from './reading.service.ts';
import type { StripeAccess } from './stripe-access.service.ts';
import { findOwnership, listCustomers } from './subscriptions.store.ts';
import { findPerson } from './usage.store.ts';

interface Needs {
  db: Db;
  access: StripeAccess;
  queue: Pick<Queue, 'send'>;
}

export function createPayerEmails({ db, access, queue }: Needs) {
  return {
    /** Call in the transaction that changes the email address of a user. */
    async changeEmail(trx: Trx, userId: number): Promise<void> {
      for (const { stripe_customer: customer } of await listCustomers(trx, { payerId: userId })) {
        if (customer === null) continue;
        const job: BillingJob = { kind: 'email', customer };
        // Without a key: a queued update may begin before this transaction ends.
        await queue.send(trx, BILLING_JOB, job);
      }
    },
    /** The job. */
    async updateEmail(customer: string): Promise<void> {
      if (access.stripe === undefined) return;
      const owner = await findOwnership(db, customer);
      const payer = owner?.payer_id == null ? undefined : await findPerson(db, owner.payer_id);
      if (payer !== undefined) await (await access.open()).updateCustomer(customer, payer.email);
    },
  };
}
