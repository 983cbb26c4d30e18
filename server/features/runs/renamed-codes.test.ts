/** Reports of an earlier version, which have old problem codes. */
import { expect, it } from 'vitest';
import type { Run } from '#contract/run-shapes.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { readZip } from '#testkit/zip-reader.ts';

const start = useTestApp();

const STORED = [
  { code: 'type-foreign', severity: 'notice', text: 'The type geo_page isn’t registered.' },
  { code: 'slug-doubled', severity: 'notice', text: 'Two pages have the slug waco.' },
  { code: 'image-missing', severity: 'notice', text: 'An image is missing.' },
];
const CURRENT = ['unregistered-type', 'duplicate-slug', 'image-missing'];

it('shows the current codes of problems in the project, the run and its download', async () => {
  const { app, user, database } = await start();
  const { project_id: id, run_id: runId } = (await saveProject(app, user)).json().data;
  await waitForRun(app, user, id);
  await runSql(
    database,
    `update runs set report = jsonb_set(report, '{problems}', '${JSON.stringify(STORED)}'::jsonb) where id = ${runId}`,
  );
  const get = (url: string) => app.inject({ url, headers: user.headers });
  const listCodes = (problems: { code: string }[]) => problems.map(({ code }) => code);
  const project = await waitForRun(app, user, id);
  expect(listCodes(project.report?.problems ?? [])).toEqual(CURRENT);
  const run: Run = (await get(`/api/v1/projects/${id}/runs/${runId}`)).json().data;
  expect(listCodes(run.problems)).toEqual(CURRENT);
  const files = readZip((await get(project.download_all_url ?? '')).rawPayload);
  expect(listCodes(JSON.parse(String(files.get('manifest.json'))).problems)).toEqual(CURRENT);
  expect(String(files.get('IMPORT.md'))).toContain('The type geo_page isn’t registered.');
});
