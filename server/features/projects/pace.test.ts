/** How many runs one person may have in the queue and begin in an hour, and who is not counted. */
import { describe, expect, it, vi } from 'vitest';
import type { Role } from '#contract/account.contract.ts';
import { addPerson } from '#testkit/people.ts';
import {
  type Person,
  saveProject,
  sendForm,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { startTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

vi.setConfig({ testTimeout: 90_000 });

const HOUR_MS = 3_600_000;

async function start(role: Role = 'user') {
  let now = new Date();
  const stage = await startTestApp({ clock: () => now });
  const person = await addPerson(stage.database.db, { role });
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return { ...stage, person, pass };
}

type Stage = Awaited<ReturnType<typeof start>>;

/** Copies the newest run of a person, each copy with a project of its own, into that state. */
async function queue({ database }: Stage, { userId }: Person, count: number, state: string, kind = 'save') {
  await runSql(
    database,
    `with made as (
      insert into projects (user_id, key, title, type, notes, google_spread_sheet, footer_links, seed_id, sheet_id,
        created_at, updated_at)
      select ${userId}, gen_random_uuid(), title, type, notes, '', '', seed_id, sheet_id, created_at, updated_at
      from projects, generate_series(1, ${count}) where projects.id = (select min(id) from projects)
      returning id, title, seed_id, sheet_id)
    insert into runs (project_id, user_id, kind, state, title, footer_links, seed_id, sheet_id, created_at)
    select id, ${userId}, '${kind}', '${state}', title, '', seed_id, sheet_id, now() from made`,
  );
}

async function saveFirst({ app, person }: Stage): Promise<number> {
  const { project_id: id } = (await saveProject(app, person)).json().data;
  await waitForRun(app, person, id);
  return id;
}

const countRuns = async ({ database }: Stage) =>
  (await runSql<{ count: number }>(database, 'select count(*)::int as count from runs'))[0]?.count;

describe('the queue of one person', () => {
  it('holds ten full runs; the next save is told to wait, and stores nothing', async () => {
    const stage = await start();
    const { app, person } = stage;
    const id = await saveFirst(stage);
    await queue(stage, person, 10, 'queued');
    const before = await countRuns(stage);
    const url = `/api/v1/projects/${id}`;
    const fields = { title: 'Plumber', script: townsCsv(1) };
    for (const reply of [
      await saveProject(app, person),
      await sendForm(app, person, { method: 'PUT', url, fields }),
    ]) {
      expect(reply.statusCode).toBe(429);
      expect(reply.headers['retry-after']).toBe('30');
      expect(reply.json()).toMatchObject({
        code: 'too_many',
        message: '10 of your runs wait in the queue already. Wait until some of them are done.',
      });
    }
    expect(await countRuns(stage)).toBe(before);
  });

  it('holds ten when more come at one moment, and stores nothing of the others', async () => {
    const stage = await start();
    const { app, database, person } = stage;
    await saveFirst(stage);
    await queue(stage, person, 9, 'queued');
    // Nothing leaves the queue: long runs of two others have both places.
    const long = { fields: { script: townsCsv(60_000), split_xml_file: '2' } };
    const others = [await addPerson(database.db), await addPerson(database.db)];
    const first = [];
    for (const other of others) {
      const saved = await saveProject(app, other, long);
      first.push({ other, id: saved.json().data.project_id });
    }
    const isQueued = `select id from runs where state = 'queued' and user_id <> ${person.userId}`;
    await expect.poll(() => runSql(database, isQueued), { timeout: 15_000 }).toEqual([]);
    const before = await countRuns(stage);
    const replies = await Promise.all([1, 2, 3, 4].map(() => saveProject(app, person)));
    const codes = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(codes).toEqual([200, 429, 429, 429]);
    expect(await countRuns(stage)).toBe((before ?? 0) + 1);
    expect(await runSql(database, 'select count(*)::int as count from projects')).toEqual([{ count: 13 }]);
    for (const { other, id } of first) {
      const url = `/api/v1/projects/${id}/cancel`;
      await app.inject({ method: 'POST', url, headers: other.headers });
    }
  });

  it('counts what waits, not what works, asks or is a test; and nobody else', async () => {
    const stage = await start();
    const { app, database, person } = stage;
    await saveFirst(stage);
    await queue(stage, person, 9, 'queued');
    for (const state of ['planning', 'running', 'auditing', 'waiting_for_split', 'landed']) {
      await queue(stage, person, 1, state);
    }
    await queue(stage, person, 5, 'queued', 'test');
    await queue(stage, await addPerson(database.db), 10, 'queued');
    expect((await saveProject(app, person)).statusCode).toBe(200);
  });
});

describe('the hour of one person', () => {
  it('has thirty full runs; what is refused or asks is none, and tests are free', async () => {
    const stage = await start();
    const { app, database, person, pass } = stage;
    const id = await saveFirst(stage);
    await runSql(database, `update rate_limits set count = 29 where key = 'run:${person.userId}'`);
    const unreadable = { fields: { title: '' } };
    expect((await saveProject(app, person, unreadable)).statusCode).toBe(422);
    expect((await saveProject(app, person, { fields: { script: 'other\nWaco' } })).statusCode).toBe(422);
    const seed = townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(800)}` });
    const large = { seed, fields: { script: townsCsv(800) } };
    expect((await saveProject(app, person, large)).json().data.question_is_split_file).toBe(true);
    const stale = { project_id: String(id), revision: '77', script: townsCsv(2) };
    expect((await saveProject(app, person, { fields: stale })).statusCode).toBe(409);
    expect((await saveProject(app, person)).statusCode).toBe(200);
    const refused = await saveProject(app, person);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().message).toMatch(/^Too many requests\. Please wait \d+ minutes and try again\.$/);
    const wait = Number(refused.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    const test = { title: 'x', type: 'wordpress', script: townsCsv(1), project_id: id };
    const tested = await app.inject({
      method: 'POST',
      url: '/api/v1/save-test',
      headers: person.headers,
      payload: test,
    });
    expect(tested.statusCode).toBe(200);
    pass(wait * 1000);
    expect((await saveProject(app, person)).statusCode).toBe(200);
    pass(2 * HOUR_MS);
    expect((await saveProject(app, person)).statusCode).toBe(200);
  });

  it('is not counted for a superadmin, who owns the machine', async () => {
    const stage = await start('superadmin');
    const { app, database, person } = stage;
    await saveFirst(stage);
    await queue(stage, person, 10, 'queued');
    expect((await saveProject(app, person, { seed: townSeed() })).statusCode).toBe(200);
    expect(await runSql(database, "select key from rate_limits where key like 'run:%'")).toEqual([]);
  });
});
