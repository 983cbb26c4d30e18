import { describe, expect, it } from 'vitest';
import type { ListMeta } from '#contract/endpoint.ts';
import type { RunPage } from '#contract/run-view-shapes.ts';
import { addUser } from '#testkit/users.ts';
import { type RequestUser, saveProject, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp();

const SHEET = [
  'geo_city,geo_url,note',
  'Waco,waco,a',
  'Austin,austin,b',
  'Dallas,waco,c',
  'Bryan,bryan,d',
  '',
].join('\n');

/** A run of four rows, of which the third repeats the slug of the first. */
async function makeRun({ app, user }: Stage, fields: Record<string, string> = {}) {
  const seed = townSeed({ title: 'Plumber in [geo_city] & Co' });
  const saved = await saveProject(app, user, { seed, fields: { script: SHEET, ...fields } });
  expect(saved.statusCode, saved.body).toBe(200);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  const { report } = await waitForRun(app, user, id);
  return { id, runId: report?.id ?? 0 };
}

const ask = (
  { app }: Stage,
  { id, runId, query = '', user }: { id: number; runId: number; query?: string; user: RequestUser },
) => app.inject({ url: `/api/v1/projects/${id}/runs/${runId}/pages${query}`, headers: user.headers });

async function open(fields?: Record<string, string>) {
  const stage = await start();
  const { id, runId } = await makeRun(stage, fields);
  const list = async (query = '') => {
    const reply = await ask(stage, { id, runId, query, user: stage.user });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ data: RunPage[]; meta: ListMeta }>();
  };
  const rows = async (query: string) => (await list(query)).data.map((page) => page.id);
  return { stage, id, runId, list, rows };
}

describe('the pages of a run', () => {
  it('are listed in the order of the sheet, with titles, URLs, parts, and the reason of each skipped row', async () => {
    const { list } = await open();
    const { data, meta } = await list();
    expect(meta).toEqual({ page: 1, per_page: 25, total: 4, last_page: 1 });
    const [waco, austin, dallas, bryan] = data;
    expect(waco).toMatchObject({ id: 2, title: 'Plumber in Waco & Co', state: 'ready', reason: '', part: 1 });
    expect(waco?.url).toMatch(/^https?:\/\/.+plumber-waco\/?$/);
    expect([austin?.id, bryan?.id]).toEqual([3, 5]);
    expect(dallas).toEqual({
      id: 4,
      title: '',
      url: '',
      state: 'skipped',
      reason: expect.stringContaining('row 2'),
      part: null,
      quality: null,
    });
  });

  it('can be searched by title, URL and reason, filtered by state, sorted both ways and paged', async () => {
    const { list, rows } = await open();
    expect(await rows('?search=PLUMBER in a')).toEqual([3]);
    expect(await rows('?search=plumber-bryan')).toEqual([5]);
    expect(await rows('?search=row 2')).toEqual([4]);
    expect(await rows('?search=%25')).toEqual([]);
    expect(await rows('?state=skipped')).toEqual([4]);
    expect(await rows('?state=ready,skipped&sort=-row')).toEqual([5, 4, 3, 2]);
    // Skipped rows have no title, so they are last in both directions.
    expect(await rows('?sort=title')).toEqual([3, 5, 2, 4]);
    expect(await rows('?sort=-title')).toEqual([2, 5, 3, 4]);
    expect(await rows('?sort=-url')).toEqual([2, 5, 3, 4]);
    expect(await rows('?sort=-state')).toEqual([4, 5, 3, 2]);
    const second = await list('?per_page=3&page=2');
    expect([second.meta.total, second.data.map(({ id }) => id)]).toEqual([4, [5]]);
  });

  it('name the part that contains each', async () => {
    const { rows, list } = await open({ split_xml_file: '2' });
    const parts = (await list('?state=ready')).data.map(({ part }) => part);
    expect(parts[0]).toBe(1);
    expect(parts.at(-1)).toBe(2);
    expect((await rows('?sort=-part')).at(-1)).toBe(4);
  });

  it('show a warning about a row', async () => {
    const { stage, runId, list } = await open();
    const problem = {
      code: 'x',
      severity: 'notice',
      text: 'This cell contains HTML.',
      row: 3,
      field: 'note',
    };
    await runSql(
      stage.database,
      `update runs set report = jsonb_set(report, '{problems}', report -> 'problems' || '${JSON.stringify(problem)}'::jsonb)
       where id = ${runId}`,
    );
    const { data } = await list('?state=warning');
    expect(data.map(({ id, reason }) => [id, reason])).toEqual([[3, 'This cell contains HTML.']]);
  });

  it('of an older run without titles have the text of their link', async () => {
    const { stage, runId, list } = await open();
    await runSql(stage.database, `update run_pages set title = null, part = null where run_id = ${runId}`);
    expect((await list()).data[0]).toMatchObject({ id: 2, title: 'Waco', part: null });
  });

  it('aren’t shown to others, or after their rows were removed', async () => {
    const { stage, id, runId } = await open();
    const other = await addUser(stage.database.db);
    expect((await ask(stage, { id, runId, user: other })).statusCode).toBe(404);
    await runSql(stage.database, `update runs set pruned_at = now() where id = ${runId}`);
    const gone = await ask(stage, { id, runId, user: stage.user });
    expect([gone.statusCode, gone.json().code]).toEqual([410, 'files_removed']);
  });
});
