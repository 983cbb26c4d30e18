/** Plans, payments and limits: the service that other features use. */
import type { billingContract } from '#contract/billing.contract.ts';
import type { NextInvoice } from '#contract/billing-shapes.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import { AppError, getFound, requireSuperadminFor } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { Outbox } from '../mail/mail.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { createCatalog } from './catalog.service.ts';
import { createClosing } from './closing.service.ts';
import { createPayerEmails } from './payer-email.service.ts';
import { createHandover } from './handover.service.ts';
import { createPlanLimits, findEffectivePlan, pairUsage } from './limits.service.ts';
import { createPayments, describePaid, describeSubscription } from './payments.service.ts';
import { createPlanNotices } from './plan-notices.service.ts';
import { grantPlan, isLive } from './plan-policy.rules.ts';
import { createReading } from './reading.service.ts';
import { createStripeAccess } from './stripe-access.service.ts';
import { countSold, listCustomers, listPaidBy, listSold } from './subscriptions.store.ts';
import { findSwitches, getPayer, listPayments, saveSwitches, type Switches } from './usage.store.ts';

type Input<Verb extends keyof typeof billingContract> = HandlerInput<(typeof billingContract)[Verb]>;

type BillingContext = Pick<Context, 'db' | 'audit' | 'queue' | 'clock' | 'newId' | 'publicUrl' | 'logError'>;

interface BillingOptions {
  /** Undefined if payments aren't set up: then nothing is limited. */
  stripe: StripeGateway | undefined;
  notifications: NotificationsService;
  outbox: Outbox;
}

export type BillingService = ReturnType<typeof createBilling>;

export function createBilling(context: BillingContext, options: BillingOptions) {
  const { db, audit, clock } = context;
  const { stripe } = options;
  const limits = createPlanLimits(context, { ...options, isOpen: stripe !== undefined });
  const access = createStripeAccess(context, options);
  const notices = createPlanNotices(context, options);
  const catalog = createCatalog(context, { access });
  const parts = { ...options, limits, access, notices, catalog };
  const reading = createReading(context, parts);
  const payments = createPayments(context, { ...parts, reading });
  const handover = createHandover(context, parts);
  const show = (caller: Caller) => showState({ db, clock, stripe, limits, handover }, caller);
  const change = (userId: number, caller: Caller, choose: (before: Switches) => Switches) =>
    db.transaction().execute(async (trx) => {
      const { role, ...before } = getFound(await findSwitches(trx, userId));
      requireSuperadminFor(role, caller.role);
      const after = choose(before);
      await saveSwitches(trx, userId, after);
      const object = { kind: 'user', id: userId } as const;
      await audit.record(trx, caller.actor, { verb: 'update', object, before, after: { ...after } });
      return { user_id: userId, ...after };
    });
  return {
    ...payments,
    limits,
    emailTemplates: { usage: limits.emailTemplate, plan: notices.emailTemplate },
    isOpen: stripe !== undefined,
    read: reading.read,
    webhook: reading.webhook,
    ...createClosing(context, parts),
    ...createPayerEmails(context, parts),
    changeMainAdmin: handover.changeMainAdmin,
    showPlan: ({ scope }: Caller) => showPlan({ db, limits }, scope.homeId),
    findNextInvoice: (caller: Caller) => findNextInvoice(db, caller),
    readAll: () => reading.read({ kind: 'all' }),
    products: () => catalog.list(),
    changeName: catalog.changeName,
    async plans(_input: unknown, { scope }: Caller) {
      return catalog.listOffered((await getPayer(db, scope.homeId)).has_offer);
    },
    show: (_input: unknown, caller: Caller) => show(caller),
    async movePlan(input: Input<'movePlan'>, caller: Caller) {
      await handover.movePlan(input, caller);
      return show(caller);
    },
    subscriptions: ({ query }: Input<'subscriptions'>) => listSubscribers(db, query),
    figures: () => countSold(db),
    payments: (userIds: readonly number[]) => describePayments(db, userIds, clock()),
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
      const customers = await listCustomers(db, { payerId: userId });
      await reading.readCustomers(
        customers.flatMap(({ stripe_customer: name }) => name ?? []),
        true,
      );
      return (await listPaidBy(db, userId)).map(describeSubscription);
    },
  };
}

/** Plan and switches of each user, by id. */
async function describePayments(db: Db, userIds: readonly number[], now: Date) {
  const rows = await listPayments(db, userIds);
  return new Map(
    rows.map(({ id, past_due_since: pastDueSince, limits, ...payment }) => {
      const { status, plan } = payment;
      const facts = {
        subscription: status === null ? undefined : { status, pastDueSince },
        plan: plan === null || limits === null ? undefined : { name: plan, ...limits },
      };
      return [id, { ...payment, plan_limits: grantPlan(facts, now).limits }];
    }),
  );
}

/** One page of all subscriptions with their payers. */
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

type ShowContext = Pick<Context, 'db' | 'clock'> & {
  stripe: StripeGateway | undefined;
  limits: ReturnType<typeof createPlanLimits>;
  handover: ReturnType<typeof createHandover>;
};

/** Plan of a workspace, with limits and usage. */
async function showPlan({ db, limits }: Pick<ShowContext, 'db' | 'limits'>, workspaceId: number) {
  const grant = await limits.find(db, workspaceId);
  const { usage, resetsAt } = await limits.countUsage(db, workspaceId);
  return {
    plan: grant.name,
    limits: grant.limits,
    usage: pairUsage(usage, grant),
    usage_resets_at: resetsAt.toISOString(),
  };
}

/** Next invoice of all plans of the caller, without additions by Stripe such as taxes. */
async function findNextInvoice(db: Db, { actor }: Caller): Promise<NextInvoice | null> {
  const [subscription] = (await listPaidBy(db, actor.userId))
    .filter(({ status, is_ending: isEnding }) => (status === 'active' || status === 'trialing') && !isEnding)
    .toSorted((a, b) => a.current_period_end.getTime() - b.current_period_end.getTime());
  if (subscription === undefined) return null;
  const { name: plan, amount, currency, current_period_end: date } = describeSubscription(subscription);
  return { plan, amount, currency, date };
}

async function showState(
  { db, stripe, limits, handover, clock }: ShowContext,
  { scope, actor: { userId } }: Caller,
) {
  const { homeId } = scope;
  const payer = await getPayer(db, homeId);
  const shown = await showPlan({ db, limits }, homeId);
  const held = await findEffectivePlan(db, homeId, clock());
  const paid = (await listPaidBy(db, userId)).filter(isLive);
  const move = await handover.findMove(userId);
  return {
    workspace_id: homeId,
    agency: payer.kind === 'agency' ? payer.workspace : null,
    ...shown,
    subscription: held === undefined ? null : describePaid(held, userId),
    paid_plans: paid.map((row) => describePaid(row, userId)),
    move: move
      ? { plan: describePaid(move.row, userId), agency_id: move.agency.id, agency: move.agency.name }
      : null,
    is_exempt: payer.is_exempt,
    may_pay: payer.id === userId,
    is_simulated: stripe?.isSimulated ?? false,
    is_open: stripe !== undefined,
    invoices: await listInvoices(stripe, await listCustomers(db, { payerId: userId })),
  };
}

/** @returns invoices of all customers that Stripe returns, newest first; null if it returns none */
async function listInvoices(stripe: StripeGateway | undefined, customers: readonly Customer[]) {
  const named = customers.filter(({ stripe_customer: name }) => name !== null);
  if (stripe === undefined || named.length === 0) return [];
  const found = await Promise.all(named.map((customer) => listInvoicesOf(stripe, customer)));
  const answered = found.filter((each) => each !== null);
  if (answered.length === 0) return null;
  return answered.flat().toSorted((a, b) => b.created_at.localeCompare(a.created_at));
}

type Customer = Awaited<ReturnType<typeof listCustomers>>[number];

/** Lists invoices. @returns null while Stripe isn't responding, so that the page shows the rest */
async function listInvoicesOf(stripe: StripeGateway, customer: Customer) {
  const { stripe_customer: name, workspace_id, workspace } = customer;
  try {
    const invoices = await stripe.listInvoices(name ?? '');
    return invoices.map(({ createdAt, ...invoice }) => ({
      ...invoice,
      workspace_id,
      workspace,
      created_at: createdAt.toISOString(),
    }));
  } catch (error) {
    if (error instanceof AppError && error.code === 'outside_service') return null;
    throw error;
  }
}
