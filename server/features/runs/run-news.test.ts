/** What a run tells while it works: what is wrong is known at its beginning, and its figures go on, whatever happens. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Run, RunProgress } from '#contract/run-shapes.ts';
import { readEvents } from '#testkit/events.ts';
import { saveProject, showProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

/** Works for half a second or more, which is ten reports of its figures. */
const LONG_ROWS = 6_000;
/** Every second row has the address of the one before it; and one city is empty, which is a notice. */
const LOSING = (rows: number) =>
  `geo_city,geo_url\r\n${Array.from({ length: rows }, (_, row) => {
    return `${row === 4 ? '' : `Town ${row}`},town-${Math.floor(row / 2)}`;
  }).join('\r\n')}\r\n`;

const start = useTestApp();

/** Everything that the page of the project hears until its run has completed. */
function followRun({ app, person }: Stage, id: number) {
  const url = `/api/v1/projects/${id}/events`;
  return readEvents<Run | RunProgress>(app, { url, headers: person.headers }, ({ data }) =>
    data.state.startsWith('completed'),
  );
}

function readBitmap(text: string): number[] {
  return [...Buffer.from(text, 'base64')].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => (byte >> bit) & 1).map((bit) => index * 8 + bit + 2),
  );
}

describe('a run that works', () => {
  it('tells its losses and warnings from the plan on, then small news with the place it is at', async () => {
    const stage = await start();
    const fields = { script: LOSING(2 * LONG_ROWS), split_xml_file: '2' };
    const saved = await saveProject(stage.app, stage.person, { fields });
    const told = await followRun(stage, saved.json().data.project_id);
    const whole = told.flatMap(({ event, data }) => (event === 'run' && 'parts' in data ? [data] : []));
    const early = whole.find(({ state, problem_count }) => state === 'running' && problem_count > 0);
    expect(early).toMatchObject({ skipped: LONG_ROWS, skipped_rows: [], notice_count: expect.any(Number) });
    expect(readBitmap(early?.skipped_bitmap ?? '')).toHaveLength(LONG_ROWS);
    expect(early?.problems).toHaveLength(1000);
    const small = told.filter(({ event }) => event === 'progress');
    expect(small.length).toBeGreaterThan(1);
    for (const { sizeBytes } of small) expect(sizeBytes).toBeLessThan(500);
    expect(small.map(({ data }) => data.now_writing)).toContainEqual(expect.stringMatching(/^Town \d+$/));
    expect(whole.at(-1)).toMatchObject({ state: 'completed_with_skips', now_writing: null });
    console.log(`${whole.length} times all of it, ${small.length} times its figures`);
  });

  it('goes on to tell its figures after some could not be written', async () => {
    const stage = await start();
    const { database, log } = stage;
    await runSql(database, 'create sequence tries');
    await runSql(
      database,
      `create function refuse_once() returns trigger language plpgsql as $$ begin
        if new.state = 'running' and nextval('tries') = 1 then raise exception 'not now'; end if;
        return new; end $$`,
    );
    await runSql(
      database,
      'create trigger refuse_once before update on runs for each row execute function refuse_once()',
    );
    onTestFinished(async () => {
      await runSql(database, 'drop function refuse_once cascade');
    });
    const fields = { script: townsCsv(LONG_ROWS), split_xml_file: '2' };
    const saved = await saveProject(stage.app, stage.person, { fields });
    const told = await followRun(stage, saved.json().data.project_id);
    expect(log.filter(({ msg }) => msg === 'Failed to write the progress of a run')).toHaveLength(1);
    const counts = told.filter(({ data }) => data.state === 'running').map(({ data }) => data.pages_done);
    expect(new Set(counts).size).toBeGreaterThan(1);
    // The plan was among what could not be written the first time.
    expect(told.at(-1)?.data).toMatchObject({ state: 'completed', pages_done: LONG_ROWS });
  });
});

describe('a run with more losses than a page lists', () => {
  it('marks each of them, and keeps its warnings apart', async () => {
    const { app, person } = await start();
    const saved = await saveProject(app, person, { fields: { script: LOSING(3000) } });
    expect(saved.statusCode, saved.body).toBe(200);
    const { report } = await waitForRun(app, person, saved.json().data.project_id);
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

  it('that comes to no end keeps nothing of its plan', async () => {
    const { app, database, person, store } = await start();
    const fields = { script: LOSING(30) };
    const first = (await saveProject(app, person, { fields })).json().data;
    await waitForRun(app, person, first.project_id);
    const isPublishing = store.hold('publish runs/');
    const again = { ...fields, title: 'Again', project_id: String(first.project_id) };
    const { project_id: id, run_id: runId } = (await saveProject(app, person, { fields: again })).json().data;
    await isPublishing;
    // What a longer run has written of its plan by now.
    await runSql(
      database,
      `update runs set skipped = 15, report = (select report from runs where id = ${first.run_id}) where id = ${runId}`,
    );
    expect((await showProject(app, person, id)).progress?.skipped_bitmap).not.toBe('');
    await app.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers: person.headers });
    expect((await waitForRun(app, person, id)).progress).toMatchObject({
      state: 'canceled',
      problems: [],
      skipped_bitmap: '',
      now_writing: null,
    });
  });
});
