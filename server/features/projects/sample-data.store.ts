/** User for whom the example projects were requested, and whether they were created. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

interface SampleRequest {
  user_id: number;
  is_made: boolean;
}

const NAME = 'sample_data';

export async function findSampleRequest(db: Db): Promise<SampleRequest | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  return row?.value as SampleRequest | undefined;
}

export async function saveSampleRequest(db: Db, request: SampleRequest): Promise<void> {
  const value = JSON.stringify(request);
  await db
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: sql<Date>`now()` }))
    .execute();
}

/** Checks for projects that aren't the examples with these keys. */
export async function hasOtherProjects(db: Db, keys: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('projects')
    .select('id')
    .where('key', 'not in', keys)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the first superadmin, who set up the installation. */
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
