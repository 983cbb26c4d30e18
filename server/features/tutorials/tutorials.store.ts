/** All SQL about tutorials and their preview images. */
import { type Insertable, sql } from 'kysely';
import { listPage, type ListWishes } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

const SORTS = {
  title: { by: sql`lower(tutorials.title)` },
  created_at: { by: sql.ref('tutorials.created_at') },
  updated_at: { by: sql.ref('tutorials.updated_at') },
};

type Wishes = ListWishes<keyof typeof SORTS> & { level?: readonly string[] | undefined };

/** One page of the list. */
export function listTutorials(db: Db, { level, ...wishes }: Wishes) {
  const list = {
    rows: db.selectFrom('tutorials'),
    key: 'tutorials.id',
    sorts: SORTS,
    searched: ['tutorials.title', 'tutorials.description'],
    chosen: { 'tutorials.level': level },
  } as const;
  return listPage(list, wishes, (query) => query.selectAll('tutorials'));
}

export async function insertPreview(db: Db, preview: Insertable<Schema['tutorial_previews']>): Promise<void> {
  await db.insertInto('tutorial_previews').values(preview).execute();
}

/** @returns the preview, and the tutorial that shows it */
export function findPreview(db: Db, name: string) {
  return db
    .selectFrom('tutorial_previews')
    .leftJoin('tutorials', 'tutorials.preview_name', 'tutorial_previews.name')
    .select('tutorials.id as tutorial_id')
    .where('tutorial_previews.name', '=', name)
    .executeTakeFirst();
}

/** @returns those of the names that a preview has */
export async function listPreviews(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('tutorial_previews').select('name').where('name', 'in', names).execute();
  return rows.map(({ name }) => name);
}

/** Takes it from the tutorial that shows it, too. */
export async function deletePreview(db: Db, name: string): Promise<void> {
  await db.deleteFrom('tutorial_previews').where('name', '=', name).execute();
}

/** Deletes those from before a moment that no tutorial shows. @returns their names */
export async function deleteUnusedPreviews(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    delete from tutorial_previews where created_at < ${before}
      and not exists (select from tutorials where preview_name = tutorial_previews.name)
    returning name`.execute(db);
  return rows.map(({ name }) => name);
}
