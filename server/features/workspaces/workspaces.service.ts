/** Workspaces: what customers make belongs to one of them, never to a person. */
import type { Db } from '#server/db/open.ts';
import { insertMember, insertWorkspace } from './workspaces.store.ts';

/** Each person has one, made in the transaction that makes the account. @returns its number */
export async function addPersonalWorkspace(trx: Db, userId: number, now: Date): Promise<number> {
  const id = await insertWorkspace(trx, {
    kind: 'person',
    name: 'Personal',
    person_id: userId,
    main_admin_id: null,
    created_at: now,
  });
  await insertMember(trx, id, userId);
  return id;
}
