/** The audit log as the application's own connection meets it. */
import { expect, it } from 'vitest';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp();

it('says who deleted what, and lets nobody change, take out or empty it before a year is over (P3)', async () => {
  const { app, database, person } = await start();
  const saved = await saveProject(app, person);
  const { id } = await waitForRun(app, person, saved.json().data.project_id);
  const url = `/api/v1/projects?project_id=${id}&type=wordpress`;
  await app.inject({ method: 'DELETE', url, headers: person.headers });
  const read = () => database.db.selectFrom('audit_log').selectAll().execute();
  const lines = await read();
  expect(lines).toMatchObject([
    { actor_id: person.userId, action: 'project_deleted', subject: `project:${id}` },
  ]);
  for (const change of [
    "update audit_log set actor_id = 99, action = 'nothing'",
    'delete from audit_log',
    `delete from audit_log where id = ${lines[0]?.id}`,
    'truncate audit_log',
    'truncate users, audit_log restart identity cascade',
  ]) {
    await expect(runSql(database, change), change).rejects.toThrow('append-only');
    expect(await read(), change).toEqual(lines);
  }
  await runSql(database, `delete from users where id = ${person.userId}`);
  expect(await read(), 'a line outlives its person').toEqual(lines);
  await runSql(
    database,
    `insert into audit_log (at, actor_id, action, subject) values (now() - interval '367 days', 1, 'old', 'x')`,
  );
  await runSql(database, "delete from audit_log where action = 'old'");
  expect(await read()).toEqual(lines);
});
