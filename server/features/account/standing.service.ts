/** The rank of a person, and whether they may sign in; there is always a superadmin who can. */
import type { Role } from '#contract/account.contract.ts';
import type { Trx } from '#server/db/open.ts';
import { AppError, getFound } from '../../app-error.ts';
import { lockSuperadmins, lockUser, updateUser } from './account.store.ts';

export interface Standing {
  role: Role;
  is_disabled: boolean;
}

/** Locks the person. @throws AppError `not_found` */
export async function getStanding(trx: Trx, userId: number): Promise<Standing> {
  // Superadmins are locked first and together, so that two who demote each other do not wait for one another.
  await lockSuperadmins(trx);
  const user = getFound(await lockUser(trx, userId));
  return { role: user.role, is_disabled: user.is_disabled };
}

/** @throws AppError `last_superadmin` where nobody would be left to make one */
export async function changeStanding(trx: Trx, userId: number, to: Standing): Promise<void> {
  if (to.role !== 'superadmin' || to.is_disabled) await refuseLast(trx, userId);
  await updateUser(trx, userId, to);
}

/** @throws AppError `last_superadmin` for the only one who can sign in */
export async function refuseLast(trx: Trx, userId: number): Promise<void> {
  const superadmins = await lockSuperadmins(trx);
  if (superadmins.length === 1 && superadmins[0] === userId) throw new AppError('last_superadmin');
}
