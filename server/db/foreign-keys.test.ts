/** Foreign keys are declared and have an index. */
import { expect, it } from 'vitest';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';

it("each reference to another table has an index, so that deleting a row doesn't scan a table", async () => {
  const database = await openTestDatabase();
  const references = await runSql<{ name: string; has_index: boolean }>(
    database,
    `select conrelid::regclass || '.' || attname as name,
      exists (
        select from pg_index
        where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null
      ) as has_index
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and cardinality(conkey) = 1
    order by 1`,
  );
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter(({ has_index: hasIndex }) => !hasIndex).map(({ name }) => name)).toEqual([]);
});

it('each column named after a row of another table references it; only the audit log outlives users', async () => {
  const database = await openTestDatabase();
  const columns = await runSql<{ name: string }>(
    database,
    `select table_name || '.' || column_name as name
    from information_schema.columns
    where table_schema = 'public' and column_name like '%\\_id'
      and not exists (
        select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where contype = 'f' and conrelid = (quote_ident(table_name))::regclass and attname = column_name
      )
    order by 1`,
  );
  expect(columns.map(({ name }) => name)).toEqual([
    'audit_log.actor_id',
    'audit_log.impersonator_id',
    'audit_log.object_id',
  ]);
});

it('only these references block the deletion of a row: delete or change those first', async () => {
  const database = await openTestDatabase();
  const references = await runSql<{ name: string }>(
    database,
    `select conrelid::regclass || '.' || attname || ' ' || confrelid::regclass as name
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype not in ('c', 'n') and connamespace = 'public'::regnamespace
    order by 1`,
  );
  // Users: an account that leads an agency is kept. The others: `releaseShared` in the purge of workspaces.
  expect(references.map(({ name }) => name)).toEqual([
    'drafts.combined_id uploads',
    'drafts.linked_id uploads',
    'drafts.seed_id uploads',
    'drafts.sheet_id uploads',
    'images.upload_id uploads',
    'projects.combined_id uploads',
    'projects.domain_id domains',
    'projects.seed_id uploads',
    'projects.sheet_id uploads',
    'run_images.upload_id uploads',
    'runs.combined_id uploads',
    'runs.seed_id uploads',
    'runs.sheet_id uploads',
    'workspaces.main_admin_id users',
  ]);
});
