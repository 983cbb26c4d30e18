/** Entries of the audit log, which can't be changed even through the application's own connection. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import type { AuditLine } from '#contract/audit-log.contract.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, sendForm, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp({ isEmptied: true });

async function make(app: FastifyInstance, user: SignedInUser): Promise<number> {
  const saved = await saveProject(app, user, { fields: { notes: 'First' } });
  return (await waitForRun(app, user, saved.json().data.project_id)).id;
}

const remove = (app: FastifyInstance, { headers }: SignedInUser, id: number) =>
  app.inject({ method: 'DELETE', url: `/api/v1/projects?project_id=${id}&type=wordpress`, headers });

it('records who created, changed and deleted a project, with values before and after', async () => {
  const { app, database, user } = await start();
  const id = await make(app, user);
  const edited = await sendForm(app, user, {
    method: 'PUT',
    url: `/api/v1/projects/${id}`,
    fields: { title: 'Plumber', type: 'WordPress', script: townsCsv(3), notes: 'Second' },
  });
  expect(edited.statusCode, edited.body).toBe(200);
  await waitForRun(app, user, id);
  await remove(app, user, id);
  const lines = await database.db.selectFrom('audit_log').selectAll().orderBy('id').execute();
  const of = { actor_id: user.userId, impersonator_id: null, object_kind: 'project', object_id: id };
  expect(lines).toMatchObject([
    { ...of, verb: 'create', before: null, after: { title: 'Plumber', notes: 'First' } },
    { ...of, verb: 'update', before: { notes: 'First' }, after: { notes: 'Second' } },
    { ...of, verb: 'delete', before: { title: 'Plumber', notes: 'Second' }, after: null },
  ]);
  expect(Object.keys(lines[1]?.after as object)).toEqual(['notes']);
  for (const { names } of lines) expect(names).toMatchObject({ [`project:${id}`]: 'Plumber' });
});

it('records nothing for rejected calls', async () => {
  const { app, database, user } = await start();
  const rejected = await saveProject(app, user, { fields: { script: 'geo_city\n' } });
  expect(rejected.statusCode).toBe(422);
  expect((await remove(app, user, 7)).statusCode).toBe(404);
  expect(await runSql(database, 'select id from audit_log')).toEqual([]);
});

it("can't be changed, deleted or truncated within a year (P3)", async () => {
  const { app, database, user } = await start();
  await remove(app, user, await make(app, user));
  const read = () => database.db.selectFrom('audit_log').selectAll().execute();
  const lines = await read();
  expect(lines).toHaveLength(2);
  for (const change of [
    "update audit_log set actor_id = 99, verb = 'nothing'",
    'delete from audit_log',
    `delete from audit_log where id = ${lines[0]?.id}`,
    'truncate audit_log',
    'truncate users, audit_log restart identity cascade',
  ]) {
    await expect(runSql(database, change), change).rejects.toThrow('append-only');
    expect(await read(), change).toEqual(lines);
  }
  await runSql(database, `delete from users where id = ${user.userId}`);
  expect(await read(), 'a line outlives its user').toEqual(lines);
  await runSql(
    database,
    `insert into audit_log (at, actor_id, verb, object_kind, object_id)
    values (now() - interval '367 days', 1, 'old', 'project', 1)`,
  );
  await runSql(database, "delete from audit_log where verb = 'old'");
  expect(await read()).toEqual(lines);
});

it('is searched by names, email addresses, reasons and words of its sentences', async () => {
  const { app, database, user } = await start({ role: 'superadmin' });
  const id = await make(app, user);
  await remove(app, user, id);
  const admin = await addUser(database.db, { role: 'admin', email: 'grace@search.example' });
  const set = (maintenance: boolean) =>
    app.inject({ method: 'PUT', url: '/api/v1/settings', headers: admin.headers, payload: { maintenance } });
  await set(true);
  await set(false);
  const payload = { user_id: user.userId, agency_id: null, reason: 'Asked 100% on the phone' };
  await addAgency(database.db, [admin, user]);
  const moved = await app.inject({
    method: 'POST',
    url: '/api/v1/users/agency-change',
    headers: user.headers,
    payload,
  });
  expect(moved.statusCode, moved.body).toBe(200);
  const find = async (search: string) => {
    const url = `/api/v1/audit?search=${encodeURIComponent(search)}`;
    const { data } = (await app.inject({ url, headers: admin.headers })).json<{ data: AuditLine[] }>();
    return data.map(({ verb, object }) => `${object.kind}.${verb}`).toReversed();
  };
  const both = ['settings.update', 'settings.update'];
  expect(await find('plumber')).toEqual(['project.create', 'project.delete']);
  expect(await find('deleted the project plumber')).toEqual(['project.delete']);
  expect(await find('Maintenance turned')).toEqual(both);
  expect(await find('grace@search')).toEqual(both);
  expect(await find('maint')).toEqual(both);
  expect(await find('enance')).toEqual([]);
  expect(await find('removed agency')).toEqual(['user.move']);
  expect(await find('100%')).toEqual(['user.move']);
  expect(await find('50%')).toEqual([]);
});

it('links rows that the caller can open, and names deleted ones', async () => {
  const { app, database, user } = await start({ role: 'admin' });
  const other = await addUser(database.db, { role: 'admin', email: 'other+1@links.example' });
  const id = await make(app, user);
  const list = async ({ headers }: SignedInUser) =>
    (await app.inject({ url: '/api/v1/audit?kind=project', headers })).json<{ data: AuditLine[] }>().data;
  expect((await list(user))[0]?.links).toMatchObject({ [`project:${id}`]: `/projects/${id}` });
  // Administrators can't open projects of other users.
  expect((await list(other))[0]?.links).not.toHaveProperty(`project:${id}`);
  await remove(app, user, id);
  const [gone] = await list(user);
  expect(gone).toMatchObject({ verb: 'delete', object: { id, name: 'Plumber' } });
  expect(gone?.links).not.toHaveProperty(`project:${id}`);
  await app.inject({
    method: 'PUT',
    url: '/api/v1/settings',
    headers: other.headers,
    payload: { maintenance: false },
  });
  const url = '/api/v1/audit?kind=settings';
  const { data } = (await app.inject({ url, headers: user.headers })).json<{ data: AuditLine[] }>();
  expect(data[0]?.links).toEqual({
    [`user:${other.userId}`]: '/stripe/all-users?search=other%2B1%40links.example',
  });
});
