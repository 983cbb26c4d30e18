/** Workspaces: what customers make belongs to one of them, never to a person. */
import type { ownAgency } from '#contract/account.contract.ts';
import type { Db, Trx } from '#server/db/open.ts';
import type { z } from 'zod';
import { AppError, getFound } from '../../app-error.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import {
  deleteAgencies,
  findAgencyOf,
  insertMember,
  insertWorkspace,
  isMainAdmin,
  lockPerson,
} from './workspaces.store.ts';

export type OwnAgency = z.output<typeof ownAgency>;

/** How changes of agencies are saved and recorded. */
export const AGENCIES = { kind: 'agency', table: 'workspaces' } as const;
/** A deleted agency can be restored for so long. */
const RESTORABLE_MS = 30 * 24 * 3600 * 1000;

/** Each person has one, made in the transaction that makes the account. @returns its number */
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

/** @returns the agency that somebody works for */
export async function findAgency(db: Db, userId: number): Promise<OwnAgency | undefined> {
  const agency = await findAgencyOf(db, userId);
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

/** Whether somebody leads an agency, also one that is deleted and may come back. */
export const leadsAgency: (db: Db, userId: number) => Promise<boolean> = isMainAdmin;

/**
 * Locks a person who is about to change their agency.
 * @throws AppError `not_found` for nobody
 */
export async function lockMember(trx: Trx, userId: number) {
  const person = getFound(await lockPerson(trx, userId));
  return { ...person, agency: await findAgencyOf(trx, userId) };
}

/** For the garbage collection: agencies go for good, with all that belongs to them. */
export function holdAgencies(db: Db): FileHolder {
  return { expire: (now) => deleteAgencies(db, new Date(now.getTime() - RESTORABLE_MS)) };
}
