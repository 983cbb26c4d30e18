/** The schedule of a project: stored with it and its runs; the dates of its pages stay. */
import { describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { callDrafts, inspectDraft, openDraft } from '#testkit/draft-calls.ts';
import { saveProject, sendForm, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp();
const seed = townSeed();
const SCHEDULE = '1 a day from 2036-12-01 09:00 UTC';

const toCsv = (slugs: readonly string[]) =>
  ['geo_city,geo_state,geo_url,phone', ...slugs.map((slug) => `Town ${slug},TX,${slug},555`), ''].join('\n');

/** Dates of the pages in the download, by slug. */
function listDates(zip: string): Record<string, string> {
  const items = zip.split('<item>').slice(1);
  const read = (item: string, name: string) =>
    new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^\\]<]*)`).exec(item)?.[1] ?? '';
  return Object.fromEntries(
    items.map((item) => [
      read(item, 'wp:post_name').replace(/^plumber-/, ''),
      read(item, 'wp:post_date').slice(0, 10),
    ]),
  );
}

async function download(app: FastifyInstance, url: string | null): Promise<Record<string, string>> {
  return listDates((await app.inject(url ?? '')).body);
}

describe('the schedule of a project', () => {
  it('dates its pages, is saved with it, and stays if an update omits it', async () => {
    const { app, user } = await start();
    const fields = { schedule: SCHEDULE, script: toCsv(['a', 'b']) };
    const saved = await saveProject(app, user, { seed, fields });
    expect(saved.statusCode).toBe(200);
    const id: number = saved.json().data.project_id;
    const project = await waitForRun(app, user, id);
    expect(project.schedule).toBe(SCHEDULE);
    expect(await download(app, project.download_all_url)).toEqual({ a: '2036-12-01', b: '2036-12-02' });
    const updated = await sendForm(app, user, {
      method: 'PUT',
      url: `/api/v1/projects/${id}`,
      fields: { title: 'Plumber', script: toCsv(['new', 'b', 'a']) },
    });
    expect(updated.statusCode).toBe(200);
    const again = await waitForRun(app, user, id);
    expect(again.schedule).toBe(SCHEDULE);
    expect(await download(app, again.download_all_url)).toEqual({
      new: '2036-12-03',
      b: '2036-12-02',
      a: '2036-12-01',
    });
  });

  it('is in the manifest of the download, with the dates of the pages that the run has', async () => {
    const { app, user } = await start();
    const fields = { schedule: SCHEDULE, script: toCsv(['b', 'a']) };
    const id: number = (await saveProject(app, user, { seed, fields })).json().data.project_id;
    const first = await waitForRun(app, user, id);
    const read = async (url: string | null) =>
      /"scheduled_dates": (.*?),\n/.exec((await app.inject(url ?? '')).body)?.[1];
    const day = Date.UTC(2036, 11, 1, 9) / 1000;
    expect(await read(first.download_all_url)).toBe(`{"b":${day},"a":${day + 86_400}}`);
    await sendForm(app, user, {
      method: 'PUT',
      url: `/api/v1/projects/${id}`,
      fields: { title: 'Plumber', script: toCsv(['c', 'a']) },
    });
    const second = await waitForRun(app, user, id);
    const dates = `{"b":${day},"a":${day + 86_400},"c":${day + 2 * 86_400}}`;
    expect(await read(second.download_all_url)).toBe(dates);
    expect(await read(first.download_all_url)).toBe(`{"b":${day},"a":${day + 86_400}}`);
  });

  it('is inspected in the form: the last date, and the pages that keep theirs', async () => {
    const { app, user } = await start();
    const fields = { schedule: SCHEDULE, script: toCsv(['a', 'b']) };
    const id: number = (await saveProject(app, user, { seed, fields })).json().data.project_id;
    await waitForRun(app, user, id);
    const calls = callDrafts(app, user);
    const draft = await openDraft(calls, id);
    expect(draft.fields.schedule).toBe(SCHEDULE);
    await calls.paste(draft.id, toCsv(['new', 'a']));
    const scheduled = { pages: 2, kept: 1, last: '2036-12-03T09:00:00Z' };
    expect((await inspectDraft(calls, draft.id)).inspection.outcome?.scheduled).toEqual(scheduled);
    await calls.keep(draft.id, { title: 'Plumber', schedule: 'as drafts' });
    expect((await inspectDraft(calls, draft.id)).inspection.outcome?.scheduled).toBeUndefined();
    await calls.keep(draft.id, { title: 'Plumber', schedule: 'sometimes' });
    expect((await inspectDraft(calls, draft.id)).inspection.problems).toContainEqual(
      expect.objectContaining({ code: 'malformed-schedule', field: 'schedule' }),
    );
  });

  it('is refused with the way to write it', async () => {
    const { app, user } = await start();
    const refused = await saveProject(app, user, { seed, fields: { schedule: 'sometimes' } });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().problems).toMatchObject([{ code: 'malformed-schedule', field: 'schedule' }]);
  });
});
