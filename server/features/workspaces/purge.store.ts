/**
 * Purges a workspace in batches: one statement over millions of rows would hit the statement timeout every
 * time, and block the embedded database in the meantime.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { deleteBatch } from '#server/db/repeat-batches.ts';

/** @returns workspaces that were deleted before a time, and those that can't be restored, oldest first */
export async function listPurgeable(db: Db, before: Date) {
  return db
    .selectFrom('workspaces')
    .select(['id', 'deleted_at'])
    .where('status', '=', 'deleted')
    .where((by) => by.or([by('deleted_at', '<', before), by('main_admin_id', 'is', null)]))
    .orderBy('deleted_at')
    .orderBy('id')
    .execute();
}

/**
 * Deletes nothing of a workspace that was restored since it was listed.
 * @param signal stops it between two batches; the next call continues
 */
export async function purgeWorkspace(
  db: Db,
  { id, before }: { id: number; before: Date },
  signal?: AbortSignal,
): Promise<void> {
  const isStopped = () => signal?.aborted === true;
  if (isStopped() || !(await claimForPurge(db, id, before))) return;
  await releaseShared(db, id);
  for (const { table, condition } of planDeletion(await listReferences(db), id)) {
    for (let isLeft = true; isLeft; ) {
      if (isStopped()) return;
      isLeft = await deleteBatch(db, { table, where: condition });
    }
  }
  await db.deleteFrom('workspaces').where('id', '=', id).where('status', '=', 'deleted').execute();
}

/**
 * Takes the main admin from a deleted workspace, so that it can't be restored half purged.
 * @returns true if it is still deleted
 */
async function claimForPurge(db: Db, id: number, before: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('workspaces')
    .set({ main_admin_id: null })
    .where('id', '=', id)
    .where('status', '=', 'deleted')
    .where((by) => by.or([by('deleted_at', '<', before), by('main_admin_id', 'is', null)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

const OF_RUN = sql`join projects on projects.id = runs.project_id`;
/** A draft of a new project belongs to its author. */
const OF_DRAFT = sql`left join projects on projects.id = drafts.project_id
  left join workspaces as personal on personal.person_id = drafts.user_id`;
/** Uploads of `mine` with the workspaces that use them. */
const USES = [
  sql`select mine.id, images.workspace_id from mine join images on images.upload_id = mine.id`,
  sql`select mine.id, workspace_id from mine join run_images on run_images.upload_id = mine.id
    join runs on runs.id = run_images.run_id ${OF_RUN}`,
  ...['seed_id', 'sheet_id', 'combined_id'].flatMap((column) => [
    sql`select mine.id, workspace_id from mine join projects on projects.${sql.ref(column)} = mine.id`,
    sql`select mine.id, workspace_id from mine join runs on runs.${sql.ref(column)} = mine.id ${OF_RUN}`,
  ]),
  ...['seed_id', 'sheet_id', 'linked_id', 'combined_id'].map(
    (column) => sql`select mine.id, coalesce(projects.workspace_id, personal.id)
      from mine join drafts on drafts.${sql.ref(column)} = mine.id ${OF_DRAFT}`,
  ),
];

/** Moves pictures and uploads that other workspaces still use to those workspaces. */
async function releaseShared(db: Db, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update images set workspace_id = place.workspace_id
      from (
        select images.id, projects.workspace_id
        from images join projects on projects.id = images.project_id
        where images.workspace_id = ${id}
        union all
        select images.id, coalesce(projects.workspace_id, personal.id)
        from images join drafts on drafts.id = images.draft_id ${OF_DRAFT}
        where images.workspace_id = ${id}
      ) as place
      where place.id = images.id and place.workspace_id <> ${id}`.execute(trx);
    await sql`with mine as materialized (select id from uploads where workspace_id = ${id})
      update uploads set workspace_id = used.workspace_id
      from (
        select upload_id, min(workspace_id) as workspace_id
        from (${sql.join(USES, sql` union all `)}) as uses (upload_id, workspace_id)
        where workspace_id <> ${id}
        group by upload_id
      ) as used
      where used.upload_id = uploads.id`.execute(trx);
    await sql`update projects set domain_id = null from domains
      where domains.id = projects.domain_id and domains.workspace_id = ${id} and projects.workspace_id <> ${id}`.execute(
      trx,
    );
  });
}

interface Reference {
  child: string;
  column: string;
  parent: string;
  key: string;
  /**
   * True if rows are deleted with the row that they refer to; otherwise the database refuses to delete that
   * row first.
   */
  isCascade: boolean;
}

/** Reads foreign keys from the catalog, so that tables added later are included. */
async function listReferences(db: Db): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as child, referring.attname as "column", confrelid::regclass::text as parent,
      referred.attname as key, confdeltype = 'c' as "isCascade"
    from pg_constraint
      join pg_attribute as referring on referring.attrelid = conrelid and referring.attnum = conkey[1]
      join pg_attribute as referred on referred.attrelid = confrelid and referred.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and cardinality(conkey) = 1
      and confdeltype in ('a', 'r', 'c') and conrelid <> confrelid
    order by conname`.execute(db);
  return rows;
}

interface Step {
  table: string;
  condition: RawBuilder<SqlBool>;
}

/** @returns the rows to delete by table; each table comes before those that its rows refer to */
function planDeletion(references: readonly Reference[], workspaceId: number): Step[] {
  const conditions = new Map<string, RawBuilder<SqlBool>[]>();
  const add = (parent: string, parentRows: RawBuilder<SqlBool>) => {
    for (const { child, column, key, isCascade } of references.filter((each) => each.parent === parent)) {
      if (!isCascade) continue;
      const condition = sql<SqlBool>`${sql.ref(column)} in (
        select ${sql.ref(key)} from ${sql.table(parent)} where ${parentRows})`;
      conditions.set(child, [...(conditions.get(child) ?? []), condition]);
      add(child, condition);
    }
  };
  add('workspaces', sql<SqlBool>`id = ${workspaceId}`);
  const tables: string[] = [];
  const place = (table: string) => {
    if (tables.includes(table) || !conditions.has(table)) return;
    for (const { child } of references.filter(({ parent }) => parent === table)) place(child);
    tables.push(table);
  };
  for (const table of conditions.keys()) place(table);
  return tables.flatMap((table) => (conditions.get(table) ?? []).map((condition) => ({ table, condition })));
}
