/** Individual offer as an administrator types it, and its errors. Pure. */
import { type OfferLimits, offerLimits, type Plan, type PlanLimits } from '#contract/billing-shapes.ts';
import { formatCount } from '#web/ui/format-figure.ts';
import { getDisplayName, type User } from './user.rules.ts';

export const LIMIT_FIELDS: readonly (readonly [keyof PlanLimits, string])[] = [
  ['max_domains', 'Domains'],
  ['max_projects', 'Projects'],
  ['max_pages_month', 'Pages a month'],
  ['max_members', 'Members'],
  ['keep_runs', 'Earlier runs kept'],
];

/** Texts of the fields; a blank one means the plan's limit. */
export type TypedLimits = Partial<Record<keyof PlanLimits, string>>;

const NO_LIMIT = -1;

const isBlank = (text: string | undefined) => (text?.trim() ?? '') === '';

const listFilled = (typed: TypedLimits) =>
  LIMIT_FIELDS.flatMap(([name]) => (isBlank(typed[name]) ? [] : [[name, Number(typed[name])] as const]));

/** @returns null without limits of its own, undefined while a field is invalid */
export function readOffer(typed: TypedLimits): OfferLimits | null | undefined {
  const filled = listFilled(typed);
  return filled.length === 0 ? null : offerLimits.safeParse(Object.fromEntries(filled)).data;
}

/** Messages for invalid fields. */
export function findInvalid(typed: TypedLimits): TypedLimits {
  return Object.fromEntries(
    listFilled(typed)
      .filter(([name, limit]) => !offerLimits.shape[name].safeParse(limit).success)
      .map(([name]) => [name, 'Enter −1 or a whole number']),
  );
}

export function describePlanLimit(limit: number | undefined): string {
  if (limit === undefined) return 'Plan: 5';
  return limit === NO_LIMIT ? 'Plan: unlimited' : `Plan: ${formatCount(limit)}`;
}

interface Offer {
  user: Pick<User, 'name' | 'email' | 'role' | 'agency'>;
  pays: boolean;
  typed: TypedLimits;
  /** Undefined until they are loaded. */
  plans: readonly Plan[] | undefined;
}

/** Notes on missing parts of an offer, or why it has no effect. */
export function listOfferNotes({ user, pays, typed, plans = [] }: Offer): string[] {
  const name = getDisplayName(user);
  const privatePlans = plans.filter((plan) => plan.is_private && plan.is_active);
  const unpriced = privatePlans.filter(({ prices }) => prices.length === 0);
  const hasLimits = listFilled(typed).length > 0;
  const notes = [
    !hasLimits &&
      privatePlans.length === unpriced.length &&
      'This offer is empty. Enter a limit, or create a private product with a price in Stripe.',
    ...unpriced.map((plan) => `${plan.name} has no price in Stripe, so it can’t be chosen.`),
    hasLimits && user.role !== 'user' && 'Administrators have no limits, so these have no effect.',
    hasLimits && user.role === 'user' && !pays && 'These limits apply once the user pays for a plan.',
    user.agency !== null &&
      !user.agency.is_main_admin &&
      `${name} is a member of ${user.agency.name}, where the plan of its main admin applies. This offer is for personal projects only.`,
  ];
  return notes.filter((note) => note !== false);
}
