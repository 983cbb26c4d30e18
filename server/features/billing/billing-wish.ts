/** What the job of this noun is asked for. */

/** The names are those of Stripe. */
export type BillingWish =
  | { kind: 'all' }
  | { kind: 'catalog' }
  /** Read what is true of a customer. */
  | { kind: 'customer'; customer: string }
  /** End all that the customer pays for: the account was deleted. */
  | { kind: 'close'; customer: string };

export const BILLING_JOB = 'billing';
