/** People as administrators see them: roles in words, and what may be done to whom. Pure. */
import type { z } from 'zod';
import type { Role } from '#contract/account.contract.ts';
import type { usersContract } from '#contract/users.contract.ts';

export type User = z.output<typeof usersContract.list.reply>[number];

/** Of what administrators do to somebody, each a dialog. */
export interface DialogProps {
  user: User;
  isOpened: boolean;
  onClose: () => void;
}

export const ROLE_CHOICES: readonly { value: Role; label: string }[] = [
  { value: 'user', label: 'User' },
  { value: 'admin', label: 'Admin' },
  { value: 'superadmin', label: 'Superadmin' },
];

export const STATUS_CHOICES = [
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
] as const;

export const nameRole = (role: Role): string =>
  ROLE_CHOICES.find(({ value }) => value === role)?.label ?? role;

export const nameUserStatus = ({ is_disabled }: Pick<User, 'is_disabled'>): string =>
  is_disabled ? 'Disabled' : 'Active';

/** Somebody without a name has an address. */
export const nameUser = ({ name, email }: Pick<User, 'name' | 'email'>): string => name.trim() || email;

/** What of a plan holds for them; a member of an agency who does not lead it has none of their own. */
export const namePlan = ({ payment: { is_exempt, offer, plan } }: Pick<User, 'payment'>): string =>
  is_exempt ? 'Exempt' : offer ? 'Individual offer' : (plan ?? '–');

/** Whether their card will be charged again. */
export const isGoingOn = ({ status, cancel_at_period_end: isEnding }: User['payment']): boolean =>
  !isEnding && status !== null && !['canceled', 'incomplete', 'incomplete_expired'].includes(status);

interface Actor {
  id?: number | undefined;
  role: Role;
}

/** What the server would refuse in any case is not offered. */
export function listAllowed(actor: Actor | undefined, user: User) {
  const isSuperadmin = actor?.role === 'superadmin';
  const isSelf = actor?.id === user.id;
  // An admin does nothing to those above.
  const isManaged = isSuperadmin || user.role === 'user';
  return {
    role: isSuperadmin && !isSelf,
    agency: user.agency?.is_main_admin !== true,
    disable: isManaged && !isSelf,
    endSessions: isManaged && user.session_count > 0,
    loginAs: isSuperadmin && !isSelf && user.role !== 'superadmin' && !user.is_disabled,
  };
}
