/** Checks the limits of plans before work starts. Without payments there is no plan and no limit. */
import type { Role } from '#contract/account.contract.ts';
import { LIMIT_NAMES, type LimitName } from '#contract/billing-shapes.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { AppError } from '../../app-error.ts';
import { listProducts } from './catalog.store.ts';
import {
  describeLimit,
  type Grant,
  type Growth,
  grantLimits,
  isAbove,
  isLive,
  KEEP_RUNS,
  monthOf,
  NO_LIMIT,
  UNLIMITED,
} from './plan-policy.rules.ts';
import { listSubscriptions } from './subscriptions.store.ts';
import { createUsageWarnings, type UsageWarningsNeeds } from './usage-warnings.service.ts';
import { countUsage, findPayer, getPayer, insertPageUse, lockWorkspace } from './usage.store.ts';

interface Needs extends UsageWarningsNeeds {
  /** Payments are set up. */
  isOpen: boolean;
}

/** Who adds something, and where. The product itself has no role and no limit. */
export interface Adding {
  workspaceId: number;
  role: Role | undefined;
}

export type PlanLimitsService = ReturnType<typeof createPlanLimits>;

export function createPlanLimits({ isOpen, ...needs }: Needs) {
  const { clock } = needs;
  const isBound = ({ role }: Adding) => isOpen && role === 'user';
  const find = (db: Db, workspaceId: number) => findGrant(db, workspaceId, { now: clock(), isOpen });
  const check = async (db: Db, { workspaceId }: Adding, wish: { name: LimitName; more: number }) => {
    const grant = await find(db, workspaceId);
    const usage = await countUsage(db, workspaceId, monthOf(clock()));
    const growth = { ...wish, used: usage[wish.name] };
    if (isAbove(growth, grant.limits)) throw await refuse(db, growth, grant);
    return { used: growth.used, limit: grant.limits[`max_${wish.name}`] };
  };
  const warnings = createUsageWarnings(needs, find);
  const take = async (trx: Trx, adding: Adding, wish: { name: LimitName; more: number }) => {
    if (!isBound(adding)) return;
    await lockWorkspace(trx, adding.workspaceId);
    const { used: before, limit } = await check(trx, adding, wish);
    const used = before + wish.more;
    await warnings.notify(trx, adding.workspaceId, { name: wish.name, before, used, limit });
  };
  return {
    find,
    letter: warnings.letter,
    async countUsage(db: Db, workspaceId: number) {
      const month = monthOf(clock());
      return { usage: await countUsage(db, workspaceId, month), resetsAt: month.end };
    },
    /** Earlier full runs of each project that keep their files; -1 for all. */
    async findKeepRuns(db: Db, workspaceId: number): Promise<number> {
      if ((await findPayer(db, workspaceId)) === undefined) return KEEP_RUNS;
      const { limits } = await find(db, workspaceId);
      const since = new Date(clock().getTime() - KEPT_AFTER_PLAN_MS);
      const counts = [limits.keep_runs ?? KEEP_RUNS, ...(await listRecentKeepRuns(db, workspaceId, since))];
      return counts.includes(NO_LIMIT) ? NO_LIMIT : Math.max(...counts);
    },
    /** Before work starts; where something is added, `take` asks once more. @throws AppError `plan_limit` */
    async check(db: Db, adding: Adding, wish: { name: LimitName; more: number }): Promise<void> {
      if (isBound(adding)) await check(db, adding, wish);
    },
    /** In the transaction that adds one. @throws AppError `plan_limit` */
    takeOne: (trx: Trx, adding: Adding, name: Exclude<LimitName, 'pages_month'>): Promise<void> =>
      take(trx, adding, { name, more: 1 }),
    /** In the transaction that begins a run, which counts from then on. @throws AppError `plan_limit` */
    async takePages(trx: Trx, adding: Adding, run: { id: number; pages: number }): Promise<void> {
      await take(trx, adding, { name: 'pages_month', more: run.pages });
      const use = { run_number: run.id, pages: run.pages, used_at: clock() };
      await insertPageUse(trx, { workspace_id: adding.workspaceId, ...use });
    },
  };
}

/** Files that a plan kept stay for a while after it: the plan may come back, and files do not. */
const KEPT_AFTER_PLAN_MS = 30 * 24 * 3600 * 1000;

/** What plans keep whose last paid period ended after a date, or has not ended. */
async function listRecentKeepRuns(db: Db, workspaceId: number, since: Date): Promise<number[]> {
  const recent = (await listSubscriptions(db, workspaceId)).filter(
    ({ status, current_period_end: end }) => end > since && !status.startsWith('incomplete'),
  );
  const products = recent.length === 0 ? [] : await listProducts(db);
  return products
    .filter((product) => recent.some((each) => each.stripe_product === product.stripe_product))
    .map((product) => product.keep_runs);
}

async function findGrant(
  db: Db,
  workspaceId: number,
  { now, isOpen }: { now: Date; isOpen: boolean },
): Promise<Grant> {
  if (!isOpen) return { name: 'Unlimited', limits: UNLIMITED };
  const payer = await getPayer(db, workspaceId);
  const subscription = (await listSubscriptions(db, workspaceId)).find(isLive);
  const plan = (await listProducts(db)).find((each) => each.stripe_product === subscription?.stripe_product);
  const facts = {
    payerRole: payer.role,
    isExempt: payer.is_exempt,
    offer: payer.has_offer ? payer.offer : null,
    subscription: subscription && { status: subscription.status, pastDueSince: subscription.past_due_since },
    plan,
  };
  return grantLimits(facts, now);
}

/** Names the cheapest plan that has enough. */
async function refuse(db: Db, growth: Omit<Growth, 'lifting'>, grant: Grant): Promise<AppError> {
  const offered = (await listProducts(db)).filter((each) => each.is_active && !each.is_private);
  const found = offered.find((each) => !isAbove(growth, each));
  const lifting = found && { name: found.name, limit: found[`max_${growth.name}`] };
  const message = describeLimit({ ...growth, lifting }, grant);
  return new AppError('plan_limit', { message });
}

/** For the screen: each limit beside what is used of it. */
export function pairUsage(usage: Readonly<Record<LimitName, number>>, { limits }: Grant) {
  const pair = (name: LimitName) => ({ used: usage[name], limit: limits[`max_${name}`] ?? NO_LIMIT });
  const [domains, projects, pages_month, members] = LIMIT_NAMES;
  return {
    domains: pair(domains),
    projects: pair(projects),
    pages_month: pair(pages_month),
    members: pair(members),
  };
}
