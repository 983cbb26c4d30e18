/** All SQL about the audit log; the database lets nobody change or delete what is in it. */
import type { Insertable } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

export async function insertAuditEntry(db: Db, entry: Insertable<Schema['audit_log']>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute();
}
