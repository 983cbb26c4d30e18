/** A save that asks whether to split its output: one run from the question to its end, and one question. */
import { describe, expect, it } from 'vitest';
import type { RunListItem } from '#contract/run-shapes.ts';
import {
  saveProject,
  sendForm,
  showProject,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { inDeepTier } from '#testkit/tier.ts';

/** 800 pages exceed 10 MB. */
const LARGE = townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(800)}` });
const TOWNS = townsCsv(800);

const enter = useTestApp();

async function start() {
  const { app, database, user } = await enter();
  const save = (fields: Record<string, string> = {}) =>
    saveProject(app, user, { seed: LARGE, fields: { script: TOWNS, ...fields } });
  const edit = (id: number, fields: Record<string, string> = {}) =>
    sendForm(app, user, {
      method: 'PUT',
      url: `/api/v1/projects/${id}`,
      fields: { title: 'Plumber', type: 'WordPress', script: TOWNS, ...fields },
    });
  const show = (id: number) => showProject(app, user, id);
  const wait = (id: number) => waitForRun(app, user, id);
  const leave = () => app.inject({ url: '/api/v1/project/cancel-project', headers: user.headers });
  return { app, database, user, save, edit, show, wait, leave };
}

const describeRuns = ({ runs }: { runs: RunListItem[] }) => runs.map(({ id, state }) => `${id} ${state}`);

describe('the answer to the split question', () => {
  it('continues the run of the question, so that none is canceled', async () => {
    const { save, wait } = await start();
    const { project_id: id, run_id: runId } = (await save()).json().data;
    const answered = await save({ project_id: String(id), split_xml_file: '2' });
    expect(answered.json().data).toMatchObject({ project_id: id, run_id: runId });
    const project = await wait(id);
    expect(describeRuns(project)).toEqual([`${runId} completed`]);
    expect(project.parts).toHaveLength(2);
  });

  inDeepTier(() => {
    it('names the files after the current title', async () => {
      const { save, wait } = await start();
      const { project_id: id } = (await save()).json().data;
      await save({ project_id: String(id), split_xml_file: '0', title: 'All towns' });
      const { parts, runs } = await wait(id);
      expect(parts.map(({ name }) => name)).toEqual(['all-towns.xml']);
      expect(runs).toHaveLength(1);
    });
  });

  it('with other data starts a new run', async () => {
    const { save, wait } = await start();
    const { project_id: id, run_id: runId } = (await save()).json().data;
    await save({ project_id: String(id), split_xml_file: '2', script: townsCsv(801) });
    const project = await wait(id);
    expect(describeRuns(project)).toEqual([`${runId + 1} completed`, `${runId} canceled`]);
  });

  inDeepTier(() => {
    it('starts a new run if the form was left before', async () => {
      const { save, wait, leave } = await start();
      const { project_id: id, run_id: runId } = (await save()).json().data;
      await leave();
      await save({ project_id: String(id), split_xml_file: '2' });
      expect(describeRuns(await wait(id))).toEqual([`${runId + 1} completed`, `${runId} canceled`]);
    });
  });
});

inDeepTier(() => {
  describe('a save with a split question whose response was lost', () => {
    it('returns the same question and run when it is repeated, also for an edit with its old revision', async () => {
      const { save, edit, wait, show } = await start();
      const { project_id: id } = (await save({ split_xml_file: '2' })).json().data;
      const { revision } = await wait(id);
      const fields = { notes: 'Changed', revision: String(revision) };
      const asked = await edit(id, fields);
      expect(asked.json().data).toMatchObject({ question_is_split_file: true, revision: revision + 1 });
      const again = await edit(id, fields);
      expect(again.statusCode).toBe(200);
      expect(again.json().data).toEqual(asked.json().data);
      const { runs } = await show(id);
      expect(runs.map(({ state }) => state)).toEqual(['waiting_for_split', 'completed']);
      const other = { ...fields, notes: 'Changed again' };
      expect((await edit(id, other)).json().code).toBe('conflict');
    });

    it('starts a new attempt after the form was left, although the revision is the old one', async () => {
      const { save, edit, wait, leave } = await start();
      const { project_id: id } = (await save({ split_xml_file: '2' })).json().data;
      const { revision } = await wait(id);
      const fields = { notes: 'Changed', revision: String(revision) };
      const asked = await edit(id, fields);
      await leave();
      const again = await edit(id, fields);
      expect(again.json().data).toMatchObject({
        question_is_split_file: true,
        run_id: asked.json().data.run_id + 1,
      });
    });
  });
});

describe('a save with a split question during a full run', () => {
  it('is refused like any other save, and changes nothing', async () => {
    const { database, save, edit, wait, show, leave } = await start();
    const { project_id: id, run_id: runId } = (await save({ split_xml_file: '2' })).json().data;
    const { revision } = await wait(id);
    await runSql(database, `update runs set state = 'planning', finished_at = null where id = ${runId}`);
    const refused = await edit(id, { notes: 'Changed' });
    expect(refused.statusCode).toBe(409);
    expect(refused.json().code).toBe('run_in_progress');
    await leave();
    expect(await show(id)).toMatchObject({
      notes: '',
      revision,
      progress: { id: runId, state: 'planning' },
      runs: [{ id: runId }],
    });
  });
});
