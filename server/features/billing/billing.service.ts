/** Plans, payments and limits: the one service that others see of this noun. */
import type { billingContract } from '#contract/billing.contract.ts';
import type { NextInvoice } from '#contract/billing-shapes.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import type { Queue } from '#server/jobs/queue.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { Outbox } from '../mail/mail.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { createCatalog } from './catalog.service.ts';
import { createClosing } from './closing.service.ts';
import { createPlanLimits, pairUsage } from './limits.service.ts';
import { createPayments, describeSubscription } from './payments.service.ts';
import { isLive } from './plan-policy.rules.ts';
import { createReading } from './reading.service.ts';
import { countSold, findCustomer, listSold, listSubscriptions } from './subscriptions.store.ts';
import {
  getPayer,
  findSwitches,
  listPaid,
  listPayments,
  saveSwitches,
  type Switches,
} from './usage.store.ts';

type Input<Verb extends keyof typeof billingContract> = HandlerInput<(typeof billingContract)[Verb]>;

interface Needs {
  db: Db;
  /** None where payments are not set up: then nothing is limited. */
  stripe: StripeGateway | undefined;
  audit: AuditLog;
  notifications: Pick<NotificationsService, 'notify'>;
  outbox: Outbox;
  queue: Pick<Queue, 'send'>;
  publicUrl: () => string;
  clock: () => Date;
  newId: () => string;
}

export type BillingService = ReturnType<typeof createBilling>;

export function createBilling(needs: Needs) {
  const { db, stripe, audit, notifications } = needs;
  const limits = createPlanLimits({ ...needs, isOpen: stripe !== undefined });
  const catalog = createCatalog(needs);
  const reading = createReading({ ...needs, catalog, notifications });
  const payments = createPayments({ ...needs, catalog, reading, limits });
  const change = (userId: number, caller: Caller, choose: (before: Switches) => Switches) =>
    db.transaction().execute(async (trx) => {
      const before = getFound(await findSwitches(trx, userId));
      const after = choose(before);
      await saveSwitches(trx, userId, after);
      const object = { kind: 'user', id: userId } as const;
      await audit.record(trx, caller.actor, { verb: 'update', object, before, after: { ...after } });
      return { user_id: userId, ...after };
    });
  return {
    ...payments,
    limits,
    letter: limits.letter,
    isOpen: stripe !== undefined,
    ...reading,
    ...createClosing(needs),
    showPlan: ({ scope }: Caller) => showPlan({ db, limits }, scope.homeId),
    findNextInvoice: (caller: Caller) => findNextInvoice(db, caller),
    readAll: () => reading.read({ kind: 'all' }),
    products: () => catalog.list(),
    changeName: catalog.changeName,
    async plans(_input: unknown, { scope }: Caller) {
      return catalog.listOffered((await getPayer(db, scope.homeId)).has_offer);
    },
    show: (_input: unknown, caller: Caller) => showState({ ...needs, limits }, caller),
    subscriptions: ({ query }: Input<'subscriptions'>) => listSubscribers(db, query),
    figures: () => countSold(db),
    payments: (userIds: readonly number[]) => listPayments(db, userIds),
    switchCharge: ({ body: { user_id: id, value } }: Input<'switchCharge'>, caller: Caller) =>
      change(id, caller, ({ has_offer, offer }) => ({ is_exempt: !value, has_offer, offer })),
    switchOffer: ({ body }: Input<'switchOffer'>, caller: Caller) =>
      change(body.user_id, caller, ({ is_exempt }) => ({
        is_exempt,
        has_offer: body.value,
        offer: body.value ? (body.limits ?? null) : null,
      })),
    async refresh({ body: { user_id: userId } }: Input<'refresh'>) {
      if ((await findSwitches(db, userId)) === undefined) throw new AppError('not_found');
      const workspaceIds = await listPaid(db, userId);
      for (const id of workspaceIds) if (await findCustomer(db, id)) await reading.readWorkspace(id);
      const rows = await Promise.all(workspaceIds.map((id) => listSubscriptions(db, id)));
      return rows.flat().map(describeSubscription);
    },
  };
}

/** All subscriptions, each with who pays. */
async function listSubscribers(db: Db, query: Input<'subscriptions'>['query']) {
  const { rows, meta } = await listSold(db, query);
  const data = rows.map(({ workspace, user_id, user, email, monthly_amount, ...row }) => ({
    id: row.id,
    ...describeSubscription(row),
    workspace,
    user_id,
    user,
    email,
    monthly_amount,
  }));
  return { data, meta };
}

type ShowNeeds = Pick<Needs, 'db' | 'stripe'> & { limits: ReturnType<typeof createPlanLimits> };

/** What holds for a workspace, and what of it is used. */
async function showPlan({ db, limits }: Pick<ShowNeeds, 'db' | 'limits'>, workspaceId: number) {
  const grant = await limits.find(db, workspaceId);
  const { usage, resetsAt } = await limits.countUsage(db, workspaceId);
  return {
    plan: grant.name,
    limits: grant.limits,
    usage: pairUsage(usage, grant),
    usage_resets_at: resetsAt.toISOString(),
  };
}

/** As the subscription says it: what Stripe adds to it, such as taxes, is not known before. */
async function findNextInvoice(db: Db, { scope, actor }: Caller): Promise<NextInvoice | null> {
  const subscription = (await listSubscriptions(db, scope.homeId)).find(
    ({ status, is_ending: isEnding }) => (status === 'active' || status === 'trialing') && !isEnding,
  );
  if (subscription === undefined || (await getPayer(db, scope.homeId)).id !== actor.userId) return null;
  const { name: plan, amount, currency, current_period_end: date } = describeSubscription(subscription);
  return { plan, amount, currency, date };
}

async function showState({ db, stripe, limits }: ShowNeeds, { scope, actor }: Caller) {
  const { homeId } = scope;
  const payer = await getPayer(db, homeId);
  const shown = await showPlan({ db, limits }, homeId);
  const rows = await listSubscriptions(db, homeId);
  const current = rows.find(isLive) ?? rows[0];
  const mayPay = payer.id === actor.userId;
  return {
    ...shown,
    subscription: current === undefined ? null : describeSubscription(current),
    is_exempt: payer.is_exempt,
    may_pay: mayPay,
    is_simulated: stripe?.isSimulated ?? false,
    is_open: stripe !== undefined,
    invoices: mayPay ? await listInvoices(stripe, await findCustomer(db, homeId)) : [],
  };
}

/** What else the screen shows does not wait for Stripe to come back. */
async function listInvoices(stripe: StripeGateway | undefined, customer: string | undefined) {
  if (stripe === undefined || customer === undefined) return [];
  try {
    const invoices = await stripe.listInvoices(customer);
    return invoices.map(({ createdAt, ...invoice }) => ({ ...invoice, created_at: createdAt.toISOString() }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'outside_service') return null;
    throw error;
  }
}
