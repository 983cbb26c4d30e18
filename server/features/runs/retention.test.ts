/** Runs that a project keeps: the current one, five before it and pinned ones; others lose files and page rows. */
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import { listOwn } from '#testkit/users.ts';
import { saveProject, sendForm, showProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp();

const HOUR_MS = 3600 * 1000;
const REMOVED = /^The files of this run were removed on [A-Z][a-z]{2} \d{1,2}, 20\d\d\./;

/** Saves a project, then saves it again until it has `count` full runs. @returns the project after each run */
async function makeRuns({ app, user }: Stage, count: number): Promise<Project[]> {
  const projects: Project[] = [];
  for (let rows = 1; rows <= count; rows += 1) {
    const [first] = projects;
    const fields: Record<string, string> = { script: townsCsv(rows) };
    if (first !== undefined) fields['project_id'] = String(first.id);
    const saved = await saveProject(app, user, { fields });
    expect(saved.statusCode, saved.body).toBe(200);
    const { project_id: id } = saved.json().data;
    projects.push(await waitForRun(app, user, id));
  }
  return projects;
}

/** Numbers of the project's runs that were pruned, and of those that were not, in order. */
async function readRuns({ app, user }: Stage, id: number) {
  const { runs } = await showProject(app, user, id);
  const pick = (isPruned: boolean) =>
    runs
      .filter(({ pruned_at: at }) => (at !== null) === isPruned)
      .map((run) => run.id)
      .toReversed();
  return { pruned: pick(true), kept: pick(false) };
}

/** Lets the hourly job run now. */
async function prune(stage: Stage, isDone: () => Promise<boolean>): Promise<void> {
  await skipJobWaits(stage.database);
  await expect.poll(isDone, { timeout: 30_000, interval: 50 }).toBe(true);
}

const call = ({ app, user: { headers } }: Stage, method: 'GET' | 'POST' | 'DELETE', url: string) =>
  app.inject({ method, url, headers });

const isPruned = (stage: Stage, id: number, count: number) => async () =>
  (await readRuns(stage, id)).pruned.length === count;

const countRows = async ({ database }: Stage, table: string, runId: number) =>
  (await runSql(database, `select from ${table} where run_id = ${runId}`)).length;

describe('a project with more runs than it keeps', () => {
  it('keeps the files of its current run and of five before it, and the reports of all', async () => {
    const stage = await start();
    const { app, database, user, store } = stage;
    const projects = await makeRuns(stage, 8);
    const [oldest, second, third] = projects;
    const { id = 0, parts = [], download_all_url: zipUrl = '', formed_links_url: linksUrl } = oldest ?? {};
    const oldestId = oldest?.report?.id ?? 0;
    await runSql(
      database,
      `insert into run_pages (run_id, sheet_row, address, label)
        select ${oldestId}, row, '', '' from generate_series(100, 2600) as row`,
    );
    await prune(stage, async () => {
      const rows = await countRows(stage, 'run_pages', oldestId);
      return rows === 0 && (await isPruned(stage, id, 2)());
    });
    const { pruned, kept } = await readRuns(stage, id);
    expect(pruned).toEqual([oldestId, second?.report?.id]);
    expect(kept).toHaveLength(6);
    expect(await countRows(stage, 'run_pages', third?.report?.id ?? 0)).toBe(3);

    const url = `/api/v1/projects/${id}/runs/${oldestId}`;
    const shown = await call(stage, 'GET', url);
    expect(shown.json().data).toMatchObject({
      state: 'completed',
      pages_done: 1,
      formed_link_count: 1,
      bytes: 0,
      parts: [],
      download_all_url: null,
      skipped_rows_url: null,
    });
    for (const reply of [
      await app.inject({ url: parts[0]?.url ?? '' }),
      await app.inject({ url: zipUrl ?? '' }),
      await app.inject({ url: linksUrl ?? '' }),
      await call(stage, 'POST', `${url}/restore`),
      await call(stage, 'POST', `${url}/pin`),
      await call(stage, 'GET', `${url}/towns`),
    ]) {
      expect(reply.statusCode, reply.body).toBe(410);
      expect(reply.json()).toMatchObject({ code: 'files_removed', message: expect.stringMatching(REMOVED) });
    }
    // The current run is unchanged.
    const last = await showProject(app, user, id);
    expect(last.report).toMatchObject({ is_current: true, pages_done: 8, pruned_at: null });
    expect((await app.inject({ url: last.parts[0]?.url ?? '' })).statusCode).toBe(200);

    const [{ output_bytes: written } = { output_bytes: -1 }] = await listOwn(database, user, 'projects');
    const kepts = await runSql<{ bytes: number }>(
      database,
      `select sum(size)::float8 as bytes from run_parts where run_id in (${kept.join()})`,
    );
    expect(written).toBe(kepts[0]?.bytes);

    // The garbage collection deletes its files, and seeds and sheets that no other run uses.
    const listFiles = async (folder: string) => {
      const keys: string[] = [];
      for await (const { key } of store.files.list(folder)) keys.push(key);
      return keys.length;
    };
    expect(await listFiles(`runs/${oldestId}/`)).toBeGreaterThan(0);
    const inputs = await listOwn(database, user, 'uploads');
    // once a day
    stage.pass(24 * HOUR_MS);
    await prune(stage, async () => {
      await skipJobWaits(database);
      return (await listFiles(`runs/${oldestId}/`)) === 0;
    });
    await expect.poll(() => listOwn(database, user, 'uploads')).toHaveLength(inputs.length - 2);
    for (const run of kept) expect(await listFiles(`runs/${run}/`)).toBeGreaterThan(0);
  });

  it('keeps pinned runs while they are pinned, and the audit log names the user', async () => {
    const stage = await start({ role: 'admin' });
    const projects = await makeRuns(stage, 8);
    const id = projects[0]?.id ?? 0;
    const [first = 0, second = 0] = projects.map(({ report }) => report?.id ?? 0);
    const pinUrl = `/api/v1/projects/${id}/runs/${first}/pin`;
    for (const _ of [1, 2]) expect((await call(stage, 'POST', pinUrl)).statusCode).toBe(200);
    await prune(stage, isPruned(stage, id, 1));
    expect((await readRuns(stage, id)).pruned).toEqual([second]);
    const list = await call(stage, 'GET', `/api/v1/projects/${id}/runs?per_page=20`);
    expect(list.json().data.at(-1)).toMatchObject({
      id: first,
      pinned_at: expect.any(String),
      pruned_at: null,
    });
    expect((await call(stage, 'POST', `/api/v1/projects/${id}/runs/${first}/restore`)).statusCode).toBe(200);
    const newest = projects.at(-1)?.report?.id ?? 0;
    expect((await call(stage, 'POST', `/api/v1/projects/${id}/runs/${newest}/restore`)).statusCode).toBe(200);
    expect((await call(stage, 'DELETE', pinUrl)).statusCode).toBe(200);
    await prune(stage, isPruned(stage, id, 2));
    const audit = await call(stage, 'GET', `/api/v1/audit?kind=run&object_id=${first}`);
    expect(audit.json().data).toMatchObject(
      ['unpin', 'restore', 'pin'].map((verb) => ({
        verb,
        actor: { id: stage.user.userId },
        object: { kind: 'run' },
      })),
    );
  });

  it('keeps an earlier run that was restored', async () => {
    const stage = await start();
    const projects = await makeRuns(stage, 8);
    const id = projects[0]?.id ?? 0;
    const [first = 0, second = 0] = projects.map(({ report }) => report?.id ?? 0);
    await call(stage, 'POST', `/api/v1/projects/${id}/runs/${first}/restore`);
    await prune(stage, isPruned(stage, id, 2));
    const { pruned, kept } = await readRuns(stage, id);
    expect(kept).toContain(first);
    expect(pruned).toContain(second);
    expect((await showProject(stage.app, stage.user, id)).report?.id).toBe(first);
  });
});

it('a Geocoder keeps the copies of the same number of runs', async () => {
  const stage = await start();
  const { app, database, user } = stage;
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  await sendForm(app, user, {
    url: '/api/v1/upload',
    fields: { type: 'Geocoder' },
    file: { name: 'deck.jpg', type: 'image/jpeg', bytes },
  });
  const fields: Record<string, string> = { title: 'Decks', type: 'geocoder' };
  const projects: Project[] = [];
  for (let run = 1; run <= 7; run += 1) {
    const script = `city,state,lat,lng\nTown ${run},Texas,29.7604,-95.3698\n`;
    const saved = await sendForm(app, user, { url: '/api/v1/save-xml', fields: { ...fields, script } });
    const id: number = saved.json().data.project_id;
    fields['project_id'] = String(id);
    projects.push(await waitForRun(app, user, id));
  }
  const [{ id, report, images, download_all_images_url: zipUrl } = {} as Project] = projects;
  const runId = report?.id ?? 0;
  await prune(stage, async () => (await countRows(stage, 'run_towns', runId)) === 0);
  expect((await readRuns(stage, id)).pruned).toEqual([runId]);
  expect(await countRows(stage, 'run_images', runId)).toBe(0);
  for (const url of [zipUrl, images[0]?.images[0]?.download_url])
    expect((await app.inject({ url: url ?? '' })).statusCode).toBe(410);
  const shown = await call(stage, 'GET', `/api/v1/projects/${id}/runs/${runId}`);
  expect(shown.json().data).toMatchObject({ has_places: false, download_all_images_url: null });
  const last = await showProject(app, user, id);
  expect((await app.inject({ url: last.download_all_images_url ?? '' })).statusCode).toBe(200);
  expect(
    await runSql(
      database,
      `select from run_towns join runs on runs.id = run_id
    where project_id = ${id}`,
    ),
  ).toHaveLength(6);
});

it('tests and unfinished runs cannot be pinned', async () => {
  const stage = await start();
  const { app, user } = stage;
  const [project] = await makeRuns(stage, 1);
  const payload = { title: 'x', type: 'wordpress', script: townsCsv(1), project_id: project?.id };
  const tested = await app.inject({
    method: 'POST',
    url: '/api/v1/save-test',
    headers: user.headers,
    payload,
  });
  const url = `/api/v1/projects/${project?.id}/runs/${tested.json().data.run_id}/pin`;
  const reply = await call(stage, 'POST', url);
  expect(reply.statusCode).toBe(409);
  expect(reply.json().message).toBe('Only a completed full run can be pinned.');
});

it('at most 20 runs of a project can be pinned', async () => {
  const stage = await start();
  const { database } = stage;
  const [first, second] = await makeRuns(stage, 2);
  const [id, older, newer] = [first?.id ?? 0, first?.report?.id ?? 0, second?.report?.id ?? 0];
  // 19 more runs that are pinned.
  await runSql(
    database,
    `insert into runs overriding system value
    select (jsonb_populate_record(run, jsonb_build_object('id', 1000000 + number, 'pinned_at', now()))).*
    from runs run, generate_series(1, 19) as number where run.id = ${older}`,
  );
  const pinUrl = (runId: number) => `/api/v1/projects/${id}/runs/${runId}/pin`;
  expect((await call(stage, 'POST', pinUrl(older))).statusCode).toBe(200);
  const rejected = await call(stage, 'POST', pinUrl(newer));
  expect([rejected.statusCode, rejected.json().message]).toEqual([
    409,
    'You can pin up to 20 runs of a project. Unpin one, then try again.',
  ]);
  expect((await call(stage, 'POST', pinUrl(older))).statusCode, 'it is pinned already').toBe(200);
  expect((await call(stage, 'DELETE', pinUrl(older))).statusCode).toBe(200);
  expect((await call(stage, 'POST', pinUrl(newer))).statusCode).toBe(200);
});

describe('pruning', () => {
  /** Lets the database reject a change of some rows until the test ends or lifts it. */
  async function refuse({ database }: Stage, { when, table, row }: Record<'when' | 'table' | 'row', string>) {
    await runSql(
      database,
      `create function refuse_for_test() returns trigger language plpgsql as $$
        begin if ${row} then raise exception 'refused for the test'; end if; return coalesce(new, old); end $$`,
    );
    await runSql(
      database,
      `create trigger refuse_for_test before ${when} on ${table} for each row execute function refuse_for_test()`,
    );
    let isLifted = false;
    const lift = async () => {
      if (!isLifted) await runSql(database, 'drop function refuse_for_test cascade');
      isLifted = true;
    };
    onTestFinished(lift);
    return lift;
  }

  it('continues with other projects when one fails, and retries that one', async () => {
    const stage = await start();
    const [bad] = await makeRuns(stage, 7);
    const [good] = await makeRuns(stage, 7);
    const [badId = 0, goodId = 0] = [bad?.id, good?.id];
    const row = `new.project_id = ${badId} and new.pruned_at is not null`;
    const lift = await refuse(stage, { when: 'update', table: 'runs', row });
    await prune(stage, isPruned(stage, goodId, 1));
    expect((await readRuns(stage, badId)).pruned).toEqual([]);
    const failures = stage.log.filter(({ msg }) => String(msg).startsWith(`Failed to prune`));
    expect(failures.map(({ msg }) => msg)).toEqual([
      `Failed to prune the runs of project ${badId}; retrying in an hour`,
    ]);
    await lift();
    await prune(stage, isPruned(stage, badId, 1));
  });

  it('continues with rows left by a process that died after it had marked the run', async () => {
    const stage = await start();
    const [project] = await makeRuns(stage, 7);
    const [id = 0, runId = 0] = [project?.id, project?.report?.id];
    const row = `old.run_id = ${runId}`;
    const lift = await refuse(stage, { when: 'delete', table: 'run_pages', row });
    await prune(stage, isPruned(stage, id, 1));
    await expect
      .poll(() => stage.log.map(({ msg }) => msg))
      .toContain(`Failed to delete the rows of pruned run ${runId}; retrying in an hour`);
    expect(await countRows(stage, 'run_pages', runId)).toBe(1);
    await lift();
    await prune(stage, async () => (await countRows(stage, 'run_pages', runId)) === 0);
  });
});
