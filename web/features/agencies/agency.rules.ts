/** Names of an agency's states, and users as choices of a select. Pure. */
import type { z } from 'zod';
import type { agenciesContract } from '#contract/agencies.contract.ts';
import { formatAmount } from '#web/ui/format-figure.ts';
import { formatShortDay } from '#web/ui/format-timestamp.ts';
import type { Choice } from '#web/kit/async-select.tsx';

export type Agency = z.output<typeof agenciesContract.list.reply>[number];
export type AgencyStatus = Agency['status'];

/** In the order of the specification. */
export const STATUSES: readonly { value: AgencyStatus; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'not_active', label: 'Not Active' },
  { value: 'deleted', label: 'Deleted' },
];

export const getStatusLabel = (status: AgencyStatus): string =>
  STATUSES.find(({ value }) => value === status)?.label ?? status;

interface Person {
  id: number;
  name: string;
  refusal?: string | null;
}

export const toChoice = ({ id, name, refusal }: Person): Choice => ({
  value: String(id),
  label: name,
  ...(refusal != null && { disabledReason: refusal }),
});

/** Text of the confirmation before a deletion. */
export const DELETION = {
  noun: 'agency',
  consequence: 'with its invitations, plan and Google connections, and cancel its runs',
  undo: 'Its members are notified. You can restore it for 30 days.',
} as const;

/** Effect of a restore, in its confirmation. */
export const RESTORED =
  'Members get the projects and domains back, and are notified. Invitations, plans and Google connections don’t come back.';

const DAY_MS = 24 * 3600 * 1000;

/** `Can be restored until Dec 27 (29 days left)`; undefined unless the agency is deleted. */
export function describeRestoring(
  { status, restorable_until: until }: Pick<Agency, 'status' | 'restorable_until'>,
  now: Date,
): string | undefined {
  if (status !== 'deleted' || until === null) return undefined;
  const left = Math.max(0, Math.ceil((new Date(until).getTime() - now.getTime()) / DAY_MS));
  return `Can be restored until ${formatShortDay(until)} (${formatAmount(left, 'day')} left)`;
}
