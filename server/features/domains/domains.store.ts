/** All SQL about domains; what is outside of the scope is not found. */
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { listPage, type ListWishes } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { savedBy } from '#server/db/saved-by.ts';
import type { Schema } from '#server/db/schema.ts';
import { owned, type Scope } from '#server/db/scope.ts';

const SORTS = {
  name: { by: sql.ref('domains.name') },
  created_at: { by: sql.ref('domains.created_at') },
  updated_at: { by: sql.ref('domains.updated_at') },
};

type Wishes = ListWishes<keyof typeof SORTS> &
  Partial<Record<'project_type' | 'status', readonly string[] | undefined>>;

/** One page of the list. */
export function listDomains(db: Db, scope: Scope, wishes: Wishes) {
  const filters = (['project_type', 'status'] as const)
    .filter((name) => wishes[name]?.length)
    .map((name) => sql<SqlBool>`${sql.ref(`domains.${name}`)} = any(${wishes[name]})`);
  const rows = owned(db.selectFrom('domains'), scope, 'domains');
  const list = { rows, key: 'domains.id', sorts: SORTS, searched: ['domains.name'], filters } as const;
  return listPage(list, wishes, (query) => query.selectAll('domains'));
}

/** Locks the domain in a transaction. @returns it, and who saved it last */
export function findDomain(db: Db, id: number, scope: Scope) {
  return owned(db.selectFrom('domains'), scope, 'domains')
    .selectAll('domains')
    .select(savedBy('domains'))
    .where('domains.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function insertDomain(db: Db, domain: Insertable<Schema['domains']>) {
  return db.insertInto('domains').values(domain).returningAll().executeTakeFirstOrThrow();
}

export function updateDomain(db: Db, id: number, change: Updateable<Schema['domains']>) {
  return db.updateTable('domains').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}
