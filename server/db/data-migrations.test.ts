/** What migrations make of the rows of the version before them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { openBareDatabase, runSql } from '#testkit/test-database.ts';
import { migrate } from './migrate.ts';
import type { Database } from './open.ts';

const KEY = '0190c1de-0000-4000-8000-00000000f04c';
const SEED = '0190c1de-0000-4000-8000-00000000aaaa';
const ADA = 1;
const BEN = 2;

/** Migrates up to this file. @returns the names of what was run */
function migrateTo(database: Database, last: string): Promise<string[]> {
  const own = fileURLToPath(new URL('migrations', import.meta.url));
  const names = readdirSync(own).filter((name) => name <= last);
  return migrate(
    database,
    makeFolder(Object.fromEntries(names.map((name) => [name, readFileSync(join(own, name), 'utf8')]))),
  );
}

/** A database of an earlier version, with two people; Ada has a seed, of which each project is made. */
async function startAt(last: string) {
  const database = await openBareDatabase();
  await migrateTo(database, last);
  await runSql(
    database,
    `insert into users (email, email_key, first_name, last_name, password_hash, created_at)
    select name || '@example.com', name || '@example.com', name, 'Weaver', 'none', now()
    from unnest(array['ada', 'ben']) name`,
  );
  await runSql(
    database,
    `insert into uploads (id, user_id, kind, name, size, sha256, storage_key, created_at)
    values ('${SEED}', ${ADA}, 'seed', 'seed.xml', 1, '', 'none', now())`,
  );
  const insertProject = (userId: number, key: string) =>
    runSql(
      database,
      `insert into projects (user_id, key, title, type, notes, google_spread_sheet, footer_links, seed_id,
        created_at, updated_at)
      values (${userId}, ${key}, 'Plumber', 'wordpress', '', '', '', '${SEED}', now(), now())`,
    );
  return { database, insertProject };
}

it('0002_forms keeps all projects and drafts, and the key with the first project that has it', async () => {
  const { database, insertProject } = await startAt('0001_start.sql');
  for (const userId of [ADA, ADA, BEN, ADA]) await insertProject(userId, `'${KEY}'`);
  await runSql(
    database,
    `insert into drafts (user_id, type, fields, updated_at) values (${ADA}, 'wordpress', '{}', now())`,
  );

  expect(await migrateTo(database, '0002_forms.sql')).toEqual(['0002_forms.sql']);

  const rows = await runSql<{ user_id: number; key: string }>(
    database,
    'select user_id, key from projects order by id',
  );
  expect(rows.map(({ user_id: userId, key }) => [userId, key === KEY])).toEqual([
    [ADA, true],
    [ADA, false],
    [BEN, true],
    [ADA, false],
  ]);
  expect(new Set(rows.map(({ user_id: userId, key }) => `${userId} ${key}`)).size).toBe(4);
  expect(await runSql(database, 'select project_id, is_open from drafts')).toEqual([
    { project_id: null, is_open: true },
  ]);
});

it('0010_workspaces gives each person a workspace with all that they had, and remembers who made it', async () => {
  const { database, insertProject } = await startAt('0009_kept_brackets.sql');
  for (const userId of [ADA, BEN, ADA]) await insertProject(userId, 'gen_random_uuid()');
  await runSql(
    database,
    `insert into runs (project_id, user_id, kind, state, title, footer_links, seed_id, sheet_id, created_at)
    select id, user_id, 'save', 'landed', title, '', seed_id, seed_id, now() from projects`,
  );

  expect(await migrateTo(database, '0010_workspaces.sql')).toEqual(['0010_workspaces.sql']);

  const ownerOf = `join workspaces on workspaces.id = workspace_id`;
  expect(
    await runSql(
      database,
      `select person_id, user_id, kind, status from workspaces join members on workspace_id = id order by 1`,
    ),
  ).toEqual([
    { person_id: ADA, user_id: ADA, kind: 'person', status: 'active' },
    { person_id: BEN, user_id: BEN, kind: 'person', status: 'active' },
  ]);
  expect(
    await runSql(
      database,
      `select person_id, created_by, started_by from projects ${ownerOf}
      join runs on project_id = projects.id order by projects.id`,
    ),
  ).toEqual([ADA, BEN, ADA].map((id) => ({ person_id: id, created_by: id, started_by: id })));
  expect(await runSql(database, `select person_id, created_by from uploads ${ownerOf}`)).toEqual([
    { person_id: ADA, created_by: ADA },
  ]);
});

it('0011_audit_log keeps what was recorded, and stays append-only', async () => {
  const { database } = await startAt('0009_kept_brackets.sql');
  await runSql(
    database,
    `insert into audit_log (at, actor_id, action, subject) values (now(), ${ADA}, 'project_deleted', 'project:7')`,
  );

  await migrateTo(database, '0011_audit_log.sql');

  expect(await runSql(database, 'select actor_id, verb, object_kind, object_id from audit_log')).toEqual([
    { actor_id: ADA, verb: 'delete', object_kind: 'project', object_id: 7 },
  ]);
  await expect(runSql(database, "update audit_log set verb = 'x'")).rejects.toThrow('append-only');
});

it('0016_run_words renames the states of runs and what their reports say of rows', async () => {
  const { database, insertProject } = await startAt('0009_kept_brackets.sql');
  await insertProject(ADA, 'gen_random_uuid()');
  await runSql(
    database,
    `insert into runs (project_id, user_id, kind, state, title, footer_links, seed_id, sheet_id, lost, report,
        created_at)
      select 1, ${ADA}, 'save', state, '', '', '${SEED}', '${SEED}', 2,
        '{"lost_rows": [{"row": 3}], "lost_marks": "Ag==", "has_lost_rows": true, "link_count": 1}', now()
      from unnest(array['landed', 'landed_with_losses', 'cancelled', 'failed']) state`,
  );

  await migrateTo(database, '0016_run_words.sql');

  const rows = await runSql<{ state: string; skipped: number; report: object }>(
    database,
    'select state, skipped, report from runs order by id',
  );
  expect(rows.map(({ state }) => state)).toEqual(['completed', 'completed_with_skips', 'canceled', 'failed']);
  expect(rows[1]).toMatchObject({
    skipped: 2,
    report: { skipped_rows: [{ row: 3 }], skipped_marks: 'Ag==', has_skipped_rows: true, link_count: 1 },
  });
  expect(Object.keys(rows[1]?.report ?? {})).toHaveLength(4);
});

it('0028_row_bitmaps renames what reports say of rows, and nothing else of them', async () => {
  const { database, insertProject } = await startAt('0009_kept_brackets.sql');
  await insertProject(ADA, 'gen_random_uuid()');
  await runSql(
    database,
    `insert into runs (project_id, user_id, kind, state, title, footer_links, seed_id, sheet_id, lost, report,
        created_at)
      select 1, ${ADA}, 'save', 'landed', '', '', '${SEED}', '${SEED}', 0, report::jsonb, now()
      from unnest(array['{"lost_marks": "Ag==", "notice_marks": "", "link_count": 1}', '{"link_count": 2}', null])
        report`,
  );

  await migrateTo(database, '0028_row_bitmaps.sql');

  expect(await runSql(database, 'select report from runs order by id')).toEqual([
    { report: { skipped_bitmap: 'Ag==', notice_bitmap: '', link_count: 1 } },
    { report: { link_count: 2 } },
    { report: null },
  ]);
});
