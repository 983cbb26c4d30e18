/** Data migrations, applied to a database with rows since the first version. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { openEmptyDatabase, runSql } from '#testkit/test-database.ts';
import { migrate } from './migrate.ts';
import type { Database } from './open.ts';

const KEY = '0190c1de-0000-4000-8000-00000000f04c';
const SEED = '0190c1de-0000-4000-8000-00000000aaaa';
const ADA = 1;
const BEN = 2;
/** Owners of the projects, in order. */
const OWNERS = [ADA, ADA, BEN, ADA];

/** Migrates up to this file. @returns the names of the files that ran */
async function migrateTo(database: Database, last: string): Promise<string[]> {
  const own = fileURLToPath(new URL('migrations', import.meta.url));
  const names = readdirSync(own).filter((name) => name <= last);
  const { ran } = await migrate(
    database,
    makeFolder(Object.fromEntries(names.map((name) => [name, readFileSync(join(own, name), 'utf8')]))),
  );
  return ran;
}

/** Two users, a seed of Ada's, four projects that use it, all with the same key, and one of Ada's drafts. */
async function startAtFirst(database: Database): Promise<void> {
  await migrateTo(database, '0001_start.sql');
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
  await runSql(
    database,
    `insert into projects (user_id, key, title, type, notes, google_spread_sheet, footer_links, seed_id,
      created_at, updated_at)
    select owner, '${KEY}', 'Plumber', 'wordpress', '', '', '', '${SEED}', now(), now()
    from unnest(array[${OWNERS.join()}]) owner`,
  );
  await runSql(
    database,
    `insert into drafts (user_id, type, fields, updated_at) values (${ADA}, 'wordpress', '{}', now())`,
  );
}

/** A run of each project, each with another state and report, and an audit entry. */
async function addRuns(database: Database): Promise<void> {
  await runSql(
    database,
    `insert into runs (project_id, user_id, kind, state, title, footer_links, seed_id, sheet_id, lost, report,
        created_at)
      select projects.id, user_id, 'save', state, '', '', seed_id, seed_id, lost, report::jsonb, now()
      from projects join (values (1, 'landed', 0, '{"lost_marks": "Ag==", "notice_marks": "", "link_count": 1}'),
        (2, 'landed_with_losses', 2,
          '{"lost_rows": [{"row": 3}], "lost_marks": "Ag==", "has_lost_rows": true, "link_count": 1}'),
        (3, 'cancelled', 0, null),
        (4, 'failed', 0, '{"link_count": 2}')) as one (id, state, lost, report) on one.id = projects.id
      order by one.id`,
  );
  await runSql(
    database,
    `insert into audit_log (at, actor_id, action, subject) values (now(), ${ADA}, 'project_deleted', 'project:7')`,
  );
}

/** All projects and drafts are kept, and the key remains with the first project that has it. */
async function expectForms(database: Database): Promise<void> {
  const projects = await runSql<{ user_id: number; key: string }>(
    database,
    'select user_id, key from projects order by id',
  );
  expect(projects.map(({ user_id: userId, key }) => [userId, key === KEY])).toEqual([
    [ADA, true],
    [ADA, false],
    [BEN, true],
    [ADA, false],
  ]);
  expect(new Set(projects.map(({ user_id: userId, key }) => `${userId} ${key}`)).size).toBe(4);
  expect(await runSql(database, 'select project_id, is_open from drafts')).toEqual([
    { project_id: null, is_open: true },
  ]);
}

/** Each user has a workspace with all of their rows, and creators are kept. */
async function expectWorkspaces(database: Database): Promise<void> {
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
  ).toEqual(OWNERS.map((id) => ({ person_id: id, created_by: id, started_by: id })));
  expect(await runSql(database, `select person_id, created_by from uploads ${ownerOf}`)).toEqual([
    { person_id: ADA, created_by: ADA },
  ]);
}

/** Run states and row problems in reports have new names. */
async function expectRunWords(database: Database): Promise<void> {
  expect(await runSql(database, 'select state, skipped, report from runs order by id')).toEqual([
    {
      state: 'completed',
      skipped: 0,
      report: { skipped_marks: 'Ag==', notice_marks: '', link_count: 1 },
    },
    {
      state: 'completed_with_skips',
      skipped: 2,
      report: { skipped_rows: [{ row: 3 }], skipped_marks: 'Ag==', has_skipped_rows: true, link_count: 1 },
    },
    { state: 'canceled', skipped: 0, report: null },
    { state: 'failed', skipped: 0, report: { link_count: 2 } },
  ]);
}

const MOVED = '0190c1de-0000-4000-8000-00000000bbbb';
const SHARED = '0190c1de-0000-4000-8000-00000000cccc';

/**
 * Images in the first project, which is Ada's, with uploads of Ben's: one is only in this project, one is
 * also in his own.
 */
async function addPicturesElsewhere(database: Database): Promise<void> {
  await runSql(
    database,
    `insert into uploads (id, workspace_id, kind, name, size, sha256, storage_key, created_at)
    select id::uuid, (select id from workspaces where person_id = ${BEN}), 'image', 'image', 1, '', id, now()
    from unnest(array['${MOVED}', '${SHARED}']) id`,
  );
  await runSql(
    database,
    `insert into images (id, workspace_id, project_id, upload_id, name, type, width, height, created_at, chosen_at)
    select gen_random_uuid(), (select id from workspaces where person_id = ${BEN}), project_id, upload_id::uuid,
      'deck.jpg', 'image/jpeg', 1, 1, now(), now()
    from (values (1, '${MOVED}'), (1, '${SHARED}'), (3, '${SHARED}')) as each (project_id, upload_id)`,
  );
}

/** Images belong to the workspace of their project, and so do uploads that nothing else uses. */
async function expectPicturesWithProjects(database: Database): Promise<void> {
  expect(
    await runSql(
      database,
      `select project_id, person_id from images join workspaces on workspaces.id = workspace_id order by 1, 2`,
    ),
  ).toEqual([
    { project_id: 1, person_id: ADA },
    { project_id: 1, person_id: ADA },
    { project_id: 3, person_id: BEN },
  ]);
  expect(
    await runSql(
      database,
      `select uploads.id, person_id from uploads join workspaces on workspaces.id = workspace_id
      where uploads.kind = 'image' order by 1`,
    ),
  ).toEqual([
    { id: MOVED, person_id: ADA },
    { id: SHARED, person_id: BEN },
  ]);
}

it('migrations keep the rows of earlier versions', async () => {
  const database = await openEmptyDatabase();
  await startAtFirst(database);

  expect(await migrateTo(database, '0002_forms.sql')).toEqual(['0002_forms.sql']);
  await expectForms(database);

  await migrateTo(database, '0009_kept_brackets.sql');
  await addRuns(database);
  expect(await migrateTo(database, '0010_workspaces.sql')).toEqual(['0010_workspaces.sql']);
  await expectWorkspaces(database);

  await migrateTo(database, '0011_audit_log.sql');
  expect(await runSql(database, 'select actor_id, verb, object_kind, object_id from audit_log')).toEqual([
    { actor_id: ADA, verb: 'delete', object_kind: 'project', object_id: 7 },
  ]);
  await expect(runSql(database, "update audit_log set verb = 'x'")).rejects.toThrow('append-only');

  await migrateTo(database, '0016_run_words.sql');
  await expectRunWords(database);

  await migrateTo(database, '0028_row_bitmaps.sql');
  expect(await runSql(database, 'select report from runs order by id')).toEqual([
    { report: { skipped_bitmap: 'Ag==', notice_bitmap: '', link_count: 1 } },
    {
      report: { skipped_rows: [{ row: 3 }], skipped_bitmap: 'Ag==', has_skipped_rows: true, link_count: 1 },
    },
    { report: null },
    { report: { link_count: 2 } },
  ]);

  await migrateTo(database, '0032_previews_are_files.sql');
  await runSql(
    database,
    `insert into run_parts (run_id, position, name, size, pages, sha256, storage_key)
    select 1, part, 'part', 1000 * part, 1, '', part::text from generate_series(1, 2) as part`,
  );
  await migrateTo(database, '0033_output_of_projects.sql');
  expect(await runSql(database, 'select output_bytes::int from projects order by id')).toEqual(
    [3000, 0, 0, 0].map((bytes) => ({ output_bytes: bytes })),
  );

  await addPicturesElsewhere(database);
  await migrate(database);
  await expectPicturesWithProjects(database);
});

it('each Stripe customer gets its payer, and each subscription its customer', async () => {
  const database = await openEmptyDatabase();
  await migrateTo(database, '0033_z');
  await runSql(
    database,
    `insert into users (email, email_key, first_name, last_name, role, password_hash, created_at)
    select name || '@example.com', name || '@example.com', name, 'Weaver', 'user', 'none', now()
    from unnest(array['ada', 'ben']) name`,
  );
  await runSql(
    database,
    `insert into workspaces (kind, name, person_id, main_admin_id, created_at, updated_at)
    values ('person', 'Personal', ${BEN}, null, now(), now()), ('agency', 'Handed over', null, ${BEN}, now(), now()),
      ('agency', 'Other address', null, ${ADA}, now(), now())`,
  );
  await runSql(
    database,
    `insert into customers (workspace_id, idempotency_key, email, stripe_customer)
    select id, '${KEY}', case id when 3 then 'gone@example.com' else 'Ada@example.com' end, 'cus_' || id
    from workspaces`,
  );
  await runSql(
    database,
    `insert into subscriptions (stripe_subscription, workspace_id, stripe_product, stripe_price, status, "interval",
      amount, currency, is_ending, current_period_end, created_at)
    select 'sub_' || id, id, 'prod', 'price', case id when 3 then 'canceled' else 'active' end, 'month', 1, 'usd', false, now(), now() from workspaces`,
  );
  await migrateTo(database, '9999');
  const rows = await runSql(
    database,
    `select stripe_customer, payer_id, stripe_subscription from customers
      join subscriptions on subscriptions.customer_id = customers.id order by stripe_customer`,
  );
  expect(rows).toEqual([
    // A personal plan is paid by its owner, whatever email address Stripe has.
    { stripe_customer: 'cus_1', payer_id: BEN, stripe_subscription: 'sub_1' },
    // Ada paid for the agency that Ben leads now.
    { stripe_customer: 'cus_2', payer_id: ADA, stripe_subscription: 'sub_2' },
    { stripe_customer: 'cus_3', payer_id: ADA, stripe_subscription: 'sub_3' },
  ]);
  // Files of a recently ended plan are kept for 30 days.
  expect(
    await runSql(database, `select workspace_id, keep_runs, ends_at > now() as is_kept from kept_runs`),
  ).toEqual([{ workspace_id: 3, keep_runs: -1, is_kept: true }]);
  // A subscription moves with its customer.
  await runSql(database, `update customers set workspace_id = 2 where stripe_customer = 'cus_1'`);
  await runSql(database, `delete from workspaces where id in (2, 3)`);
  expect(await runSql(database, `select id from subscriptions`)).toEqual([]);
});

it('drafts get ids, and drafts of edit forms get all fields of their project', async () => {
  const database = await openEmptyDatabase();
  await migrateTo(database, '0041_z');
  await runSql(
    database,
    `do $$ declare ada int; home int; one int; draft int; begin
      insert into users (email, email_key, first_name, last_name, role, password_hash, created_at)
        values ('ada@example.com', 'ada@example.com', 'Ada', 'Weaver', 'user', 'none', now()) returning id into ada;
      insert into workspaces (kind, name, person_id, created_at, updated_at)
        values ('person', 'Personal', ada, now(), now()) returning id into home;
      insert into uploads (id, workspace_id, created_by, kind, name, size, sha256, storage_key, created_at)
        select ('0190c1de-0000-4000-8000-00000000000' || each)::uuid, home, ada, kind, name, 1, '', each, now()
        from (values ('1', 'seed', 'seed.xml'), ('2', 'sheet', 'pasted-data.csv'), ('3', 'image', 'image')) u (each, kind, name);
      insert into projects (workspace_id, created_by, key, title, type, notes, google_spread_sheet, footer_links, keep,
          site_base_url, seed_id, sheet_id, created_at, updated_at)
        values (home, ada, gen_random_uuid(), 'Plumber', 'wordpress', '', '', '', '', '',
          '0190c1de-0000-4000-8000-000000000001', '0190c1de-0000-4000-8000-000000000002', now(), now()) returning id into one;
      insert into drafts (user_id, project_id, type, fields, updated_at)
        values (ada, one, 'wordpress', '{"title": "Edited", "google_spread_sheet": ""}', now());
      insert into drafts (user_id, type, fields, sheet_id, updated_at)
        values (ada, 'hubspot', '{"title": "Begun", "google_spread_sheet": ""}',
          '0190c1de-0000-4000-8000-000000000002', now()) returning id into draft;
      insert into images (id, workspace_id, created_by, draft_id, project_id, upload_id, name, type, width, height,
          created_at, chosen_at)
        select gen_random_uuid(), home, ada, d, p, '0190c1de-0000-4000-8000-000000000003', n, 'image/png', 1, 1, now(), now()
        from (values (null, one, 'saved'), (draft, null, 'begun'), (null, null, 'orphan')) i (d, p, n);
    end $$`,
  );
  await migrate(database);
  const rows = await runSql(
    database,
    `select fields ->> 'title' as title, fields -> 'columns' as columns, drafts.seed_id is not null as has_seed, is_pasted,
        is_changed, (select string_agg(name, ',') from images where draft_id = drafts.id) as pictures
      from drafts order by title`,
  );
  expect(rows).toEqual([
    { title: 'Begun', columns: {}, has_seed: false, is_pasted: true, is_changed: true, pictures: 'begun' },
    { title: 'Edited', columns: {}, has_seed: true, is_pasted: false, is_changed: true, pictures: 'saved' },
  ]);
  expect(await runSql(database, 'select name from images order by name, draft_id')).toHaveLength(3);
  await runSql(database, 'delete from drafts');
  expect(await runSql(database, 'select name from images')).toEqual([{ name: 'saved' }]);
});

it('names and email addresses of accounts that were deleted earlier are erased from the audit log, and others are kept', async () => {
  const database = await openEmptyDatabase();
  await migrateTo(database, '0043_z');
  const rosa = 41;
  await runSql(
    database,
    `insert into users (email, email_key, first_name, last_name, role, password_hash, created_at)
      values ('ada@example.com', 'ada@example.com', 'Ada', 'Weaver', 'user', 'none', now())`,
  );
  await runSql(
    database,
    `insert into audit_log (at, actor_id, verb, object_kind, object_id, before, after, names) values
      (now(), ${ADA}, 'invite', 'invitation', 1, null, '{"email": "Rosa@example.com"}', '{"user:1": "Ada Weaver"}'),
      (now(), ${rosa}, 'update', 'user', ${rosa}, '{"email": "old@example.com", "first_name": "Rosa"}',
        '{"email": "rosa@example.com", "first_name": ""}', '{"user:${rosa}": "Rosa Diaz", "agency:7": "Rosa Diaz"}'),
      (now(), ${rosa}, 'delete', 'user', ${rosa}, '{"email": "rosa@example.com", "role": "user"}', null, '{}'),
      (now(), ${ADA}, 'update', 'user', ${ADA}, '{"email": "ada@example.com"}', '{"email": "bada@example.com"}', '{}')`,
  );
  await migrate(database);
  const rows = await runSql(database, 'select before, after, names from audit_log order by id');
  const mark = `Deleted user #${rosa}`;
  expect(rows).toEqual([
    { before: null, after: { email: mark }, names: { 'user:1': 'Ada Weaver' } },
    {
      before: { email: mark, first_name: mark },
      after: { email: mark, first_name: '' },
      names: { [`user:${rosa}`]: mark, 'agency:7': mark },
    },
    { before: { email: mark, role: 'user' }, after: null, names: {} },
    { before: { email: 'ada@example.com' }, after: { email: 'bada@example.com' }, names: {} },
  ]);
});
