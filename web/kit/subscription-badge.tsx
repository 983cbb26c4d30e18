/** Badge with a subscription's status. */
import type { Subscription } from '#contract/billing-shapes.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

/** In the order of the filter. */
export const STATUSES: Readonly<Record<Subscription['status'], readonly [label: string, tone: BadgeTone]>> = {
  active: ['Active', 'sea'],
  trialing: ['Trial', 'sea'],
  past_due: ['Payment failed', 'crimson'],
  unpaid: ['Unpaid', 'crimson'],
  incomplete: ['Incomplete', 'ochre'],
  incomplete_expired: ['Expired', 'plain'],
  paused: ['Paused', 'ochre'],
  canceled: ['Canceled', 'plain'],
};

type Shown = Pick<Subscription, 'status' | 'cancel_at_period_end'>;

/** @returns includes whether it ends with its period */
export function getStatusLabel({ status, cancel_at_period_end }: Shown): string {
  return status === 'active' && cancel_at_period_end ? 'Canceled, still active' : STATUSES[status][0];
}

export function SubscriptionBadge({ of }: { of: Shown }) {
  const isEnding = of.status === 'active' && of.cancel_at_period_end;
  return <Badge tone={isEnding ? 'ochre' : STATUSES[of.status][1]}>{getStatusLabel(of)}</Badge>;
}
