/** People as administrators see them: roles in words, and what may be done to whom. Pure. */
import type { z } from 'zod';
import type { Role } from '#contract/account.contract.ts';
import type { usersContract } from '#contract/users.contract.ts';

export type User = z.output<typeof usersContract.list.reply>[number];

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
