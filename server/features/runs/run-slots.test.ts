/** Scheduling of runs: canceled runs don't count, and two runs of one user never start on the same check. */
import { describe, expect, it } from 'vitest';
import type { Trx } from '#server/db/open.ts';
import { addUser, listOwn } from '#testkit/users.ts';
import { type RequestUser, saveProject, waitForRun } from '#testkit/project-calls.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { acquireSlot } from './run-slots.service.ts';

const start = useTestApp();

/** Saves a project. @returns its ID and that of its run */
async function save({ app }: Stage, user: RequestUser) {
  const { project_id: id, run_id: run } = (await saveProject(app, user)).json().data;
  return { id: id as number, run: run as number };
}

const cancel = ({ app }: Stage, { headers }: RequestUser, { id }: { id: number }) =>
  app.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers });

const readState = async ({ database }: Stage, run: number) =>
  (await database.db.selectFrom('runs').select('state').where('id', '=', run).executeTakeFirst())?.state;

const isAtWork = (stage: Stage, run: number) => async () =>
  /planning|running|auditing/.test((await readState(stage, run)) ?? '');

describe('a run that was canceled', () => {
  it('frees the slot of its user, whose next run starts although other users wait', async () => {
    const stage = await start();
    const { app, database, user, store } = stage;
    const first = await addUser(database.db);
    const second = await addUser(database.db);
    const last = await addUser(database.db);
    void store.hold('publish runs/');
    const canceled = await save(stage, user);
    await expect.poll(isAtWork(stage, canceled.run)).toBe(true);
    await cancel(stage, user, canceled);
    expect((await waitForRun(app, user, canceled.id)).progress?.state).toBe('canceled');
    const held = [await save(stage, first), await save(stage, second)];
    for (const { run } of held) await expect.poll(isAtWork(stage, run)).toBe(true);
    const next = await save(stage, user);
    const waiting = await save(stage, last);
    expect([await readState(stage, next.run), await readState(stage, waiting.run)]).toEqual([
      'queued',
      'queued',
    ]);
    await cancel(stage, first, held[0] ?? canceled);
    await expect
      .poll(async () => {
        await skipJobWaits(database);
        return [await isAtWork(stage, next.run)(), await isAtWork(stage, waiting.run)()];
      })
      .toEqual([true, false]);
  });

  it('no longer counts toward the ten in the queue', async () => {
    const stage = await start();
    const { app, database, user, store } = stage;
    void store.hold('publish runs/');
    const others = [await addUser(database.db), await addUser(database.db)];
    for (const other of others) {
      const { run } = await save(stage, other);
      await expect.poll(isAtWork(stage, run)).toBe(true);
    }
    const saved: { id: number }[] = [];
    for (let run = 1; run <= 10; run += 1) saved.push(await save(stage, user));
    expect((await saveProject(app, user)).statusCode).toBe(429);
    await cancel(stage, user, saved[4] ?? { id: 0 });
    expect((await saveProject(app, user)).statusCode).toBe(200);
    const states = (await listOwn(database, user, 'runs')).map(({ state }) => state);
    expect(states.filter((state) => state === 'queued')).toHaveLength(10);
  });
});

it('two runs of one user that are scheduled concurrently do not both start', async () => {
  const stage = await start();
  const { database, user, store } = stage;
  void store.hold('publish runs/');
  const others = [await addUser(database.db), await addUser(database.db), await addUser(database.db)];
  for (const other of others.slice(0, 2)) {
    const { run } = await save(stage, other);
    await expect.poll(isAtWork(stage, run)).toBe(true);
  }
  const runs = [await save(stage, user), await save(stage, user)];
  // Another user waits, so a user with a running run must wait.
  await save(stage, others[2] ?? user);
  // The workers must not schedule runs in the meantime.
  await runSql(database, `delete from pgboss.job where state < 'active' and name = 'run'`);
  const decided: boolean[] = [];
  const isFirstDecided = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const decide = (work: (trx: Trx) => Promise<void>) => database.db.transaction().execute(work);
  const [{ run: one } = { run: 0 }, { run: two } = { run: 0 }] = runs;
  const first = decide(async (trx) => {
    decided.push(await acquireSlot(trx, one, new Date()));
    isFirstDecided.resolve();
    await commit.promise;
  });
  await isFirstDecided.promise;
  const second = decide(async (trx) => void decided.push(await acquireSlot(trx, two, new Date())));
  // The embedded database has one connection, so the second transaction hasn't started there.
  if (database.kind === 'postgres') {
    const countWaiting = () =>
      runSql(
        database,
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    await expect.poll(countWaiting).toHaveLength(1);
  }
  expect(decided).toEqual([true]);
  commit.resolve();
  await Promise.all([first, second]);
  expect(decided).toEqual([true, false]);
  expect(await readState(stage, two)).toBe('queued');
});
