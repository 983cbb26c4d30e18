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

const OWN = 'This is your own account';

/** Why an action isn't possible: the server would refuse it. Without a reason it is offered. */
export function listRefusals(actor: Actor | undefined, user: User) {
  const isSuperadmin = actor?.role === 'superadmin';
  const isSelf = actor?.id === user.id;
  const isAboveActor = !isSuperadmin && user.role !== 'user';
  const aboveActor = isAboveActor ? 'Only a superadmin manages administrators' : undefined;
  return {
    role: isSuperadmin ? (isSelf ? OWN : undefined) : 'Only a superadmin changes roles',
    agency: findMoveRefusal(user, { isSuperadmin, isSelf }),
    disable: isSelf ? OWN : aboveActor,
    endSessions: aboveActor ?? (user.session_count > 0 ? undefined : 'No open sessions'),
    loginAs: isSuperadmin ? findLoginRefusal(user, isSelf) : 'Only a superadmin logs in as another user',
  };
}

function findMoveRefusal(
  { role, agency }: User,
  { isSuperadmin, isSelf }: { isSuperadmin: boolean; isSelf: boolean },
): string | undefined {
  if (isSelf && !isSuperadmin) return "You can't move yourself. Ask a superadmin";
  if (role !== 'user' && !isSuperadmin) return 'Only a superadmin moves administrators';
  return agency?.is_main_admin === true ? 'Choose another main admin for the agency first' : undefined;
}

function findLoginRefusal(user: User, isSelf: boolean): string | undefined {
  if (isSelf) return OWN;
  if (user.role === 'superadmin') return 'Not possible for a superadmin';
  return user.is_disabled ? 'This account is disabled' : undefined;
}
