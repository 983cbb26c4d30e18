/** An impersonation doesn't mark notifications as read, and its changes are recorded. */
import { expect, it } from 'vitest';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const enter = useTestApp();

async function start() {
  const stage = await enter();
  const superadmin = await addUser(stage.database.db, { role: 'superadmin' });
  const impersonated = await addUser(stage.database.db, { parentId: superadmin.sessionId });
  const target: SignedInUser = { ...impersonated, userId: stage.user.userId };
  await runSql(
    stage.database,
    `update sessions set user_id = ${target.userId} where id = ${impersonated.sessionId}`,
  );
  const listEntries = () =>
    runSql<{ mark: string; impersonator_id: number | null; after: unknown }>(
      stage.database,
      `select object_kind || '.' || verb as mark, impersonator_id, after from audit_log
      where actor_id = ${target.userId} order by id`,
    );
  return { ...stage, superadmin, target, listEntries };
}

it('marks no notification of the user as read', async () => {
  const { app, user, target, database } = await start();
  await runSql(
    database,
    `insert into notifications (user_id, notification, created_at) values (${target.userId}, 'News', now())`,
  );
  const read = async ({ headers }: Pick<SignedInUser, 'headers'>) =>
    (await app.inject({ method: 'POST', url: '/api/v1/notifications/read', headers, payload: {} })).json()
      .data.unread_count;
  expect(await read(target)).toBe(1);
  expect(await read(user)).toBe(0);
});

it('is recorded with each change, but not with calls that only read', async () => {
  const { app, user, target, superadmin, listEntries } = await start();
  await saveProject(app, user);
  const opened = await app.inject({
    method: 'POST',
    url: '/api/v1/projects/drafts',
    headers: user.headers,
    payload: { type: 'WordPress' },
  });
  const before = (await listEntries()).length;
  for (const path of [
    'payment/subscr',
    'notifications/read',
    `projects/drafts/${opened.json().data.id}/inspect`,
  ]) {
    const call = { method: 'POST', url: `/api/v1/${path}`, headers: target.headers, payload: {} } as const;
    expect((await app.inject(call)).statusCode, path).toBe(200);
  }
  expect((await listEntries()).slice(before)).toEqual([]);
  const draft = await app.inject({
    method: 'POST',
    url: '/api/v1/projects/drafts',
    headers: target.headers,
    payload: { type: 'WordPress' },
  });
  expect(draft.statusCode).toBe(201);
  expect((await listEntries()).slice(before)).toEqual([
    { mark: 'session.call', impersonator_id: superadmin.userId, after: { endpoint: 'drafts.open' } },
  ]);
});

it('is recorded with a download of all files of a run', async () => {
  const { app, user, target, superadmin, listEntries } = await start();
  const { project_id: id } = (await saveProject(app, user)).json().data;
  const zips = [await waitForRun(app, user, id), await waitForRun(app, target, id)].map(
    (project) => project.download_all_url ?? '',
  );
  for (const url of zips) expect((await app.inject(url)).statusCode, url).toBe(200);
  const downloads = (await listEntries()).filter(({ mark }) => mark === 'run.download');
  expect(downloads.map((entry) => entry.impersonator_id)).toEqual([null, superadmin.userId]);
  const asOwner = zips[1]?.replace(/&by=\d+/, '') ?? '';
  expect((await app.inject(asOwner)).statusCode).toBe(403);
});
