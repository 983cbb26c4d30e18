/** Data of My Agency, and parsing of typed addresses. Pure. */
import type { z } from 'zod';
import type { myAgencyContract } from '#contract/my-agency.contract.ts';

type Item = z.output<typeof myAgencyContract.list.reply>[number];
export type Member = Extract<Item, { type: 'member' }>;
export type Invitation = Extract<Item, { type: 'invitation' }>;
export type Branding = Extract<Item, { type: 'branding' }>;
export type OwnAgency = z.output<typeof myAgencyContract.acceptInvite.reply>;

export const INVITATION_LABELS: Record<Invitation['state'], string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  revoked: 'Revoked',
  expired: 'Expired',
};

/** Splits at commas, semicolons, spaces or line ends and removes duplicates. */
export function splitAddresses(text: string): string[] {
  const byKey = new Map(
    text
      .split(/[\s,;]+/)
      .filter((address) => address !== '')
      .map((address) => [address.toLowerCase(), address]),
  );
  return [...byKey.values()];
}
