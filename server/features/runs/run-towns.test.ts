import { expect, it } from 'vitest';
import type { RunTowns } from '#contract/run-view-shapes.ts';
import { type RequestUser, saveProject, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp();

const SHEET = [
  'geo_city,geo_state,geo_url,lat,lng',
  'Houston,TX,houston,29.7604,-95.3698',
  'Bellaire,TX,bellaire,29.7591,-95.3702',
  'Waco,TX,waco,31.5493,-97.1467',
  'Dallas,TX,waco,32.7767,-96.7970',
  'Nowhere,TX,nowhere,,',
  '',
].join('\n');

async function makeRun(script: string) {
  const { app, user } = await start();
  const saved = await saveProject(app, user, { fields: { script } });
  expect(saved.statusCode, saved.body).toBe(200);
  const project = await waitForRun(app, user, saved.json<{ data: { project_id: number } }>().data.project_id);
  const ask = async (who: RequestUser = user) =>
    app.inject({
      url: `/api/v1/projects/${project.id}/runs/${project.report?.id}/towns`,
      headers: who.headers,
    });
  return { project, ask };
}

it('shows where ready and skipped towns are, those within a kilometer as one point', async () => {
  const { project, ask } = await makeRun(SHEET);
  expect(project.report).toMatchObject({ pages_done: 4, skipped: 1, has_places: true });
  const { points, skipped } = (await ask()).json<{ data: RunTowns }>().data;
  expect(points).toEqual([
    [29.76, -95.37, 2, 0],
    [31.55, -97.15, 1, 0],
    [32.78, -96.8, 0, 1],
  ]);
  expect(skipped).toEqual([{ row: 5, label: 'Dallas, TX', latitude: 32.7767, longitude: -96.797 }]);
});

it('has no points if the sheet has no coordinates', async () => {
  const { project, ask } = await makeRun('geo_city,geo_url\nHouston,houston\n');
  expect(project.report?.has_places).toBe(false);
  expect((await ask()).json<{ data: RunTowns }>().data).toEqual({ points: [], skipped: [] });
});
