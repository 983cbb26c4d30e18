/** Concurrent requests: one form sent several times, and a test during a full run. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Run } from '#contract/run-shapes.ts';
import { readEvents, type SentEvent } from '#testkit/events.ts';
import { addUser, listOwn } from '#testkit/users.ts';
import {
  type RequestUser,
  saveProject,
  sendForm,
  showProject,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { runOutsideTransaction } from '#testkit/statements.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { lockProject } from '../runs/project-runs.store.ts';

const start = useTestApp();

function sendTest(app: FastifyInstance, { headers }: RequestUser, fields: object) {
  const payload = { title: 'Plumber', type: 'wordpress', script: townsCsv(5), ...fields };
  return app.inject({ method: 'POST', url: '/api/v1/save-test', headers, payload });
}

describe('a form that is sent several times concurrently', () => {
  it('makes one project and one run, with the same response for all', async () => {
    const { app, database, user } = await start();
    const key = randomUUID();
    const fields = { key };
    const replies = await Promise.all([1, 2, 3, 4].map(() => saveProject(app, user, { fields })));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const answers = new Set(replies.map((reply) => JSON.stringify(reply.json().data)));
    expect(answers.size).toBe(1);
    expect((await listOwn(database, user, 'projects')).map((project) => project.key)).toEqual([key]);
    expect(await listOwn(database, user, 'runs')).toHaveLength(1);
    await waitForRun(app, user, replies[0]?.json().data.project_id);
  });

  inDeepTier(() => {
    it('makes one project if it asks whether to split', async () => {
      const { app, database, user } = await start();
      const seed = townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(800)}` });
      const fields = { key: randomUUID(), script: townsCsv(800) };
      const replies = await Promise.all([1, 2].map(() => saveProject(app, user, { seed, fields })));
      const ids = replies.map((reply) => reply.json().data.project_id);
      expect(ids).toEqual([ids[0], ids[0]]);
      expect(replies.every((reply) => reply.json().data.question_is_split_file)).toBe(true);
      expect(await listOwn(database, user, 'projects')).toHaveLength(1);
      expect((await listOwn(database, user, 'runs')).map(({ state }) => state)).toEqual([
        'waiting_for_split',
      ]);
    });
  });

  it('saves one of two contents, and refuses the other because a run is in progress', async () => {
    const { app, database, user, store } = await start();
    const key = randomUUID();
    const save = (rows: number) => saveProject(app, user, { fields: { key, script: townsCsv(rows) } });
    void store.hold('publish runs/');
    const replies = await Promise.all([save(3), save(4)]);
    await store.release();
    const codes = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 409]);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('run_in_progress');
    const [made] = await listOwn(database, user, 'projects');
    await waitForRun(app, user, made?.id ?? 0);
  });

  inDeepTier(() => {
    it('makes one project if it is a test', async () => {
      const { app, database, user } = await start();
      const file = { name: 'seed.xml', bytes: townSeed() };
      await sendForm(app, user, { url: '/api/v1/upload', fields: { type: 'wordpress' }, file });
      const key = randomUUID();
      const replies = await Promise.all([1, 2].map(() => sendTest(app, user, { key })));
      expect(replies.map(({ statusCode }) => statusCode)).toContain(200);
      const made = await listOwn(database, user, 'projects');
      expect(made).toHaveLength(1);
      await waitForRun(app, user, made[0]?.id ?? 0);
    });
  });
});

describe('a test during a full run', () => {
  /** The full run is held while it publishes its files. */
  async function startBoth() {
    const { app, user, store } = await start();
    const isFullRunAtWork = store.hold('publish runs/');
    const fields = { key: randomUUID() };
    const saved = await saveProject(app, user, { fields });
    const { project_id: id, run_id: fullId } = saved.json().data;
    await isFullRunAtWork;
    void store.hold(`publish runs/${fullId}/`);
    const tested = await sendTest(app, user, { project_id: id });
    expect(tested.statusCode).toBe(200);
    return { app, user, store, fields, saved, id, fullId, testId: tested.json().data.run_id };
  }

  const isTestCompleted = ({ event, data }: SentEvent<Run>) => event === 'test' && data.state === 'completed';

  it('shows its samples, while the project and the list still show the full run', async () => {
    const { app, user, store, id, fullId, testId } = await startBoth();
    const { headers } = user;
    await readEvents(app, { url: `/api/v1/projects/${id}/events`, headers }, isTestCompleted);
    const project = await showProject(app, user, id);
    expect(project.progress).toMatchObject({ id: fullId, kind: 'save' });
    expect(project.test).toMatchObject({ id: testId, kind: 'test' });
    expect(project.test?.samples).toHaveLength(3);
    const list = await app.inject({ url: '/api/v1/projects', headers });
    expect(list.json().data[0].last_run).toMatchObject({ id: fullId, kind: 'save' });
    await store.release();
    expect((await waitForRun(app, user, id)).progress).toMatchObject({ id: fullId, state: 'completed' });
  });

  it('is sent in the event stream together with the run, under different names', async () => {
    const { app, user, id, fullId, testId } = await startBoth();
    const { headers } = user;
    const told = await readEvents(app, { url: `/api/v1/projects/${id}/events`, headers }, isTestCompleted);
    const ids = (name: string) => [
      ...new Set(told.filter(({ event }) => event === name).map(({ data }) => data.id)),
    ];
    expect(ids('run')).toEqual([fullId]);
    expect(ids('test')).toEqual([testId]);
    expect(told.at(-1)?.data.samples).toHaveLength(3);
  });

  it('does not prevent that the repeated save is recognized', async () => {
    const { app, user, fields, saved } = await startBoth();
    const again = await saveProject(app, user, { fields });
    expect(again.json().data).toEqual(saved.json().data);
  });

  it('is shown as the last run if it is started after the full run has ended', async () => {
    const { app, user } = await start();
    const saved = await saveProject(app, user);
    const id: number = saved.json().data.project_id;
    await waitForRun(app, user, id);
    const tested = await sendTest(app, user, { project_id: id });
    const { progress, test } = await waitForRun(app, user, id);
    expect(progress).toMatchObject({ id: tested.json().data.run_id, kind: 'test', state: 'completed' });
    expect(test).toEqual(progress);
  });
});

it('a run that completes while its project is read is shown with its files, or as still running', async () => {
  const { app, database } = await start();
  for (let round = 0; round < 6; round += 1) {
    // A new user in each round, because of the rate limit.
    const user = await addUser(database.db);
    const saved = await saveProject(app, user);
    const id = saved.json<{ data: { project_id: number } }>().data.project_id;
    const read = async () => {
      for (;;) {
        const { progress, report } = await showProject(app, user, id);
        if (progress?.state === 'completed') return expect(report?.id).toBe(progress.id);
        await sleep(10);
      }
    };
    await Promise.all([read(), read(), read()]);
  }
});

it('a run that ends while its project is being changed waits for the lock without a deadlock', async () => {
  const { app, database, log, user } = await start();
  const saved = await saveProject(app, user);
  const id: number = saved.json().data.project_id;
  await database.db.transaction().execute(async (trx) => {
    await lockProject(trx, id);
    // The embedded database serializes transactions.
    if (database.kind === 'postgres') {
      const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      await expect.poll(() => runOutsideTransaction(() => runSql(database, waiting))).toHaveLength(1);
    }
    // A save and a deletion also change runs under the lock.
    await trx.updateTable('runs').set({ skipped: 0 }).where('project_id', '=', id).execute();
  });
  expect((await waitForRun(app, user, id)).progress?.state).toBe('completed');
  // After a deadlock, the log would have an error and the run would have been retried.
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
