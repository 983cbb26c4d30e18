/** Texts of a plan: limits, prices, and the saving of a yearly price. Pure. */
import type { PaidPlan, Plan, PlanLimits, Subscription } from '#contract/billing-shapes.ts';
import { formatAmount, formatMoney } from '#web/ui/format-figure.ts';
import { formatDay } from '#web/ui/format-timestamp.ts';

export type Price = Plan['prices'][number];

const LIMITS = [
  ['max_domains', 'domain', ''],
  ['max_projects', 'project', ''],
  ['max_pages_month', 'page', ' a month'],
  ['max_members', 'member', ''],
] as const satisfies readonly (readonly [keyof PlanLimits, string, string])[];

/** `5 domains`, `5,000 pages a month`, `Unlimited members`, `10 earlier runs kept`. */
export function listLimits(limits: PlanLimits): string[] {
  const { keep_runs: keepRuns } = limits;
  const growth = LIMITS.map(([name, noun, per]) =>
    limits[name] === -1 ? `Unlimited ${noun}s` : `${formatAmount(limits[name], noun)}${per}`,
  );
  if (keepRuns === undefined) return growth;
  return [...growth, `${keepRuns === -1 ? 'All earlier runs' : formatAmount(keepRuns, 'earlier run')} kept`];
}

/** `$29.00 a month`. */
export function describePrice({ amount, currency, interval }: Price): string {
  return `${formatMoney(amount, currency)} a ${interval}`;
}

type Term = Pick<
  PaidPlan,
  | 'amount'
  | 'currency'
  | 'interval'
  | 'name'
  | 'status'
  | 'current_period_end'
  | 'cancel_at_period_end'
  | 'is_handed_over'
>;

/** Describes the price and the term of a plan. */
export function describeTerm(plan: Term): string {
  const day = formatDay(plan.current_period_end);
  const price = describePrice(plan);
  if (!isLive(plan)) return `${plan.name} ended. Everything you made stays.`;
  if (plan.is_handed_over) return `${price}. Ends on ${day} because the agency has a new main admin.`;
  if (plan.cancel_at_period_end) return `${price}. Canceled; you keep it until ${day}.`;
  return plan.status === 'trialing' ? `${price}, starting ${day}.` : `${price}. Renews on ${day}.`;
}

export function findPrice({ prices }: Pick<Plan, 'prices'>, interval: Price['interval']): Price | undefined {
  return prices.find((price) => price.interval === interval);
}

/** @returns saving of a year over twelve months in whole percent; 0 if there is nothing to compare */
export function countSaving(plan: Pick<Plan, 'prices'>): number {
  const month = findPrice(plan, 'month');
  const year = findPrice(plan, 'year');
  if (!month || !year || month.currency !== year.currency || month.amount === 0) return 0;
  return Math.max(0, Math.floor(100 * (1 - year.amount / (12 * month.amount))));
}

/** True until it ends: choosing another plan then changes it instead of starting a new subscription. */
export const isLive = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status !== 'canceled' && status !== 'incomplete' && status !== 'incomplete_expired';
