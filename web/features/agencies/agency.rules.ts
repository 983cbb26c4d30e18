/** The states of an agency in words, and people as choices of a select. Pure. */
import type { z } from 'zod';
import type { agenciesContract } from '#contract/agencies.contract.ts';
import type { Choice } from '#web/kit/async-select.tsx';

export type Agency = z.output<typeof agenciesContract.list.reply>[number];
export type AgencyStatus = Agency['status'];

/** In the order of the specification. */
export const STATUSES: readonly { value: AgencyStatus; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'not_active', label: 'Not Active' },
  { value: 'deleted', label: 'Deleted' },
];

export const nameStatus = (status: AgencyStatus): string =>
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
