/** Events of a run in progress: problems are sent after the plan, and figures continuously, even after failed writes. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Run, RunProgress } from '#contract/run-shapes.ts';
import { openLive } from '#server/db/live.ts';
import { readEvents } from '#testkit/events.ts';
import { addAgency, addUser, listOwn } from '#testkit/users.ts';
import { saveProject, showProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { reportProgress } from './run-progress.service.ts';

/** Every second row repeats the URL of the previous one; one city has garbled letters, which is a notice. */
const SKIPPING = (rows: number) =>
  `geo_city,geo_url\r\n${Array.from({ length: rows }, (_, row) => {
    return `${row === 4 ? 'MontrÃ©al' : `Town ${row}`},town-${Math.floor(row / 2)}`;
  }).join('\r\n')}\r\n`;

const start = useTestApp();

function readBitmap(text: string): number[] {
  return [...Buffer.from(text, 'base64')].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => index * 8 + bit + 2),
  );
}

/** Starts a run and holds it while it publishes, so that a test can write the progress of a longer run. */
async function holdRun({ app, database, user, store }: Stage, fields: Record<string, string>) {
  const isPublishing = store.hold('publish runs/');
  const { project_id: id, run_id: runId } = (await saveProject(app, user, { fields })).json().data;
  await isPublishing;
  const write = async (columns: string) => {
    await runSql(database, `update runs set ${columns} where id = ${runId}`);
    await database.notify(database.db, 'geoloom_live', `project:${id}`);
  };
  return { id: id as number, runId: runId as number, write };
}

it('a run of an agency completes although its user is deleted in the meantime', async () => {
  const stage = await start();
  const { app, database, user, store, log } = stage;
  const leader = await addUser(database.db);
  await addAgency(database.db, [leader, user]);
  const { id } = await holdRun(stage, { script: townsCsv(3) });
  await runSql(database, `delete from users where id = ${user.userId}`);
  await store.release();
  expect((await waitForRun(app, leader, id)).progress).toMatchObject({ state: 'completed' });
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

describe('a run in progress', () => {
  it('sends skipped rows and warnings after the plan, then small events with its position', async () => {
    const stage = await start();
    const { app, user, store } = stage;
    const fields = { script: SKIPPING(3000) };
    const first = (await saveProject(app, user, { fields })).json().data;
    await waitForRun(app, user, first.project_id);
    const again = { ...fields, title: 'Again', project_id: String(first.project_id) };
    const { id, write } = await holdRun(stage, again);
    const report = `(select report - 'skipped_rows' from runs where id = ${first.run_id})`;
    await write(`state = 'running', pages_done = 0, now_writing = null, skipped = 1500, report = ${report}`);
    const url = `/api/v1/projects/${id}/events`;
    const sent = await readEvents<Run | RunProgress>(
      app,
      { url, headers: user.headers },
      ({ event, data }) => {
        if (data.state === 'running' && event === 'run') void write(`pages_done = 7, now_writing = 'Town 6'`);
        if (event === 'progress' && data.now_writing !== null) void store.release();
        return data.state.startsWith('completed');
      },
    );
    const whole = sent.flatMap(({ event, data }) => (event === 'run' && 'parts' in data ? [data] : []));
    expect(whole[0]).toMatchObject({ state: 'running', skipped: 1500, skipped_rows: [], pages_done: 0 });
    expect(readBitmap(whole[0]?.skipped_bitmap ?? '')).toHaveLength(1500);
    expect(whole[0]?.problems).toHaveLength(1000);
    const small = sent.filter(({ event }) => event === 'progress');
    for (const { sizeBytes } of small) expect(sizeBytes).toBeLessThan(500);
    expect(small[0]?.data).toMatchObject({ state: 'running', pages_done: 7, now_writing: 'Town 6' });
    expect(whole.at(-1)).toMatchObject({ state: 'completed_with_skips', now_writing: null });
    expect(whole).toHaveLength(2);
  });

  it('continues to store its figures and its plan after a failed write', async () => {
    const stage = await start();
    const { database, user } = stage;
    const { id, runId, write } = await holdRun(stage, { script: townsCsv(3) });
    await write('report = null, skipped = 0');
    await runSql(
      database,
      `create function refuse_some() returns trigger language plpgsql as $$ begin
        if new.pages_done = 5 then raise exception 'not now'; end if;
        return new; end $$`,
    );
    await runSql(
      database,
      'create trigger refuse_some before update on runs for each row execute function refuse_some()',
    );
    onTestFinished(async () => {
      await runSql(database, 'drop function refuse_some cascade');
    });
    const errors: string[] = [];
    const live = await openLive(database);
    const needs = {
      db: database.db,
      live,
      progressMs: 0,
      logError: (_: unknown, text: string) => void errors.push(text),
    };
    const progress = reportProgress(needs, { id: runId, project_id: id });
    const plan = {
      skipped: 2,
      problems: [],
      problemCount: 0,
      noticeCount: 4,
      skippedBitmap: 'Bg==',
      noticeBitmap: '',
    };
    const figures = {
      state: 'running',
      pagesTotal: 9,
      partsWritten: 0,
      partsTotal: 1,
      bytesWritten: 1,
    } as const;
    const readRun = async () => (await listOwn(database, user, 'runs')).find((run) => run.id === runId);
    progress.take({ ...figures, pagesDone: 5, plan });
    await expect.poll(() => errors).toEqual(['Failed to write the progress of a run']);
    expect(await readRun()).toMatchObject({ report: null, skipped: 0 });
    progress.take({ ...figures, pagesDone: 6, nowWriting: 'Town 5' });
    const written = { state: 'running', pages_done: 6, now_writing: 'Town 5', skipped: 2 };
    await expect.poll(readRun).toMatchObject({ ...written, report: { notice_count: 4 } });
    await progress.settle();
    expect(errors).toHaveLength(1);
  });
});

describe('a run with more skipped rows than a page lists', () => {
  it('marks each of them, separately from warnings', async () => {
    const { app, user } = await start();
    const saved = await saveProject(app, user, { fields: { script: SKIPPING(3000) } });
    expect(saved.statusCode, saved.body).toBe(200);
    const { report } = await waitForRun(app, user, saved.json().data.project_id);
    expect(report).toMatchObject({ skipped: 1500, state: 'completed_with_skips' });
    expect(report?.skipped_rows).toHaveLength(1000);
    expect(readBitmap(report?.skipped_bitmap ?? '')).toEqual(
      Array.from({ length: 1500 }, (_, index) => index * 2 + 3),
    );
    const notices = report?.problems.filter(({ severity }) => severity === 'notice') ?? [];
    expect(notices.length).toBeGreaterThan(0);
    expect(report?.notice_count).toBe(notices.length);
    const rows = notices.flatMap(({ row }) => row ?? []);
    expect(readBitmap(report?.notice_bitmap ?? '')).toEqual([...new Set(rows)]);
  });

  it('has no report if it is canceled after the plan', async () => {
    const stage = await start();
    const { app, user } = stage;
    const fields = { script: SKIPPING(30) };
    const first = (await saveProject(app, user, { fields })).json().data;
    await waitForRun(app, user, first.project_id);
    const again = { ...fields, title: 'Again', project_id: String(first.project_id) };
    const { id, write } = await holdRun(stage, again);
    await write(`skipped = 15, report = (select report from runs where id = ${first.run_id})`);
    expect((await showProject(app, user, id)).progress?.skipped_bitmap).not.toBe('');
    await app.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers: user.headers });
    expect((await waitForRun(app, user, id)).progress).toMatchObject({
      state: 'canceled',
      problems: [],
      skipped_bitmap: '',
      now_writing: null,
    });
  });
});
