/** Users as administrators see them: names of roles, and allowed actions. Pure. */
import type { z } from 'zod';
import type { Role } from '#contract/account.contract.ts';
import type { usersContract } from '#contract/users.contract.ts';

export type User = z.output<typeof usersContract.list.reply>[number];

/** Administrators' actions, one dialog each. */
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

export const getRoleLabel = (role: Role): string =>
  ROLE_CHOICES.find(({ value }) => value === role)?.label ?? role;

export const getUserStatusLabel = ({ is_disabled }: Pick<User, 'is_disabled'>): string =>
  is_disabled ? 'Disabled' : 'Active';

/** Email of a user without a name. */
export const getDisplayName = ({ name, email }: Pick<User, 'name' | 'email'>): string => name.trim() || email;

/** Plan of the user; members of an agency, except its main admin, have none of their own. */
export const getPlanLabel = ({ payment: { is_exempt, offer, plan } }: Pick<User, 'payment'>): string =>
  is_exempt ? 'Exempt' : offer ? 'Individual offer' : (plan ?? '–');

/** True if the user's card will be charged again. */
export const isRenewing = ({ status, cancel_at_period_end: isEnding }: User['payment']): boolean =>
  !isEnding && status !== null && !['canceled', 'incomplete', 'incomplete_expired'].includes(status);

interface Actor {
  id?: number | undefined;
  role: Role;
}

const OWN = 'This is your own account';

/** Reasons why the server would refuse an action; actions without a reason are allowed. */
export function listRefusals(actor: Actor | undefined, user: User) {
  const isSuperadmin = actor?.role === 'superadmin';
  const isSelf = actor?.id === user.id;
  const notManageable =
    !isSuperadmin && user.role !== 'user' ? 'Only a superadmin can manage administrators' : undefined;
  return {
    role: isSuperadmin ? (isSelf ? OWN : undefined) : 'Only a superadmin can change roles',
    agency: findMoveRefusal(user, { isSuperadmin, isSelf }),
    disable: isSelf ? OWN : notManageable,
    endSessions: notManageable ?? (user.session_count > 0 ? undefined : 'No open sessions'),
    twoFactor: findTwoFactorRefusal(user, { isSuperadmin, isSelf }),
    loginAs: isSuperadmin ? findLoginRefusal(user, isSelf) : 'Only a superadmin can log in as another user',
  };
}

function findTwoFactorRefusal(
  { has_two_factor: isOn }: User,
  { isSuperadmin, isSelf }: { isSuperadmin: boolean; isSelf: boolean },
): string | undefined {
  if (!isSuperadmin) return 'Only a superadmin can turn it off for a user';
  if (isSelf) return OWN;
  return isOn ? undefined : 'Two-factor sign-in is off';
}

function findMoveRefusal(
  { role, agency }: User,
  { isSuperadmin, isSelf }: { isSuperadmin: boolean; isSelf: boolean },
): string | undefined {
  if (isSelf && !isSuperadmin) return "You can't move yourself. Ask a superadmin";
  if (role !== 'user' && !isSuperadmin) return 'Only a superadmin can move administrators';
  return agency?.is_main_admin === true ? 'Choose another main admin for the agency first' : undefined;
}

function findLoginRefusal(user: User, isSelf: boolean): string | undefined {
  if (isSelf) return OWN;
  if (user.role === 'superadmin') return "You can't log in as a superadmin";
  return user.is_disabled ? 'This account is disabled' : undefined;
}
