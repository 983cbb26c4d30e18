/** Files that must be in the store: uploads, and the parts of current runs. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

export interface ExpectedFile {
  storage_key: string;
  size: number;
  sha256: string;
}

/** Sorted by key. */
export async function listExpectedFiles(db: Db, after: string, limit: number): Promise<ExpectedFile[]> {
  const { rows } = await sql<ExpectedFile>`
    select storage_key, size::float8 as size, sha256 from (
      select storage_key, size, sha256 from uploads
      union all
      select storage_key, size, sha256 from run_parts
        where run_id in (select current_run_id from projects)) as expected
    where storage_key collate "C" > ${after} order by storage_key collate "C" limit ${limit}`.execute(db);
  return rows;
}
