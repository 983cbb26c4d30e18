/** Limits on queued runs and saves per hour, exemptions, and fair scheduling between users. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addUser, listOwn, type SignedInUser } from '#testkit/users.ts';
import {
  type RequestUser,
  saveProject,
  sendForm,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp();
const UNLIMITED = { plan: 'Unlimited', limit: 600 };

/** Copies the first completed project, each with a run in the given state. */
async function queue(stage: Stage, owner: SignedInUser, count: number, state: string, kind = 'save') {
  const { database, user } = stage;
  await runSql(
    database,
    `with made as (
      insert into projects (workspace_id, created_by, key, title, type, notes, google_spread_sheet, footer_links, seed_id, sheet_id,
        created_at, updated_at)
      select ${owner.workspaceId}, ${owner.userId}, gen_random_uuid(), title, type, notes, '', '', seed_id, sheet_id, created_at, updated_at
      from projects, generate_series(1, ${count})
      where projects.id = (select min(id) from projects where created_by = ${user.userId})
      returning id, title, seed_id, sheet_id)
    insert into runs (project_id, started_by, kind, state, title, footer_links, seed_id, sheet_id, created_at)
    select id, ${owner.userId}, '${kind}', '${state}', title, '', seed_id, sheet_id, now() from made`,
  );
}

async function saveFirst({ app, user }: Stage): Promise<number> {
  const { project_id: id } = (await saveProject(app, user)).json().data;
  await waitForRun(app, user, id);
  return id;
}

const countRuns = async ({ database, user }: Stage) => (await listOwn(database, user, 'runs')).length;

/** States of a user's runs, in the order of the saves. */
const readStates = async ({ database }: Stage, user: RequestUser) =>
  (await listOwn(database, user, 'runs')).toSorted((a, b) => a.id - b.id).map(({ state }) => state);

describe('the queue of a user', () => {
  it('holds ten full runs; another save is rejected and stores nothing', async () => {
    const stage = await start();
    const { app, user } = stage;
    const id = await saveFirst(stage);
    await queue(stage, user, 10, 'queued');
    const before = await countRuns(stage);
    const url = `/api/v1/projects/${id}`;
    const fields = { title: 'Plumber', script: townsCsv(1) };
    for (const reply of [
      await saveProject(app, user),
      await sendForm(app, user, { method: 'PUT', url, fields }),
    ]) {
      expect(reply.statusCode).toBe(429);
      expect(reply.headers['retry-after']).toBe('30');
      expect(reply.json()).toMatchObject({
        code: 'too_many',
        message: 'You already have 10 runs in the queue. Wait until some of them finish.',
      });
    }
    expect(await countRuns(stage)).toBe(before);
  });

  it('holds ten full runs if more are saved concurrently, and the others store nothing', async () => {
    const stage = await start();
    const { app, database, user, store } = stage;
    await saveFirst(stage);
    await queue(stage, user, 9, 'queued');
    // Runs of two other users hold both slots, so that the queue doesn't move.
    void store.hold('publish runs/');
    const others = [await addUser(database.db), await addUser(database.db)];
    for (const other of others) await saveProject(app, other);
    for (const other of others) await expect.poll(() => readStates(stage, other)).not.toEqual(['queued']);
    const before = await countRuns(stage);
    const replies = await Promise.all([1, 2, 3, 4].map(() => saveProject(app, user)));
    const codes = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 429, 429, 429]);
    expect(await countRuns(stage)).toBe(before + 1);
    expect(await listOwn(database, user, 'projects')).toHaveLength(11);
  });

  it('counts only queued full runs of the user', async () => {
    const stage = await start();
    const { app, database, user } = stage;
    await saveFirst(stage);
    await queue(stage, user, 9, 'queued');
    for (const state of ['planning', 'running', 'auditing', 'waiting_for_split', 'completed']) {
      await queue(stage, user, 1, state);
    }
    await queue(stage, user, 5, 'queued', 'test');
    await queue(stage, await addUser(database.db), 10, 'queued');
    expect((await saveProject(app, user)).statusCode).toBe(200);
  });
});

describe('the hourly limit of a user', () => {
  it('allows as many full runs as the plan; rejected saves, split questions and tests do not count', async () => {
    const stage = await start();
    const { app, user, server } = stage;
    const id = await saveFirst(stage);
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    // Without payments, the highest limit of all plans applies.
    for (let run = 2; run <= 599; run += 1) await server.limits.countRun(user.userId, UNLIMITED);
    const unreadable = { fields: { title: '' } };
    expect((await saveProject(app, user, unreadable)).statusCode).toBe(422);
    expect((await saveProject(app, user, { fields: { script: 'other\nWaco' } })).statusCode).toBe(422);
    const seed = townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(800)}` });
    const large = { seed, fields: { script: townsCsv(800) } };
    expect((await saveProject(app, user, large)).json().data.question_is_split_file).toBe(true);
    const stale = { project_id: String(id), revision: '77', script: townsCsv(2) };
    expect((await saveProject(app, user, { fields: stale })).statusCode).toBe(409);
    expect((await saveProject(app, user)).statusCode).toBe(200);
    const rejected = await saveProject(app, user);
    expect(rejected.statusCode).toBe(429);
    expect(rejected.json().message).toMatch(
      /^You've used all 600 saves an hour that the Unlimited plan includes\. You can save again in 60 minutes\.$/,
    );
    const wait = Number(rejected.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    const test = { title: 'x', type: 'wordpress', script: townsCsv(1), project_id: id };
    const tested = await app.inject({
      method: 'POST',
      url: '/api/v1/save-test',
      headers: user.headers,
      payload: test,
    });
    expect(tested.statusCode).toBe(200);
    vi.setSystemTime(Date.now() + wait * 1000);
    expect((await saveProject(app, user)).statusCode).toBe(200);
  });

  it('does not apply to a superadmin', async () => {
    const stage = await start({ role: 'superadmin' });
    const { app, user, server } = stage;
    for (let run = 1; run <= 600; run += 1) await server.limits.countRun(user.userId, UNLIMITED);
    await saveFirst(stage);
    await queue(stage, user, 10, 'queued');
    expect((await saveProject(app, user, { seed: townSeed() })).statusCode).toBe(200);
  });
});

it('a run of a user without a running one starts before the queued runs of another user', async () => {
  const stage = await start();
  const { app, database, log, user: busy, store } = stage;
  const other = await addUser(database.db);
  const save = async (user: RequestUser) => {
    const { project_id: id, run_id: run } = (await saveProject(app, user)).json().data;
    return { id: id as number, run: run as number };
  };
  const cancel = ({ id }: { id: number }) =>
    app.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers: busy.headers });
  const countWorking = async () =>
    (await readStates(stage, busy)).filter((state) => /planning|running|auditing/.test(state)).length;
  let freeRun = 0;
  void store.hold((call) => call.startsWith('publish runs/') && !call.startsWith(`publish runs/${freeRun}/`));
  // No other user waits, so this one gets both slots.
  const all = [await save(busy), await save(busy)];
  await expect.poll(countWorking).toBe(2);
  for (const _ of [1, 2, 3]) all.push(await save(busy));
  const late = await save(other);
  freeRun = late.run;
  expect(await readStates(stage, other)).toEqual(['queued']);
  await cancel(all[0] ?? late);
  expect((await waitForRun(app, other, late.id)).progress?.state).toBe('completed');
  // Now no other user waits, so another run of the first user starts.
  await expect
    .poll(async () => {
      await skipJobWaits(database);
      return countWorking();
    })
    .toBe(2);
  const begun = [...(await listOwn(database, busy, 'runs')), ...(await listOwn(database, other, 'runs'))]
    .filter((run) => run.started_at !== null)
    .toSorted((a, b) => Number(a.started_at) - Number(b.started_at));
  expect(begun.map((run) => run.started_by)).toEqual([busy, busy, other, busy].map(({ userId }) => userId));
  for (const each of all) await cancel(each);
  await expect.poll(countWorking).toBe(0);
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
