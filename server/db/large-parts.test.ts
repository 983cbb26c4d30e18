/** Migration 0006_large_parts.sql: files above 2 GiB, and an index for each frequent query. */
import { expect, it } from 'vitest';
import { listParts, insertParts } from '#server/features/runs/runs.store.ts';
import { addUser } from '#testkit/users.ts';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';

const SEED = '0190c1de-0000-4000-8000-00000000aaaa';
const SIZE = 2 ** 31 + 12_345;

it('stores the size of a file of more than 2 GiB as a number', async () => {
  const database = await openTestDatabase();
  const { workspaceId } = await addUser(database.db);
  for (const statement of [
    `insert into uploads (id, workspace_id, kind, name, size, sha256, storage_key, created_at)
    values ('${SEED}', ${workspaceId}, 'seed', 'seed.xml', 1, '', 'uploads/seed', now())`,
    `insert into projects (workspace_id, key, title, type, notes, google_spread_sheet, footer_links, seed_id,
      created_at, updated_at)
    values (${workspaceId}, gen_random_uuid(), 'Plumber', 'wordpress', '', '', '', '${SEED}', now(), now())`,
    `insert into runs (project_id, kind, state, title, footer_links, seed_id, sheet_id, created_at)
    values (1, 'save', 'auditing', 'Plumber', '', '${SEED}', '${SEED}', now())`,
  ]) {
    await runSql(database, statement);
  }
  const part = {
    run_id: 1,
    position: 1,
    name: 'plumber.xml',
    pages: 10_000,
    sha256: '',
    storage_key: 'runs/1/x',
  };
  await insertParts(database.db, [{ ...part, size: SIZE }]);
  expect(await listParts(database.db, 1)).toMatchObject([{ size: SIZE }]);
});

it.each([
  [
    'the initial list of projects',
    'select id from projects where workspace_id = 1 order by updated_at desc, id desc limit 25',
  ],
  ['an upload of the same bytes', `select id from uploads where workspace_id = 1 and sha256 = 'x'`],
  ['the row of a stored file', `select id from uploads where storage_key in ('a', 'b')`],
  ['drafts that were closed long ago', 'delete from drafts where is_open = false and closed_at < now()'],
])('finds %s using only an index', async (_what, query) => {
  const database = await openTestDatabase();
  const plan = await database.db.transaction().execute(async (db) => {
    // A few rows are read faster without the index.
    await runSql({ db }, 'set local enable_seqscan = off');
    const rows = await runSql<{ 'QUERY PLAN': string }>({ db }, `explain ${query}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  expect(plan).toMatch(/Index (Only )?Scan|Bitmap Index Scan/);
  expect(plan).not.toMatch(/Sort|Seq Scan|Filter/);
});
