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
      (pattern: string) =>
        sql<SqlBool>`exists (select from jsonb_each_text(audit_log.names) where value ilike ${pattern})`,
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
      'audit_log.names',
    ]),
  );
}

const USER_NAME = "users.first_name || ' ' || users.last_name";

/** Id, name and tables of each kind; agencies are workspaces, and a personal one has the name of its user. */
const NAMED: Readonly<Record<string, readonly [id: string, name: string, tables: string]>> = {
  agency: [
    'workspaces.id',
    `case workspaces.kind when 'agency' then workspaces.name else ${USER_NAME} end`,
    'workspaces left join users on users.id = workspaces.person_id',
  ],
  domain: ['id', 'name', 'domains'],
  integration: ['id', 'account', 'integrations'],
  invitation: ['id', 'email', 'invitations'],
  product: ['id', 'name', 'products'],
  project: ['id', 'title', 'projects'],
  run: ['id', 'title', 'runs'],
  scan: ['scans.id', 'projects.title', 'scans join projects on projects.id = scans.project_id'],
  session: ['sessions.id', USER_NAME, 'sessions join users on users.id = sessions.user_id'],
  subscription: [
    'subscriptions.id',
    "products.name || ' (' || workspaces.name || ')'",
    `subscriptions join workspaces on workspaces.id = subscriptions.workspace_id
      join products on products.stripe_product = subscriptions.stripe_product`,
  ],
  tutorial: ['id', 'title', 'tutorials'],
  upload: ['id', 'name', 'uploads'],
  user: ['id', USER_NAME, 'users'],
};

/** A row that an entry refers to. */
export interface Reference {
  kind: string;
  id: number | string;
}

export const toNameKey = ({ kind, id }: Reference): string => `${kind}:${id}`;

/** @returns the names of those rows that exist, by `kind:id` */
export async function findNames(db: Db, references: readonly Reference[]): Promise<Record<string, string>> {
  const selects = Object.entries(NAMED).flatMap(([kind, [id, name, tables]]) => {
    const ids = references.filter((each) => each.kind === kind).map((each) => each.id);
    const type = kind === 'upload' ? 'uuid[]' : 'int[]';
    const isOne = sql`${sql.raw(id)} = any(${ids}::${sql.raw(type)})`;
    const columns = sql`${sql.lit(kind)} as kind, ${sql.raw(id)}::text as id, ${sql.raw(name)} as name`;
    return ids.length === 0 ? [] : [sql`select ${columns} from ${sql.raw(tables)} where ${isOne}`];
  });
  if (selects.length === 0) return {};
  const all = sql<{ kind: string; id: string; name: string | null }>`${sql.join(selects, sql` union all `)}`;
  const { rows } = await all.execute(db);
  return Object.fromEntries(
    rows.flatMap(({ name, ...row }) => (name === null ? [] : [[toNameKey(row), name]])),
  );
}

/** Entries per statement. */
const BATCH_SIZE = 1000;

/** Deletes a batch of entries older than a year; the database refuses newer ones. @returns whether some may remain */
export async function deleteOldEntryBatch(db: Db): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`delete from audit_log where id in (
    select id from audit_log where at < now() - interval '1 year' order by at limit ${BATCH_SIZE})`.execute(
    db,
  );
  return numAffectedRows >= BigInt(BATCH_SIZE);
}
