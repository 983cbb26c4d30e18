/** The hourly job deletes expired rows. A step that fails doesn't stop the others. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject } from '#testkit/project-calls.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { openTestDatabase, runSql } from '#testkit/test-database.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { RETENTION_JOB, startRetention } from './retention.jobs.ts';

const start = useTestApp();

async function makeProject(app: FastifyInstance, user: SignedInUser): Promise<number> {
  return (await saveProject(app, user)).json().data.project_id;
}

it('deletes sessions 30 days after their end, and audit log entries after a year', async () => {
  const { database, user } = await start();
  const { userId } = await addUser(database.db);
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
  // Other users' sessions are unchanged.
  expect(await runSql(database, `select id from sessions where id = ${user.sessionId}`)).toHaveLength(1);
});

it('deletes expired sign-ins', async () => {
  const { database, user } = await start();
  const values = `select 'test-' || minutes, ${user.userId}, now() + minutes * interval '1 minute'
    from unnest(array[-1, 5]) as minutes`;
  const tables = ['sign_in_challenges', 'google_sign_ins'];
  for (const table of tables)
    await runSql(database, `insert into ${table} (token_hash, user_id, expires_at) ${values}`);
  await skipJobWaits(database);
  for (const table of tables) {
    const read = () => runSql(database, `select token_hash from ${table} where user_id = ${user.userId}`);
    await expect.poll(read, { timeout: 30_000 }).toEqual([{ token_hash: 'test-5' }]);
  }
});

it('deletes changes of email addresses after their link has expired', async () => {
  const { database, user } = await start();
  await runSql(
    database,
    `insert into email_changes (user_id, old_email, old_email_key, new_email, confirmed_at, nonce, token_hash, expires_at)
      select ${user.userId}, 'old@x.example', 'old@x.example', 'new@x.example', now(), gen_random_uuid(),
        'test-' || hours, now() + hours * interval '1 hour'
      from unnest(array[-2, -1, 1]) as hours`,
  );
  await skipJobWaits(database);
  const read = () => runSql(database, `select token_hash from email_changes where user_id = ${user.userId}`);
  await expect.poll(read, { timeout: 30_000 }).toEqual([{ token_hash: 'test-1' }]);
});

it('deletes the styles of sites a week after they were fetched', async () => {
  const { app, database, user } = await start();
  const [old, recent] = [await makeProject(app, user), await makeProject(app, user)];
  await runSql(
    database,
    `insert into site_styles values (${old}, 'https://a.example', '{}', now() - interval '8 days'),
      (${recent}, 'https://a.example', '{}', now() - interval '6 days')`,
  );
  await skipJobWaits(database);
  const read = () =>
    runSql(database, `select project_id from site_styles where project_id in (${old}, ${recent})`);
  await expect.poll(read, { timeout: 30_000 }).toEqual([{ project_id: recent }]);
});

it('uses the connections of background jobs, which have a longer timeout', async () => {
  const { database } = await start();
  await runSql(database, 'create table times_of_test (name text, given text)');
  await runSql(
    database,
    `create function note_time() returns trigger language plpgsql as $$ begin
      insert into times_of_test values (tg_table_name, current_setting('statement_timeout')); return null; end $$`,
  );
  const tables = ['audit_log', 'email_changes', 'sessions'];
  for (const table of tables)
    await runSql(database, `create trigger note_time after delete on ${table} execute function note_time()`);
  try {
    await skipJobWaits(database);
    const read = () => runSql(database, 'select distinct name, given from times_of_test order by name');
    // PGlite has no timeout.
    const given = database.kind === 'pglite' ? '0' : '1min';
    await expect.poll(read, { timeout: 30_000 }).toEqual(tables.map((name) => ({ name, given })));
  } finally {
    await runSql(database, 'drop function note_time cascade');
    await runSql(database, 'drop table times_of_test');
  }
});

it('logs a step that fails and runs the next ones', async () => {
  const { database, log } = await start();
  const { userId } = await addUser(database.db);
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
      'Retention failed to remove files of old runs; retrying in an hour',
    );
  } finally {
    await runSql(database, 'alter table runs rename column renamed_for_test to has_rows');
  }
});

it('a stop of the server aborts the current step without an error', async () => {
  const database = await openTestDatabase();
  const faults: unknown[] = [];
  const ends: unknown[] = [];
  const log = {
    info: (line: object) => void ends.push('result' in line && line.result),
    error: (line: object) => void faults.push(line),
  };
  const queue = await openQueue({ database, jobs: [RETENTION_JOB], log });
  onTestFinished(() => queue.close());
  const [stop, begun] = [new AbortController(), Promise.withResolvers<void>()];
  const steps = {
    long: async (signal: AbortSignal) => {
      begun.resolve();
      await sleep(60_000, undefined, { signal });
    },
    next: async () => void faults.push('the next step ran'),
  };
  const send = (job: string, when: object) =>
    database.db.transaction().execute((trx) => queue.send(trx, job, {}, when));
  const logError = (error: unknown) => void faults.push(error);
  await startRetention({ queue, send, steps, isAlone: true, logError }, stop.signal);
  // A job that is announced during the worker's first poll waits for the next one, a minute later.
  const again = setInterval(
    () => void send(RETENTION_JOB, { singletonKey: 'again', startAfterSeconds: 0 }),
    500,
  );
  await begun.promise.finally(() => clearInterval(again));
  stop.abort();
  await queue.close();
  expect(ends).toEqual([false, 'done']);
  expect(faults).toEqual([]);
});
