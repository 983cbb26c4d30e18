/** All SQL about the audit log; the database lets nobody change or delete what is in it. */
import { type Insertable, type SqlBool, sql } from 'kysely';
import { listPage, type ListWishes } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

export async function insertAuditEntry(db: Db, entry: Insertable<Schema['audit_log']>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute();
}

const SORTS = { at: { by: sql.ref('audit_log.at') } };

type Wishes = ListWishes<keyof typeof SORTS> & {
  verb?: readonly string[] | undefined;
  kind?: readonly string[] | undefined;
  object_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  user_id?: number | undefined;
};

/** One page of it. */
export function listAuditEntries(db: Db, wishes: Wishes) {
  const { verb, kind, user_id: user, object_id: object, from, to } = wishes;
  const filters = [
    ...(user === undefined
      ? []
      : [
          sql<SqlBool>`(${user} in (actor_id, impersonator_id) or (object_kind = 'user' and object_id = ${user}))`,
        ]),
    ...(object === undefined ? [] : [sql<SqlBool>`object_id = ${object}`]),
    ...(from === undefined ? [] : [sql<SqlBool>`at >= ${`${from}T00:00:00Z`}::timestamptz`]),
    ...(to === undefined ? [] : [sql<SqlBool>`at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`]),
  ];
  const rows = db
    .selectFrom('audit_log')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .leftJoin('users as impersonator', 'impersonator.id', 'audit_log.impersonator_id');
  const list = {
    rows,
    key: 'audit_log.id',
    sorts: SORTS,
    searched: [
      'actor.first_name',
      'actor.last_name',
      'actor.email',
      'audit_log.verb',
      'audit_log.object_kind',
    ],
    filters,
    chosen: { 'audit_log.verb': verb, 'audit_log.object_kind': kind },
  } as const;
  return listPage(list, wishes, (query) =>
    query.select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.actor_id',
      'audit_log.impersonator_id',
      'audit_log.verb',
      'audit_log.object_kind',
      'audit_log.object_id',
      'audit_log.before',
      'audit_log.after',
      sql<string | null>`actor.first_name || ' ' || actor.last_name`.as('actor_name'),
      sql<string | null>`impersonator.first_name || ' ' || impersonator.last_name`.as('impersonator_name'),
    ]),
  );
}

/** Entries of one statement. */
const DELETED_AT_ONCE = 1000;

/** Deletes some entries of more than a year ago; the database refuses it for later ones. @returns whether some may be left */
export async function deleteSomeOldEntries(db: Db): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from audit_log where id in (
    select id from audit_log where at < now() - interval '1 year' order by at limit ${DELETED_AT_ONCE})`.execute(
    db,
  );
  return numAffectedRows >= BigInt(DELETED_AT_ONCE);
}
