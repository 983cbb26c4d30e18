/** The list of domains; what is outside of the scope is not found. */
import { sql } from 'kysely';
import { listPage, type ListWishes } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { owned, type Scope } from '#server/db/scope.ts';

const SORTS = {
  name: { by: sql.ref('domains.name') },
  created_at: { by: sql.ref('domains.created_at') },
  updated_at: { by: sql.ref('domains.updated_at') },
};

type Wishes = ListWishes<keyof typeof SORTS> &
  Partial<Record<'project_type' | 'status', readonly string[] | undefined>>;

/** Before a domain that may need room in the plan of its workspace. */
export async function lockWorkspaceOf(trx: Db, domainId: number): Promise<void> {
  await trx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('domains').select('workspace_id').where('domains.id', '=', domainId),
    )
    .forNoKeyUpdate()
    .execute();
}

/** One page of the list. */
export function listDomains(db: Db, scope: Scope, { project_type, status, ...wishes }: Wishes) {
  const list = {
    rows: owned(db.selectFrom('domains'), scope, 'domains'),
    key: 'domains.id',
    sorts: SORTS,
    searched: ['domains.name'],
    chosen: { 'domains.project_type': project_type, 'domains.status': status },
  } as const;
  return listPage(list, wishes, (query) => query.selectAll('domains'));
}

export function findDomain(db: Db, id: number, scope: Scope) {
  return owned(db.selectFrom('domains').selectAll(), scope, 'domains')
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Changes the choices that are kept for the next project: no change by a person, so the revision stays. */
export async function rememberColumns(trx: Db, id: number, change: (known: string) => string): Promise<void> {
  const domain = await trx
    .selectFrom('domains')
    .select('columns')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const columns = domain && change(domain.columns);
  if (columns === undefined || columns === domain?.columns) return;
  await trx.updateTable('domains').set({ columns }).where('id', '=', id).execute();
}
