/** Workspaces own what customers create; users are members of them. */
import type { AgencyNotice, ownAgency } from '#contract/account.contract.ts';
import { formatCause } from '#server/db/database-error.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { z } from 'zod';
import { AppError, getFound } from '../../app-error.ts';
import { type FileHolder, throwAll } from '../files/garbage-collection.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { listPurgeable, purgeWorkspace } from './purge.store.ts';
import { createAgencyNotices, findRestorableUntil, RESTORABLE_MS } from './agency-notices.service.ts';
import {
  findAgencyByMember,
  findNoticedAgency,
  insertMember,
  insertWorkspace,
  lockUser,
  passDeletedAgencies,
  releasePersonalWorkspace,
} from './workspaces.store.ts';

export type OwnAgency = z.output<typeof ownAgency>;

/** Table of agencies, and their name in the audit log. */
export const AGENCIES = { kind: 'agency', table: 'workspaces' } as const;

/** Adds the personal workspace of a new user, in the transaction that creates the account. @returns its id */
export async function addPersonalWorkspace(trx: Db, userId: number, now: Date): Promise<number> {
  const id = await insertWorkspace(trx, {
    kind: 'person',
    name: 'Personal',
    person_id: userId,
    main_admin_id: null,
    created_at: now,
    updated_at: now,
  });
  await insertMember(trx, { workspaceId: id, userId, now });
  return id;
}

/** @returns the agency that the user is a member of */
export async function findAgency(db: Db, userId: number): Promise<OwnAgency | undefined> {
  const agency = await findAgencyByMember(db, userId);
  return agency && describeOwnAgency(agency, userId);
}

export function describeOwnAgency(
  agency: {
    id: number;
    name: string;
    status: 'active' | 'not_active' | 'deleted';
    main_admin_id: number | null;
  },
  userId: number,
): OwnAgency {
  const { id, name, status, main_admin_id: mainAdminId } = agency;
  if (status === 'deleted') throw new AppError('not_found');
  return { id, name, status, is_main_admin: mainAdminId === userId };
}

/** @returns the agency of a user if it is inactive, or was deleted and can be restored */
export async function findAgencyNotice(db: Db, userId: number, now: Date): Promise<AgencyNotice | null> {
  const found = await findNoticedAgency(db, userId);
  if (found === undefined || found.status === 'active') return null;
  const { id, name, status, since, main_admin_id: mainAdminId } = found;
  const until = status === 'deleted' ? findRestorableUntil(since) : null;
  if (until !== null && until <= now) return null;
  return {
    id,
    name,
    status,
    since: since.toISOString(),
    restorable_until: until?.toISOString() ?? null,
    is_main_admin: mainAdminId === userId,
  };
}

export { isMainAdmin } from './workspaces.store.ts';

interface Release {
  userId: number;
  now: Date;
  notifications: NotificationsService;
}

/** Marks a user's workspaces as deleted, in the transaction that deletes the user. @returns the personal workspace */
export async function releaseWorkspaces(trx: Trx, { userId, now, notifications }: Release): Promise<number> {
  const notices = createAgencyNotices(notifications);
  const passed = await passDeletedAgencies(trx, userId);
  for (const { name: agency, main_admin_id: successor, deleted_at: deletedAt } of passed)
    if (successor !== null) await notices.inherit(trx, { agency, userId: successor, deletedAt });
  return releasePersonalWorkspace(trx, userId, now);
}

/** Locks a user before a change of their membership. @throws AppError `not_found` */
export async function lockMember(trx: Trx, userId: number) {
  const user = getFound(await lockUser(trx, userId));
  return { ...user, agency: await findAgencyByMember(trx, userId) };
}

/** Purges deleted workspaces one by one, for the garbage collection. */
export function purgeDeletedWorkspaces(db: Db) {
  return {
    async expire(now: Date, signal?: AbortSignal): Promise<boolean> {
      const failures: Error[] = [];
      const before = new Date(now.getTime() - RESTORABLE_MS);
      const purgeable = await listPurgeable(db, before);
      for (const { id, deleted_at: at } of purgeable) {
        await purgeWorkspace(db, { id, before }, signal).catch((cause: unknown) => {
          const text = `Failed to delete workspace ${id}, which was marked as deleted at ${at?.toISOString()}: ${formatCause(cause)}. The other workspaces were deleted, and this one is retried within the hour.`;
          failures.push(new Error(text, { cause }));
        });
      }
      throwAll(failures);
      return purgeable.length > 0;
    },
  } satisfies FileHolder;
}
