/** What 0002_forms.sql makes of a database in which a form has made two projects at one moment. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { addPerson } from '#testkit/people.ts';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';
import { migrate } from './migrate.ts';
import type { Database } from './open.ts';

const NAME = '0002_forms.sql';
const KEY = '0190c1de-0000-4000-8000-00000000f04c';
const SEED = '0190c1de-0000-4000-8000-00000000aaaa';

/** The files up to this one, in a folder of their own. */
function copyMigrations(): string {
  const own = fileURLToPath(new URL('migrations', import.meta.url));
  const names = readdirSync(own).filter((name) => name <= NAME);
  return makeFolder(Object.fromEntries(names.map((name) => [name, readFileSync(join(own, name), 'utf8')])));
}

/** As 0001_start.sql left it, as far as this file goes; what came later is told as done again at the end. */
async function goBack(database: Database): Promise<void> {
  onTestFinished(async () => {
    await runSql(database, 'insert into migrations select * from migrations_later');
    await runSql(database, 'drop table migrations_later');
  });
  const steps = [
    `create table migrations_later as select * from migrations where name > '${NAME}'`,
    `delete from migrations where name >= '${NAME}'`,
    'drop index projects_of_form',
    'alter table drafts drop constraint drafts_of_form, drop column project_id',
    'alter table drafts add constraint drafts_user_id_type_key unique (user_id, type)',
  ];
  for (const step of steps) await runSql(database, step);
}

async function insertProject(database: Database, userId: number, key: string): Promise<void> {
  await runSql(
    database,
    `insert into projects (user_id, key, title, type, notes, google_spread_sheet, footer_links, seed_id,
      created_at, updated_at)
    values (${userId}, '${key}', 'Plumber', 'wordpress', '', '', '', '${SEED}', now(), now())`,
  );
}

it('keeps all projects and drafts, and the key with the first project that has it', async () => {
  const database = await openTestDatabase();
  const [ada, bob] = [await addPerson(database.db), await addPerson(database.db)];
  await goBack(database);
  await runSql(
    database,
    `insert into uploads (id, user_id, kind, name, size, sha256, storage_key, created_at)
    values ('${SEED}', ${ada.userId}, 'seed', 'seed.xml', 1, '', 'none', now())`,
  );
  for (const { userId } of [ada, ada, bob, ada]) await insertProject(database, userId, KEY);
  await runSql(
    database,
    `insert into drafts (user_id, type, fields, updated_at) values (${ada.userId}, 'wordpress', '{}', now())`,
  );

  expect(await migrate(database, copyMigrations())).toEqual([NAME]);

  const rows = await runSql<{ user_id: number; key: string }>(
    database,
    'select user_id, key from projects order by id',
  );
  expect(rows.map(({ user_id: userId, key }) => [userId, key === KEY])).toEqual([
    [ada.userId, true],
    [ada.userId, false],
    [bob.userId, true],
    [ada.userId, false],
  ]);
  expect(new Set(rows.map(({ user_id: userId, key }) => `${userId} ${key}`)).size).toBe(4);
  expect(await runSql(database, 'select project_id, is_open from drafts')).toEqual([
    { project_id: null, is_open: true },
  ]);
});
