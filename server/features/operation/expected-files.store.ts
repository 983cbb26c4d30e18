/** Files that must be in the store: uploads, and the parts of current runs. */
import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

export interface ExpectedFile {
  storage_key: string;
  size: number;
  sha256: string;
}

/** Lists all in batches, each read by a primary key after the last row. */
export async function* listExpectedFiles(db: Db, limit: number): AsyncGenerator<ExpectedFile[]> {
  yield* readBatches(limit, (last?: Upload) => listUploads(db, last, limit));
  yield* readBatches(limit, (last?: Part) => listCurrentParts(db, last, limit));
}

async function* readBatches<Row>(
  limit: number,
  read: (last?: Row) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  for (let last: Row | undefined; ; ) {
    const batch = await read(last);
    if (batch.length > 0) yield batch;
    if (batch.length < limit) return;
    last = batch.at(-1);
  }
}

interface Upload extends ExpectedFile {
  id: string;
}

async function listUploads(db: Db, last: Upload | undefined, limit: number): Promise<Upload[]> {
  const rest = last === undefined ? sql`` : sql`where id > ${last.id}`;
  const { rows } = await sql<Upload>`
    select id, storage_key, size::float8 as size, sha256 from uploads ${rest} order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

interface Part extends ExpectedFile {
  run_id: number;
  position: number;
}

async function listCurrentParts(db: Db, last: Part | undefined, limit: number): Promise<Part[]> {
  const rest = last === undefined ? sql`` : sql`and (run_id, position) > (${last.run_id}, ${last.position})`;
  const { rows } = await sql<Part>`
    select run_id, position, storage_key, size::float8 as size, sha256 from run_parts
    where run_id in (select current_run_id from projects) ${rest}
    order by run_id, position limit ${limit}`.execute(db);
  return rows;
}
