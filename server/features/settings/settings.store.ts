/** SQL for settings that administrators change while the server runs. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

const MAINTENANCE = 'maintenance';

export async function readMaintenance(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', MAINTENANCE)
    .executeTakeFirst();
  return row?.value === true;
}

export async function writeMaintenance(db: Db, isOn: boolean, now: Date): Promise<void> {
  const value = JSON.stringify(isOn);
  await db
    .insertInto('settings')
    .values({ name: MAINTENANCE, value, changed_at: now })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql`excluded.value`, changed_at: now }),
    )
    .execute();
}
