/** Role of an account and whether it is disabled. At least one superadmin stays enabled. */
import type { Role } from '#contract/account.contract.ts';
import type { Trx } from '#server/db/open.ts';
import { AppError, getFound } from '../../app-error.ts';
import { lockSuperadmins, lockUser, updateUser } from './account.store.ts';

export interface AccountState {
  role: Role;
  is_disabled: boolean;
}

/** Locks the user. @throws AppError `not_found` */
export async function lockAccountState(trx: Trx, userId: number): Promise<AccountState> {
  // All superadmins are locked first and in one order, so that two who demote each other don't deadlock.
  await lockSuperadmins(trx);
  const user = getFound(await lockUser(trx, userId));
  return { role: user.role, is_disabled: user.is_disabled };
}

/** @throws AppError `last_superadmin` if no enabled superadmin would remain */
export async function changeAccountState(trx: Trx, userId: number, to: AccountState): Promise<void> {
  if (to.role !== 'superadmin' || to.is_disabled) await rejectLastSuperadmin(trx, userId);
  await updateUser(trx, userId, to);
}

/** @throws AppError `last_superadmin` for the only enabled superadmin */
export async function rejectLastSuperadmin(trx: Trx, userId: number): Promise<void> {
  const superadmins = await lockSuperadmins(trx);
  if (superadmins.length === 1 && superadmins[0] === userId) throw new AppError('last_superadmin');
}
