/** Who is to have the example project, and whether it came. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

export interface SampleWish {
  user_id: number;
  is_made: boolean;
}

const NAME = 'sample_data';

export async function findSampleWish(db: Db): Promise<SampleWish | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  return row?.value as SampleWish | undefined;
}

export async function saveSampleWish(db: Db, wish: SampleWish): Promise<void> {
  const value = JSON.stringify(wish);
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: sql<Date>`now()` }))
    .execute();
}

export async function hasProjects(db: Db): Promise<boolean> {
  const row = await db.selectFrom('projects').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The first of them: that is whose installation it is. */
export async function findSuperadmin(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superadmin')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}
