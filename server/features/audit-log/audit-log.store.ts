/** SQL for the audit log. The database rejects every change except erasing a deleted account. */
import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely';
import { findMarks } from '#contract/audit-sentences.ts';
import { listPage, type ListOptions, toPattern } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { deleteInBatches } from '#server/db/repeat-batches.ts';
import type { Schema } from '#server/db/schema.ts';

export async function insertAuditEntry(db: Db, entry: Insertable<Schema['audit_log']>): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute();
}

const SORTS = { at: { by: sql.ref('audit_log.at') } };

type EntriesQuery = ListOptions<keyof typeof SORTS> & {
  verb?: readonly string[] | undefined;
  kind?: readonly string[] | undefined;
  object_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  user_id?: number | undefined;
};

/** Later words of a search are ignored. */
const MAX_WORDS = 10;

const splitWords = (search = '') =>
  [
    ...new Set(
      search
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ].slice(0, MAX_WORDS);

/** Matches entries whose sentence, names, addresses or reason contain each of the words. */
function hasWords(words: readonly string[]): RawBuilder<SqlBool>[] {
  if (words.length === 0) return [];
  const toLower = (text: string) => sql`lower(${toPattern(text)})`;
  const conditions = words.map(
    (word) => sql`(
      mark = any(${findMarks(word)}::text[]) or people like ${toLower(word)}
      or (named like ${toLower(JSON.stringify(word).slice(1, -1))}
        and exists (select from jsonb_each_text(names) where lower(value) like ${toLower(word)})))`,
  );
  // "offset 0" prevents PostgreSQL from building the texts again for each word. Ten words in 100,000 entries
  // take 0.7 s (2026-11).
  return [
    sql<SqlBool>`exists (select from (select audit_log.names, object_kind || '.' || verb as mark,
        lower(audit_log.names::text) as named,
        lower(concat_ws(' ', actor.first_name, actor.last_name, actor.email,
          impersonator.first_name, impersonator.last_name, impersonator.email,
          before ->> 'email', after ->> 'email', after ->> 'reason')) as people offset 0) as entry
      where ${sql.join(conditions, sql` and `)})`,
  ];
}

/** Lists one page of entries. */
export function listAuditEntries(db: Db, query: EntriesQuery) {
  const { verb, kind, user_id: user, object_id: object, from, to } = query;
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
    filters: [...filters, ...hasWords(splitWords(query.search))],
    chosen: { 'audit_log.verb': verb, 'audit_log.object_kind': kind },
  } as const;
  return listPage(list, { ...query, search: undefined }, (page) =>
    page.select([
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

interface NamedRows {
  id?: string;
  name: string;
  tables: string;
  /** Part of the URL of its page; null without one. */
  target?: string;
  /** Column of the workspace; only members open its page. */
  workspace?: string;
}

const PROJECT_PAGE = { target: 'projects.id', workspace: 'projects.workspace_id' };

/** Tables and names by kind. Agencies are workspaces; a personal workspace has the name of its user. */
const NAMED: Readonly<Record<string, NamedRows>> = {
  agency: {
    id: 'workspaces.id',
    name: `case workspaces.kind when 'agency' then workspaces.name else ${USER_NAME} end`,
    tables: 'workspaces left join users on users.id = workspaces.person_id',
    target: `case workspaces.kind when 'agency' then workspaces.id end`,
  },
  domain: { name: 'name', tables: 'domains', target: 'id', workspace: 'workspace_id' },
  integration: { name: 'account', tables: 'integrations' },
  invitation: { name: 'email', tables: 'invitations' },
  product: { name: 'name', tables: 'products' },
  project: { id: 'projects.id', name: 'title', tables: 'projects', ...PROJECT_PAGE },
  run: {
    id: 'runs.id',
    name: 'runs.title',
    tables: 'runs join projects on projects.id = runs.project_id',
    ...PROJECT_PAGE,
  },
  scan: {
    id: 'scans.id',
    name: 'projects.title',
    tables: 'scans join projects on projects.id = scans.project_id',
    ...PROJECT_PAGE,
  },
  session: {
    id: 'sessions.id',
    name: USER_NAME,
    tables: 'sessions join users on users.id = sessions.user_id',
  },
  subscription: {
    id: 'subscriptions.id',
    name: "products.name || ' (' || workspaces.name || ')'",
    tables: `subscriptions join workspaces on workspaces.id = subscriptions.workspace_id
      join products on products.stripe_product = subscriptions.stripe_product`,
  },
  tutorial: { name: 'title', tables: 'tutorials', target: 'id' },
  upload: { name: 'name', tables: 'uploads' },
  user: { name: USER_NAME, tables: 'users', target: 'email' },
};

/** A row that an entry refers to. */
export interface Reference {
  kind: string;
  id: number | string;
}

export const toNameKey = ({ kind, id }: Reference): string => `${kind}:${id}`;

export interface FoundRow {
  kind: string;
  id: string;
  name: string | null;
  target: string | null;
  workspace_id: number | null;
}

/** @returns the rows that exist */
export async function findRows(db: Db, references: readonly Reference[]): Promise<FoundRow[]> {
  const selects = Object.entries(NAMED).flatMap(
    ([kind, { id = 'id', name, tables, target = 'null', workspace = 'null' }]) => {
      const ids = references.filter((each) => each.kind === kind).map((each) => each.id);
      const type = kind === 'upload' ? 'uuid[]' : 'int[]';
      const isOne = sql`${sql.raw(id)} = any(${ids}::${sql.raw(type)})`;
      const columns = sql`${sql.lit(kind)} as kind, ${sql.raw(id)}::text as id, ${sql.raw(name)} as name,
        (${sql.raw(target)})::text as target, (${sql.raw(workspace)})::int as workspace_id`;
      return ids.length === 0 ? [] : [sql`select ${columns} from ${sql.raw(tables)} where ${isOne}`];
    },
  );
  if (selects.length === 0) return [];
  const { rows } = await sql<FoundRow>`${sql.join(selects, sql` union all `)}`.execute(db);
  return rows;
}

export async function eraseUser(
  trx: Db,
  { id, addresses }: { id: number; addresses: readonly string[] },
): Promise<void> {
  // Reads the whole log: 500,000 entries take about 5 s, the default timeout of a statement.
  await sql`set local statement_timeout = '60s'`.execute(trx);
  await sql`select erase_from_audit_log(${id}::int, ${[...addresses]}::text[])`.execute(trx);
}

/** Deletes entries older than a year; the database rejects newer ones. */
export function deleteOldEntries(db: Db, signal: AbortSignal): Promise<void> {
  return deleteInBatches(db, { table: 'audit_log', where: sql`at < now() - interval '1 year'` }, signal);
}
