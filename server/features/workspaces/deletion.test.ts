/** Deleting accounts and agencies deletes all of their content and nothing else. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { collectGarbage } from '#server/background.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { countRows, fillWorkspace, saveWithPicture, uploadPicture } from './full-workspace-fixture.ts';

const DAY_MS = 24 * 3_600_000;
const PASSWORD = 'nine orange ladders';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

const enter = useTestApp({ isEmptied: true });

const deleteAccount = ({ app }: Pick<Stage, 'app'>, { headers }: SignedInUser) =>
  app.inject({ method: 'DELETE', url: '/api/v1/account', headers, payload: { password: PASSWORD } });

/** Collects garbage as if a month had passed. */
function sweep({ database: { db }, store: { files } }: Pick<Stage, 'database' | 'store'>, listEveryMs = 0) {
  const clock = () => new Date(Date.now() + 31 * DAY_MS);
  const garbage = collectGarbage({ db, files, clock, newId: randomUUID, warn: () => {} });
  return garbage.sweep(new Date(Date.now() + 60_000), undefined, listEveryMs);
}

const deleteAgency = ({ database }: Pick<Stage, 'database'>, id: number) =>
  runSql(database, `update workspaces set status = 'deleted', deleted_at = now() where id = ${id}`);

it('deletes an account with rows in each table that belongs to a workspace', async () => {
  const stage = await enter({ passwordHash });
  const { user, database, store } = stage;
  await sweep(stage);
  const id = await fillWorkspace(stage, user);
  expect(id).toBe(user.workspaceId);
  const before = await countRows(database, id);
  const empty = Object.keys(before).filter((table) => before[table] === 0);
  expect(empty, 'fillWorkspace adds no row to these tables').toEqual([]);
  const removed = await deleteAccount(stage, user);
  expect(removed.statusCode, removed.body).toBe(200);
  await expect.poll(() => runSql(database, `select id from workspaces where id = ${id}`)).toEqual([]);
  const after = await countRows(database, id);
  expect(Object.values(after).reduce((sum, rows) => sum + rows, 0)).toBe(0);
  expect(await runSql(database, 'select id from uploads')).toEqual([]);
  expect(await runSql(database, 'select run_id from run_images')).toEqual([]);
  const keys: string[] = [];
  await sweep(stage);
  for await (const { key } of store.files.list('')) keys.push(key);
  expect(keys).toEqual(['store.json']);
});

it('purges a deleted agency with rows in each table after 30 days', async () => {
  const stage = await enter();
  const { user, database } = stage;
  const id = await addAgency(database.db, [user]);
  expect(await fillWorkspace(stage, user)).toBe(id);
  const before = await countRows(database, id);
  expect(Object.keys(before).filter((table) => before[table] === 0)).toEqual([]);
  await deleteAgency(stage, id);
  for (const statement of [
    'create table deleted_at_once (pages int)',
    `create function note_deleted() returns trigger language plpgsql as $$ begin
      insert into deleted_at_once select count(*) from gone; return null; end $$`,
    `create trigger note_deleted after delete on scan_pages referencing old table as gone
      for each statement execute function note_deleted()`,
  ])
    await runSql(database, statement);
  await sweep(stage);
  // No statement deletes more than a thousand rows.
  const batches = `select max(pages)::int as most, sum(pages)::int as "all" from deleted_at_once`;
  expect(await runSql(database, batches)).toEqual([{ most: 1000, all: 2500 }]);
  await runSql(database, 'drop function note_deleted cascade');
  await runSql(database, 'drop table deleted_at_once');
  expect(await runSql(database, `select id from workspaces where id = ${id}`)).toEqual([]);
  const after = await countRows(database, id);
  expect(Object.values(after).reduce((sum, rows) => sum + rows, 0)).toBe(0);
});

it('continues after an agency that can’t be deleted, logs it, and retries it the next time', async () => {
  const stage = await enter();
  const { app, user, database, store } = stage;
  // The store belongs to this database from its first sweep on.
  await sweep(stage);
  const stuck = await addAgency(database.db, [user]);
  await saveProject(app, user).then((saved) => waitForRun(app, user, saved.json().data.project_id));
  const other = await addUser(database.db);
  const next = await addAgency(database.db, [other]);
  await saveProject(app, other).then((saved) => waitForRun(app, other, saved.json().data.project_id));
  await deleteAgency(stage, stuck);
  await deleteAgency(stage, next);
  const orphan = 'uploads/0c6d6f0e-0000-4000-8000-000000000000';
  await store.files.put(orphan, new Uint8Array([1]));
  await runSql(database, 'create table in_the_way (id integer references workspaces)');
  await runSql(database, `insert into in_the_way values (${stuck})`);
  try {
    // The store isn't due to be listed, except for the purge.
    await expect(sweep(stage, 60 * DAY_MS)).rejects.toThrow(
      new RegExp(`Failed to delete workspace ${stuck}.*in_the_way.*retried`, 's'),
    );
    expect(await runSql(database, `select id from workspaces where kind = 'agency'`)).toEqual([
      { id: stuck },
    ]);
    expect(await store.files.stat(orphan)).toBeUndefined();
    // It is half deleted and can no longer be restored.
    const { headers } = await addUser(database.db, { role: 'admin' });
    const payload = { name: 'Back', main_admin_id: user.userId, status: 'active', reason: 'Asked for it' };
    const restored = await app.inject({ method: 'PUT', url: `/api/v1/agencies/${stuck}`, headers, payload });
    expect(restored.statusCode, restored.body).toBe(404);
  } finally {
    await runSql(database, 'drop table in_the_way');
  }
  await sweep(stage);
  expect(await runSql(database, `select id from workspaces where kind = 'agency'`)).toEqual([]);
});

it('moves uploads of a deleted agency to the workspaces that still use them', async () => {
  const stage = await enter();
  const { app, user, database } = stage;
  const id = await addAgency(database.db, [user]);
  await uploadPicture(app, user);
  const calls = callDrafts(app, user);
  const seedless = await openDraft(calls, undefined, 'hubspot');
  await calls.paste(seedless.id, 'geo_city\r\nBoston');
  const outsider = await addUser(database.db);
  const projectId = await saveWithPicture(app, outsider);
  // Earlier versions saved pictures and uploads in another workspace than their project.
  await runSql(database, `update images set workspace_id = ${id} where project_id = ${projectId}`);
  await runSql(
    database,
    `update uploads set workspace_id = ${id} where workspace_id = ${outsider.workspaceId}`,
  );
  await deleteAgency(stage, id);
  await sweep(stage);
  expect(await runSql(database, `select id from workspaces where id = ${id}`)).toEqual([]);
  expect(await runSql(database, `select workspace_id from images where project_id = ${projectId}`)).toEqual([
    { workspace_id: outsider.workspaceId },
  ]);
  expect((await calls.show(seedless.id)).json().data.sheet).toMatchObject({ text: 'geo_city\r\nBoston' });
  expect(await runSql(database, `select workspace_id from images where project_id is null`)).toEqual([
    { workspace_id: user.workspaceId },
  ]);
});

it('passes a deleted agency whose main admin leaves to the next member; without one it is purged immediately', async () => {
  const stage = await enter({ passwordHash });
  const { user: admin, database, app } = stage;
  const first = await addUser(database.db, { passwordHash });
  const second = await addUser(database.db, { passwordHash });
  const id = await addAgency(database.db, [first, second]);
  expect((await deleteAccount(stage, first)).json().code).toBe('main_admin');
  await deleteAgency(stage, id);
  expect((await deleteAccount(stage, first)).statusCode).toBe(200);
  const readMainAdmin = () =>
    runSql<{ main_admin_id: number | null }>(
      database,
      `select main_admin_id from workspaces where id = ${id}`,
    );
  expect(await readMainAdmin()).toEqual([{ main_admin_id: second.userId }]);
  expect((await deleteAccount(stage, second)).statusCode).toBe(200);
  await expect.poll(readMainAdmin).toEqual([]);
  expect((await app.inject({ url: '/api/v1/account', headers: admin.headers })).statusCode).toBe(200);
});

it('stops the active runs and scans of a deleted account', async () => {
  const stage = await enter({ passwordHash });
  const { app, user, database, store } = stage;
  const isPublishing = store.hold('publish runs/');
  const saved = await saveProject(app, user);
  await isPublishing;
  const { run_id: runId } = saved.json().data;
  expect((await deleteAccount(stage, user)).statusCode).toBe(200);
  await store.release();
  await expect.poll(() => runSql(database, `select id from runs where id = ${runId}`)).toEqual([]);
  await expect.poll(() => runSql(database, `select id from workspaces`)).toEqual([]);
});
