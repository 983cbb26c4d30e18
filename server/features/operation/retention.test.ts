/** The hourly job deletes what is older than it is kept; what one kind of rows refuses keeps no other kind from it. */
import { expect, it } from 'vitest';
import { addPerson } from '#testkit/people.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp();

it('sessions go 30 days after their end, and entries of the audit log after a year', async () => {
  const { database, person } = await start();
  const { userId } = await addPerson(database.db);
  await runSql(
    database,
    `insert into sessions (user_id, token_hash, created_at, seen_at, expires_at, ip, agent)
      select ${userId}, 'test-' || days, now(), now(), now() - days * interval '1 day', '127.0.0.1', 'test'
      from unnest(array[29, 31, 400]) as days`,
  );
  await runSql(
    database,
    `insert into audit_log (at, actor_id, verb, object_kind, object_id)
      select now() - days * interval '1 day', ${userId}, 'old', 'project', days
      from (select generate_series(367, 2500) as days union all select 364) as ages`,
  );
  const readEntries = () =>
    runSql(database, `select object_id as days from audit_log where actor_id = ${userId}`);
  await skipJobWaits(database);
  await expect.poll(readEntries, { timeout: 30_000 }).toEqual([{ days: 364 }]);
  const tokens = await runSql(
    database,
    `select token_hash from sessions where user_id = ${userId} and token_hash like 'test-%'`,
  );
  expect(tokens).toEqual([{ token_hash: 'test-29' }]);
  // The sessions of others are as they were.
  expect(await runSql(database, `select id from sessions where id = ${person.sessionId}`)).toHaveLength(1);
});

it('a step that fails is logged, and the ones after it are taken', async () => {
  const { database, log } = await start();
  const { userId } = await addPerson(database.db);
  await runSql(database, 'alter table runs rename column has_rows to renamed_for_test');
  try {
    await runSql(
      database,
      `insert into audit_log (at, actor_id, verb, object_kind, object_id)
        values (now() - interval '2 years', ${userId}, 'old', 'project', 1)`,
    );
    const readEntries = () => runSql(database, `select id from audit_log where actor_id = ${userId}`);
    await skipJobWaits(database);
    await expect.poll(readEntries, { timeout: 30_000 }).toEqual([]);
    expect(log.map(({ msg }) => msg)).toContain(
      'Retention failed to remove files of old runs; it is tried again in an hour',
    );
  } finally {
    await runSql(database, 'alter table runs rename column renamed_for_test to has_rows');
  }
});
