/** User for whom the example project was requested, and whether it was created. */
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

export async function hasProjects(db: Db): Promise<boolean> {
  const row = await db.selectFrom('projects').select('id').limit(1).executeTakeFirst();
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
