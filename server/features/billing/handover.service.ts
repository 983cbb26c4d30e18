/**
 * Handles plans when an agency gets another main admin. The former one's plan ends with its period; a personal plan of
 * the new one applies to both workspaces until that user decides whether it moves to the agency.
 */
import type { billingContract } from '#contract/billing.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { lockWorkspace } from '#server/db/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { isLive } from './plan-policy.rules.ts';
import type { PlanNotices } from './plan-notices.service.ts';
import { BILLING_JOB, type BillingJob, expireCheckouts } from './reading.service.ts';
import type { StripeAccess } from './stripe-access.service.ts';
import {
  findSubscription,
  declineMove,
  listCustomers,
  listSubscriptions,
  listUnanswered,
  moveCustomer,
  type SubscriptionRow,
} from './subscriptions.store.ts';
import { findLedAgency } from './usage.store.ts';

type HandoverServices = { access: StripeAccess; notices: PlanNotices };
type BaseContext = Pick<Context, 'db' | 'audit' | 'queue'>;
type HandoverContext = BaseContext & HandoverServices;

export function createHandover(base: BaseContext, services: HandoverServices) {
  const context = { ...base, ...services };
  const { db, notices, queue } = context;
  return {
    /** Call in the transaction that changes the main admin of an agency, after the change. */
    async changeMainAdmin(
      trx: Trx,
      { agencyId, userId }: { agencyId: number; userId: number },
    ): Promise<void> {
      const foreign = (await listSubscriptions(trx, agencyId))
        .filter((row) => isLive(row) && row.payer_id !== userId)
        .toSorted((a, b) => b.current_period_end.getTime() - a.current_period_end.getTime());
      for (const row of foreign)
        if (row.payer_id !== null && !row.is_ending)
          await notices.send(trx, 'handed_over', { row, userId: row.payer_id });
      for (const row of foreign.slice(0, 1)) await notices.send(trx, 'taken_over', { row, userId });
      // The reading ends what former main admins pay for, and expires their checkout pages.
      for (const { payer_id: payerId, stripe_customer: customer } of await listCustomers(trx, {
        workspaceId: agencyId,
      }))
        if (customer !== null && payerId !== userId) await sendReading(queue, trx, customer);
      const [personal] = await findMovable(trx, agencyId);
      if (personal !== undefined) await notices.send(trx, 'movable', { row: personal, userId });
    },
    findMove: (userId: number) => findMove(db, userId),
    movePlan: (input: Input, caller: Caller) => movePlan(context, input, caller),
  };
}

async function sendReading(queue: Context['queue'], trx: Trx, customer: string): Promise<void> {
  const job: BillingJob = { kind: 'customer', customer };
  // Without a key: a queued reading may start before this transaction ends.
  await queue.send(trx, BILLING_JOB, job);
}

type Input = HandlerInput<(typeof billingContract)['movePlan']>;

/** Personal plans of the main admin that could move to an agency; none if it has a plan. */
async function findMovable(db: Db, agencyId: number): Promise<SubscriptionRow[]> {
  if ((await listSubscriptions(db, agencyId)).some(isLive)) return [];
  return (await listUnanswered(db, agencyId)).filter(isLive);
}

/** @returns the plan and agency that a main admin has to decide about */
async function findMove(db: Db, userId: number) {
  const agency = await findLedAgency(db, userId);
  const [row] = agency === undefined ? [] : await findMovable(db, agency.id);
  return agency && row && { agency, row };
}

async function movePlan(context: HandoverContext, { body }: Input, { actor }: Caller): Promise<void> {
  const { db, access, audit, notices, queue } = context;
  const gone = new AppError('conflict', {
    message: 'This plan can no longer be moved. Reload the page to see your plans.',
  });
  const asked = await findMove(db, actor.userId);
  if (asked?.row.stripe_subscription !== body.subscription_id) throw gone;
  const { agency } = asked;
  if (body.moves) {
    const stripe = await access.open();
    const waiting = await listCustomers(db, { workspaceId: agency.id, payerId: actor.userId });
    for (const { stripe_customer: customer } of waiting)
      if (customer !== null) await expireCheckouts(stripe, customer);
  }
  await db.transaction().execute(async (trx) => {
    await lockWorkspace(trx, agency.id);
    // The question may have been answered, a plan bought or the main admin replaced in the meantime.
    const now = await findMove(trx, actor.userId);
    if (now?.agency.id !== agency.id || now.row.id !== asked.row.id) throw gone;
    const { id, customer_id: customerId, stripe_customer: customer, workspace_id: from } = now.row;
    const object = { kind: 'subscription', id } as const;
    if (!body.moves) return declineMove(trx, customerId, agency.id);
    await moveCustomer(trx, customerId, agency.id);
    const change = { before: { workspace_id: from }, after: { workspace_id: agency.id } };
    await audit.record(trx, actor, { verb: 'move', object, ...change });
    const moved = await findSubscription(trx, id);
    if (moved !== undefined) await notices.send(trx, 'moved', { row: moved, userId: actor.userId });
    // The reading writes the new workspace at Stripe.
    if (customer !== null) await sendReading(queue, trx, customer);
  });
}
