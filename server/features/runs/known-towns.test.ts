/** Towns of a project keep their values when the gazetteer changes. */
import { expect, it } from 'vitest';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { saveProject, sendForm, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { readZip } from '#testkit/zip-reader.ts';

const start = useTestApp();
const seed = townSeed({ content: '<p>[geo_city] is in [geo_county]. Plumbing</p>' });
const toCsv = (...rows: string[]) => ['geo_city,geo_state,geo_url', ...rows, ''].join('\n');

async function download({ app, user }: Stage, id: number) {
  const project = await waitForRun(app, user, id);
  expect(project.progress?.state).toBe('completed');
  const zip = readZip((await app.inject(project.download_all_url ?? '')).rawPayload);
  const manifest: Record<string, unknown> = JSON.parse(String(zip.get('manifest.json')));
  const sentences = String(zip.get('plumber.xml')).match(/[A-Z]\w+ is in [^.]+/g);
  return { manifest, sentences };
}

/** Stores values of an older gazetteer. */
const age = ({ database }: Stage, id: number) =>
  runSql(
    database,
    `update page_names set town = replace(town::text, 'McLennan County', 'Old County')::jsonb where project_id = ${id}`,
  );

it('a town keeps its values in later runs and in the form; a new town is looked up', async () => {
  const stage = await start();
  const { app, user } = stage;
  const saved = await saveProject(app, user, { seed, fields: { script: toCsv('Waco,TX,waco') } });
  const id: number = saved.json().data.project_id;
  const first = await download(stage, id);
  expect(first.sentences).toEqual(['Waco is in McLennan County']);
  expect(first.manifest).toMatchObject({
    places_version: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    places: [{ key: 'waco', cells: ['Waco', 'TX', '', '', '', ''] }],
  });
  await age(stage, id);
  const fields = { title: 'Plumber', script: toCsv('Austin,TX,austin', 'Waco,TX,waco') };
  await sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
  const second = await download(stage, id);
  expect(second.sentences).toEqual(['Austin is in Travis County', 'Waco is in Old County']);
  expect(second.manifest['places']).toHaveLength(2);
  const calls = callDrafts(app, user);
  const draft = await openDraft(calls, id);
  const preview = await calls.preview(draft.id, '[geo_county]');
  expect(preview.json().data.rows.map(({ text }: { text: string }) => text)).toEqual([
    'Travis County',
    'Old County',
  ]);
});

it('a row with a long key keeps its date, also while it moves to another town', async () => {
  const stage = await start();
  const { app, user } = stage;
  const schedule = '1 a day from 2036-12-01 09:00 UTC';
  const key = 'k'.repeat(300);
  const toSheet = (...rows: string[]) => ['row_id,geo_city,geo_state,geo_url', ...rows].join('\n');
  const script = toSheet('a,Austin,TX,austin', `${key},Waco,TX,waco`);
  const saved = await saveProject(app, user, { seed, fields: { schedule, script } });
  const id: number = saved.json().data.project_id;
  const read = async () => {
    const { download_all_url: url } = await waitForRun(app, user, id);
    const { body } = await app.inject(url ?? '');
    const dates = [...body.matchAll(/<wp:post_date>(?:<!\[CDATA\[)?([\d-]+)/g)].map(([, date]) => date);
    return { dates, sentences: body.match(/[A-Z]\w+ is in [^.]+/g) };
  };
  const update = async (fields: Record<string, string>) => {
    const url = `/api/v1/projects/${id}`;
    await sendForm(app, user, { method: 'PUT', url, fields: { title: 'Plumber', ...fields } });
    return read();
  };
  expect((await read()).dates).toEqual(['2036-12-01', '2036-12-02']);
  const moved = toSheet(`${key},Dallas,TX,waco`, 'a,Austin,TX,austin');
  const now = await update({ schedule: 'all now', script: moved });
  expect(now.dates).not.toContain('2036-12-01');
  expect(now.sentences).toEqual(['Dallas is in Dallas County', 'Austin is in Travis County']);
  const later = '1 a day from 2037-01-01 09:00 UTC';
  expect((await update({ schedule: later, script: moved })).dates).toEqual(['2036-12-02', '2036-12-01']);
  await runSql(
    stage.database,
    `update page_names set town = replace(town::text, 'Dallas County', 'Old County')::jsonb where project_id = ${id}`,
  );
  expect((await update({ script: moved })).sentences?.[0]).toBe('Dallas is in Old County');
});

it('towns of a canceled run are looked up and stored again', async () => {
  const stage = await start();
  const { app, user, database } = stage;
  const saved = await saveProject(app, user, { seed, fields: { script: toCsv('Waco,TX,waco') } });
  const id: number = saved.json().data.project_id;
  await download(stage, id);
  await age(stage, id);
  await runSql(database, `update runs set state = 'canceled' where project_id = ${id}`);
  const fields = { title: 'Plumber', script: toCsv('Waco,TX,waco') };
  await sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
  expect((await download(stage, id)).sentences).toEqual(['Waco is in McLennan County']);
  const stored = await runSql(database, `select town from page_names where project_id = ${id}`);
  expect(stored).toEqual([{ town: expect.objectContaining({ key: 'waco' }) as object }]);
});
