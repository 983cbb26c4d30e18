/** Checks the limits of plans before work starts. Without payments, nothing is limited. */
import type { PageLimits } from '#contract/draft-shapes.ts';
import type { Role } from '#contract/account.contract.ts';
import { LIMIT_NAMES, type LimitName } from '#contract/billing-shapes.ts';
import type { Db, Trx } from '#server/db/open.ts';
import { lockWorkspace } from '#server/db/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import type { Outbox } from '../mail/mail.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { listProducts } from './catalog.store.ts';
import {
  describeBringing,
  describeLimit,
  chooseEffective,
  type Grant,
  type Growth,
  grantLimits,
  limitSaves,
  isAbove,
  KEEP_RUNS,
  toMonth,
  NO_LIMIT,
  type PlanFacts,
  UNLIMITED,
} from './plan-policy.rules.ts';
import { listSubscriptions, listUnanswered, type SubscriptionRow } from './subscriptions.store.ts';
import { createUsageWarnings } from './usage-warnings.service.ts';
import {
  copyKeepRuns,
  countUsage,
  findPayer,
  getPayer,
  insertPageUse,
  listKeepRuns,
  saveKeepRuns,
} from './usage.store.ts';

interface PlanLimitsOptions {
  /** True if payments are set up. */
  isOpen: boolean;
  notifications: NotificationsService;
  outbox: Outbox;
}

/** Workspace that grows and role of the caller. The product itself has no role and no limit. */
export interface Adding {
  workspaceId: number;
  role: Role | undefined;
}

/** Saves per user and hour. */
export interface SavePace {
  plan: string;
  limit: number;
  /** The cheapest plan that includes more. */
  larger?: { plan: string; limit: number };
}

/** An addition that a limit may reject. */
type Addition = Pick<Growth, 'name' | 'more'>;

const NO_PLAN: Grant = { name: 'Unlimited', limits: UNLIMITED };

export type PlanLimitsService = ReturnType<typeof createPlanLimits>;

export function createPlanLimits(
  context: Pick<Context, 'publicUrl' | 'db' | 'clock'>,
  { isOpen, notifications, outbox }: PlanLimitsOptions,
) {
  const { clock } = context;
  const isBound = ({ role }: Adding) => isOpen && role === 'user';
  const find = (db: Db, workspaceId: number) => findGrant(db, workspaceId, { now: clock(), isOpen });
  const check = async (db: Db, { workspaceId }: Adding, addition: Addition) => {
    const grant = await find(db, workspaceId);
    const usage = await countUsage(db, workspaceId, toMonth(clock()));
    const growth = { ...addition, used: usage[addition.name] };
    if (isAbove(growth, grant.limits)) throw await refuse(db, growth, grant);
    return { used: growth.used, limit: grant.limits[`max_${addition.name}`] };
  };
  const warnings = createUsageWarnings(context, { notifications, outbox, findGrant: find });
  const take = async (trx: Trx, adding: Adding, addition: Addition) => {
    if (!isBound(adding)) return;
    await lockWorkspace(trx, adding.workspaceId);
    const { used: before, limit } = await check(trx, adding, addition);
    const used = before + addition.more;
    await warnings.notify(trx, adding.workspaceId, { name: addition.name, before, used, limit });
  };
  const rememberKeepRuns = async (db: Db, workspaceId: number) => {
    const { limits } = await find(db, workspaceId);
    const ends_at = new Date(clock().getTime() + KEPT_AFTER_PLAN_MS);
    await saveKeepRuns(db, {
      workspace_id: workspaceId,
      keep_runs: limits.keep_runs ?? KEEP_RUNS,
      ends_at,
    });
  };
  return {
    find,
    /** Finds how many saves per hour the plan of the workspace allows the caller. */
    async findPace(db: Db, adding: Adding): Promise<SavePace> {
      const grant = isBound(adding) ? await find(db, adding.workspaceId) : NO_PLAN;
      const limit = limitSaves(grant.limits);
      const larger = (await listOffered(db)).find((plan) => limitSaves(plan) > limit);
      return {
        plan: grant.name,
        limit,
        ...(larger && isBound(adding) ? { larger: { plan: larger.name, limit: limitSaves(larger) } } : {}),
      };
    },
    emailTemplate: warnings.emailTemplate,
    /** Usage of pages this month with those that a save would add; undefined if no limit applies to the caller. */
    async describePages(db: Db, adding: Adding, more: number): Promise<PageLimits | undefined> {
      if (!isBound(adding)) return undefined;
      const { name: plan, limits } = await find(db, adding.workspaceId);
      const month = toMonth(clock());
      const { pages_month: used } = await countUsage(db, adding.workspaceId, month);
      const growth = { name: 'pages_month', used, more } as const;
      const upgrade = isAbove(growth, limits) ? await findLarger(db, growth) : undefined;
      const resets_at = month.end.toISOString();
      return { plan, limit: limits.max_pages_month, used, adding: more, resets_at, upgrade: upgrade ?? null };
    },
    async countUsage(db: Db, workspaceId: number) {
      const month = toMonth(clock());
      return { usage: await countUsage(db, workspaceId, month), resetsAt: month.end };
    },
    /**
     * Finds how many earlier full runs of each project keep their files, -1 for all: the most that applied within
     * 30 days. Remembers what applies now.
     */
    async findKeepRuns(db: Db, workspaceId: number): Promise<number> {
      if ((await findPayer(db, workspaceId)) === undefined) return KEEP_RUNS;
      await rememberKeepRuns(db, workspaceId);
      const counts = await listKeepRuns(db, workspaceId, clock());
      return counts.includes(NO_LIMIT) ? NO_LIMIT : Math.max(...counts);
    },
    /** Call in the transaction that moves projects to another workspace, which keeps their runs as long as the first one. */
    async bringKeepRuns(trx: Trx, from: number, to: number): Promise<void> {
      await rememberKeepRuns(trx, from);
      await copyKeepRuns(trx, from, to);
    },
    /** Call before work starts; `take…` checks again in the transaction. @throws AppError `plan_limit` */
    async check(db: Db, adding: Adding, addition: Addition): Promise<void> {
      if (isBound(adding)) await check(db, adding, addition);
    },
    /** Call in the transaction that adds one. @throws AppError `plan_limit` */
    takeOne: (trx: Trx, adding: Adding, name: Exclude<LimitName, 'pages_month'>): Promise<void> =>
      take(trx, adding, { name, more: 1 }),
    /** Call in the transaction that moves the work to an agency. @throws AppError `plan_limit` that names what doesn't fit */
    async takeBrought(trx: Trx, adding: Adding, brought: Partial<Record<LimitName, number>>): Promise<void> {
      if (!isBound(adding)) return;
      await lockWorkspace(trx, adding.workspaceId);
      const { name: plan, limits } = await find(trx, adding.workspaceId);
      const usage = await countUsage(trx, adding.workspaceId, toMonth(clock()));
      const growths = LIMIT_NAMES.map((name) => ({ name, used: usage[name], more: brought[name] ?? 0 }));
      const tooMuch = growths.filter((growth) => growth.more > 0 && isAbove(growth, limits));
      if (tooMuch.length > 0)
        throw new AppError('plan_limit', {
          message: `What you would bring doesn't fit into the agency's ${plan} plan. Nothing was moved.`,
          fields: Object.fromEntries(
            tooMuch.map((growth) => [growth.name, [describeBringing(growth, limits)]]),
          ),
        });
      for (const { name, used: before, more } of growths) {
        const grown = { name, before, used: before + more, limit: limits[`max_${name}`] };
        if (more > 0) await warnings.notify(trx, adding.workspaceId, grown);
      }
    },
    /** Call in the transaction that starts a run, which counts from then on. @throws AppError `plan_limit` */
    async takePages(trx: Trx, adding: Adding, run: { id: number; pages: number }): Promise<void> {
      await take(trx, adding, { name: 'pages_month', more: run.pages });
      const use = { run_number: run.id, pages: run.pages, used_at: clock() };
      await insertPageUse(trx, { workspace_id: adding.workspaceId, ...use });
      // The plan may cease to apply before the next sweep of old runs looks at it.
      await rememberKeepRuns(trx, adding.workspaceId);
    },
  };
}

/** Grace period after a plan: the plan may be renewed, but deleted files can't be restored. */
const KEPT_AFTER_PLAN_MS = 30 * 24 * 3600 * 1000;

async function findGrant(
  db: Db,
  workspaceId: number,
  { now, isOpen }: { now: Date; isOpen: boolean },
): Promise<Grant> {
  if (!isOpen) return NO_PLAN;
  const payer = await getPayer(db, workspaceId);
  const held = await findEffectivePlan(db, workspaceId, now);
  const facts = {
    payerRole: payer.role,
    isExempt: payer.is_exempt,
    offer: payer.has_offer ? payer.offer : null,
    subscription: held && { status: held.status, pastDueSince: held.past_due_since },
    plan: held && toPlan(held),
  };
  return grantLimits(facts, now);
}

/** Public plans, the cheapest first. */
async function listOffered(db: Db) {
  return (await listProducts(db)).filter((each) => each.is_active && !each.is_private);
}

/**
 * The subscription whose plan applies in a workspace: its own; for an agency without one the personal one of its main
 * admin, until that user decides where it belongs. @returns the last one if all have ended
 */
export async function findEffectivePlan(
  db: Db,
  workspaceId: number,
  now: Date,
): Promise<SubscriptionRow | undefined> {
  const own = await listSubscriptions(db, workspaceId);
  return chooseEffective(own, now) ?? chooseEffective(await listUnanswered(db, workspaceId), now) ?? own[0];
}

function toPlan(row: SubscriptionRow): PlanFacts['plan'] {
  const { name, max_domains, max_projects, max_pages_month, max_members, keep_runs } = row;
  const isKnown =
    name !== null &&
    max_domains !== null &&
    max_projects !== null &&
    max_pages_month !== null &&
    max_members !== null &&
    keep_runs !== null;
  return isKnown ? { name, max_domains, max_projects, max_pages_month, max_members, keep_runs } : undefined;
}

/** The cheapest plan that includes enough. */
async function findLarger(db: Db, growth: Omit<Growth, 'larger'>) {
  const found = (await listOffered(db)).find((each) => !isAbove(growth, each));
  return found && { name: found.name, limit: found[`max_${growth.name}`] };
}

async function refuse(db: Db, growth: Omit<Growth, 'larger'>, grant: Grant): Promise<AppError> {
  const larger = await findLarger(db, growth);
  const message = describeLimit({ ...growth, larger }, grant);
  return new AppError('plan_limit', { message });
}

/** Pairs each limit with its usage. */
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
