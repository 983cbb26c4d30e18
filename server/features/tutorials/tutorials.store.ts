/** SQL for tutorials. */
import { sql } from 'kysely';
import { listPage, type ListOptions } from '#server/db/list-page.ts';
import type { Db } from '#server/db/open.ts';

const SORTS = {
  position: { by: sql.ref('tutorials.position') },
  title: { by: sql`lower(tutorials.title)` },
  created_at: { by: sql.ref('tutorials.created_at') },
  updated_at: { by: sql.ref('tutorials.updated_at') },
};

type TutorialsQuery = ListOptions<keyof typeof SORTS> & { level?: readonly string[] | undefined };

/** Lists one page of the tutorials. */
export function listTutorials(db: Db, { level, ...options }: TutorialsQuery) {
  const list = {
    rows: db.selectFrom('tutorials'),
    key: 'tutorials.id',
    sorts: SORTS,
    searched: ['tutorials.title', 'tutorials.description'],
    chosen: { 'tutorials.level': level },
  } as const;
  return listPage(list, options, (query) => query.selectAll('tutorials'));
}

/** Locks all tutorials, so that concurrent moves run one after the other. @returns them in their order */
export async function lockOrder(trx: Db): Promise<Placed[]> {
  const rows = await trx
    .selectFrom('tutorials')
    .select(['id', 'position'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.toSorted((one, other) => one.position - other.position || one.id - other.id);
}

interface Placed {
  id: number;
  position: number;
}

export async function updatePositions(trx: Db, placed: readonly Placed[]): Promise<void> {
  const [ids, positions] = [placed.map(({ id }) => id), placed.map(({ position }) => position)];
  await trx
    .updateTable('tutorials')
    .from(
      sql<Placed>`(select unnest(${ids}::integer[]) as id, unnest(${positions}::integer[]) as position)`.as(
        'placed',
      ),
    )
    .set((by) => ({ position: by.ref('placed.position') }))
    .whereRef('tutorials.id', '=', 'placed.id')
    .execute();
}

/** Removes a preview from its tutorial. @returns the id of the tutorial */
export async function hidePreview(db: Db, name: string): Promise<number | undefined> {
  const row = await db
    .updateTable('tutorials')
    .set({ preview_name: null })
    .where('preview_name', '=', name)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}
