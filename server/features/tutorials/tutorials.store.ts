/** All SQL about tutorials and their preview images. */
import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely';
import { listPage, type ListWishes } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';
import { savedBy } from '#server/db/saved-by.ts';
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
    filters: level?.length ? [sql<SqlBool>`level = any(${level})`] : [],
  } as const;
  return listPage(list, wishes, (query) => query.selectAll('tutorials'));
}

/** Locks the tutorial in a transaction. @returns it, and who saved it last */
export function findTutorial(db: Db, id: number) {
  return db
    .selectFrom('tutorials')
    .selectAll()
    .select(savedBy('tutorials'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export function insertTutorial(db: Db, tutorial: Insertable<Schema['tutorials']>) {
  return db.insertInto('tutorials').values(tutorial).returningAll().executeTakeFirstOrThrow();
}

export function updateTutorial(db: Db, id: number, change: Updateable<Schema['tutorials']>) {
  return db
    .updateTable('tutorials')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTutorial(db: Db, id: number): Promise<void> {
  await db.deleteFrom('tutorials').where('id', '=', id).execute();
}

export async function insertPreview(db: Db, preview: Insertable<Schema['tutorial_previews']>): Promise<void> {
  await db.insertInto('tutorial_previews').values(preview).execute();
}

/** @returns the preview, and the tutorial that shows it */
export function findPreview(db: Db, name: string) {
  return db
    .selectFrom('tutorial_previews')
    .leftJoin('tutorials', 'tutorials.preview_name', 'tutorial_previews.name')
    .select(['tutorial_previews.name', 'tutorials.id as tutorial_id'])
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
  const rows = await db
    .deleteFrom('tutorial_previews')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('tutorials').select('id').whereRef('preview_name', '=', 'tutorial_previews.name')),
      ),
    )
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}
