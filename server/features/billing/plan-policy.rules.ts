/**
 * Limits of plans and the messages about them. Limits block growth before work starts; existing data is never removed.
 */
import type { LimitName, OfferLimits, PlanLimits, Subscription } from '#contract/billing-shapes.ts';
import type { Role } from '#contract/account.contract.ts';

export const NO_LIMIT = -1;
const FREE_PLAN = 'Free';
/** Default number of earlier full runs that keep their files. */
export const KEEP_RUNS = 5;
/** Without a subscription: one domain, two projects, 500 pages a month, and a small team. */
export const FREE_LIMITS: Required<PlanLimits> = {
  max_domains: 1,
  max_projects: 2,
  max_pages_month: 500,
  max_members: 3,
  keep_runs: KEEP_RUNS,
};
export const UNLIMITED: PlanLimits = {
  max_domains: NO_LIMIT,
  max_projects: NO_LIMIT,
  max_pages_month: NO_LIMIT,
  max_members: NO_LIMIT,
  // Retention doesn't limit growth.
  keep_runs: KEEP_RUNS,
};
/** Grace period after a failed payment, in which Stripe retries. */
const GRACE_MS = 14 * 24 * 3600 * 1000;

/** Facts about a workspace and its payer. */
export interface PlanFacts {
  payerRole: Role;
  isExempt: boolean;
  offer: OfferLimits | null;
  subscription: { status: Subscription['status']; pastDueSince: Date | null } | undefined;
  /** Plan of the subscription. */
  plan: ({ name: string } & PlanLimits) | undefined;
}

export interface Grant {
  name: string;
  limits: PlanLimits;
}

export function grantLimits(facts: PlanFacts, now: Date): Grant {
  const { payerRole, isExempt, offer } = facts;
  if (payerRole !== 'user') return { name: 'Administrator', limits: UNLIMITED };
  if (isExempt) return { name: 'Exempt', limits: UNLIMITED };
  const grant = grantPlan(facts, now);
  return offer === null ? grant : { name: 'Individual offer', limits: { ...grant.limits, ...offer } };
}

/** Limits of the plan, before an offer replaces some of them. */
export function grantPlan(
  { plan, subscription }: Pick<PlanFacts, 'plan' | 'subscription'>,
  now: Date,
): Grant {
  if (plan === undefined || !isPaid(subscription, now)) return { name: FREE_PLAN, limits: FREE_LIMITS };
  return { name: plan.name, limits: plan };
}

interface PaidUntil {
  status: Subscription['status'];
  past_due_since: Date | null;
  max_pages_month: number | null;
}

/**
 * Chooses the subscription whose plan applies.
 * @param rows subscriptions of one workspace, newest first
 * @returns the paid one with the most pages. A trial covers the days that a former main admin has paid for,
 * so it applies only without a paid plan.
 */
export function chooseEffective<Row extends PaidUntil>(rows: readonly Row[], now: Date): Row | undefined {
  const countPages = ({ max_pages_month: most }: Row) => (most === NO_LIMIT ? Infinity : (most ?? -1));
  const granted = rows.filter((row) => isPaid({ status: row.status, pastDueSince: row.past_due_since }, now));
  const paid = granted.filter(({ status }) => status !== 'trialing');
  const [best] = (paid.length > 0 ? paid : granted).toSorted((a, b) =>
    countPages(a) === countPages(b) ? 0 : countPages(b) - countPages(a),
  );
  return best ?? rows.find(isLive);
}

function isPaid(subscription: PlanFacts['subscription'], now: Date): boolean {
  if (subscription === undefined) return false;
  const { status, pastDueSince } = subscription;
  if (status === 'active' || status === 'trialing') return true;
  return status === 'past_due' && now.getTime() < (endGrace(pastDueSince)?.getTime() ?? 0);
}

/** @returns the end of the grace period of an unpaid plan */
export function endGrace(pastDueSince: Date | null): Date | null {
  return pastDueSince === null ? null : new Date(pastDueSince.getTime() + GRACE_MS);
}

/** True for a subscription that has started and has not ended. */
export function isLive({ status }: { status: Subscription['status'] }): boolean {
  return status !== 'canceled' && status !== 'incomplete' && status !== 'incomplete_expired';
}

export interface Growth {
  name: LimitName;
  used: number;
  /** Amount that would be added. */
  more: number;
  /** The cheapest plan that includes enough. */
  larger: { name: string; limit: number } | undefined;
}

export function isAbove({ name, used, more }: Omit<Growth, 'larger'>, limits: PlanLimits): boolean {
  const limit = limits[`max_${name}`];
  return limit !== NO_LIMIT && used + more > limit;
}

const ONE: Record<LimitName, string> = {
  domains: 'active domain',
  projects: 'project',
  pages_month: 'page',
  members: 'member',
};

/** A message such as "Free includes 1 active domain. Upgrade to Starter for 5." */
export function describeLimit({ name, used, more, larger }: Growth, { name: plan, limits }: Grant): string {
  const limit = limits[`max_${name}`];
  const first =
    name === 'pages_month'
      ? `This run needs ${count(more, 'page')}, and ${format(Math.max(0, limit - used))} are left this month`
      : `${plan} includes ${count(limit, ONE[name])}`;
  if (larger === undefined) return `${first}. No plan includes more. Ask us for an offer.`;
  const amount = larger.limit === NO_LIMIT ? `unlimited ${ONE[name]}s` : format(larger.limit);
  return `${first}. Upgrade to ${larger.name} for ${amount}.`;
}

/** A message such as "You would bring 2 projects. The agency already uses 1 of 2." */
export function describeBringing({ name, used, more }: Omit<Growth, 'larger'>, limits: PlanLimits): string {
  const brought = `${count(more, ONE[name])}${name === 'pages_month' ? ' from this month' : ''}`;
  return `You would bring ${brought}. The agency already uses ${format(used)} of ${format(limits[`max_${name}`])}.`;
}

/** Each save is a full run, so unlimited plans have a limit, too: one save every six seconds. */
const SAVES_PER_HOUR = { min: 30, perProject: 3, max: 600 };

/** @returns the saves per user and hour: enough to save each project of the plan three times */
export function limitSaves({ max_projects: projects }: PlanLimits): number {
  const { min, perProject, max } = SAVES_PER_HOUR;
  return projects === NO_LIMIT ? max : Math.min(max, Math.max(min, projects * perProject));
}

/** Lists limits of another plan that the current usage exceeds; they only block growth. */
export function listExceeded(limits: PlanLimits, usage: Readonly<Record<LimitName, number>>): string[] {
  return (Object.keys(ONE) as LimitName[])
    .filter((name) => isAbove({ name, used: usage[name], more: 0 }, limits))
    .map(
      (name) =>
        `You have ${count(usage[name], ONE[name])}, and the plan has ${format(limits[`max_${name}`])}. Everything is kept; you can add more once you are below the limit.`,
    );
}

/** Warns that a plan keeps fewer earlier runs. @returns undefined if it doesn't */
export function describeFewerRuns(
  before: number,
  { name, keep_runs: after }: { name: string; keep_runs: number },
): string | undefined {
  if (after === NO_LIMIT || (before !== NO_LIMIT && before <= after)) return undefined;
  const kept = before === NO_LIMIT ? 'all earlier runs' : count(before, 'earlier run');
  return `Your plan keeps the files of ${kept} of each project, and ${name} keeps ${format(after)}. Files of older runs are deleted 30 days after your plan changes. Pin the runs that you want to keep.`;
}

interface OtherPlan {
  name: string | null;
  stripe_product: string;
  workspace: string;
}

/** Names a plan that the user already pays for, before they buy a second one. */
export function describeOtherPlan({ name, stripe_product: product, workspace }: OtherPlan): string {
  return `You already pay for the ${name ?? product} plan (${workspace}). Confirm that you want to pay for both.`;
}

/** Percentages of a limit at which the payer gets a notification and an email. */
const THRESHOLDS = [100, 80] as const;

/** @returns "You've reached 80% of your project limit", the subject of the email */
export function describeReached(name: LimitName, percent: number): string {
  return `You've reached ${percent}% of your ${name === 'pages_month' ? 'monthly ' : ''}${ONE[name]} limit`;
}

/** A message such as "You've reached 80% of your monthly page limit: 450 of 500." */
export function describeUse(use: { name: LimitName; percent: number; used: number; limit: number }): string {
  const { name, percent, used, limit } = use;
  return `${describeReached(name, percent)}: ${format(used)} of ${format(limit)}.`;
}

/** @returns the highest threshold that was passed; a limit of one has none, because its first use reaches it */
export function findThreshold(before: number, after: number, limit: number): number | undefined {
  if (limit <= 1) return undefined;
  return THRESHOLDS.find((percent) => before * 100 < limit * percent && after * 100 >= limit * percent);
}

/** Months start in UTC for all users. */
export function toMonth(now: Date): { start: Date; end: Date; key: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const start = new Date(Date.UTC(year, month, 1));
  return { start, end: new Date(Date.UTC(year, month + 1, 1)), key: start.toISOString().slice(0, 7) };
}

/** Reads limits from the metadata of a product at Stripe. @returns undefined if it isn't one of our plans */
export function readLimits(metadata: Readonly<Record<string, string>>): Required<PlanLimits> | undefined {
  const names = ['max_domains', 'max_projects', 'max_pages_month', 'max_members'] as const;
  if (!names.some((name) => name in metadata)) return undefined;
  const read = (name: keyof typeof FREE_LIMITS) => {
    const text = metadata[name] ?? '';
    return /^(-1|\d{1,9})$/.test(text) ? Number(text) : FREE_LIMITS[name];
  };
  return {
    max_domains: read('max_domains'),
    max_projects: read('max_projects'),
    max_pages_month: read('max_pages_month'),
    max_members: read('max_members'),
    keep_runs: read('keep_runs'),
  };
}

function count(number: number, one: string): string {
  return `${format(number)} ${one}${number === 1 ? '' : 's'}`;
}

function format(number: number): string {
  return number.toLocaleString('en-US');
}
