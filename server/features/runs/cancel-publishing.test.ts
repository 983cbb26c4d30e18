/** A run that is canceled while the store keeps it waiting: it ends at once, and leaves nothing. */
import { expect, it } from 'vitest';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp();

/** Saves a project, and cancels its run when that waits for the store, which does not answer before `release`. */
async function cancelWhile(
  { app, person, store }: Stage,
  calls: Parameters<Stage['store']['hold']>[0],
  work: (runId: number) => Promise<void> = async () => {},
) {
  const isWaiting = store.hold(calls);
  const { project_id: id, run_id: runId } = (await saveProject(app, person)).json().data;
  await isWaiting;
  await work(runId);
  const url = `/api/v1/projects/${id}/cancel`;
  expect((await app.inject({ method: 'POST', url, headers: person.headers })).statusCode).toBe(200);
  return { runId: runId as number, canceled: await waitForRun(app, person, id) };
}

it('ends before its files have arrived, never lands, and what arrives late is removed', async () => {
  const stage = await start();
  const { app, database, person, store } = stage;
  const listPages = (runId: number) =>
    runSql(database, `select sheet_row from run_pages where run_id = ${runId}`);
  // Its pages are written meanwhile.
  const { runId, canceled } = await cancelWhile(stage, 'publish runs/', (run) =>
    expect.poll(() => listPages(run)).toHaveLength(3),
  );
  await expect.poll(() => listPages(runId)).toEqual([]);
  expect(canceled).toMatchObject({ parts: [], report: null, progress: { state: 'canceled' } });
  const listFiles = async () => {
    const keys: string[] = [];
    for await (const { key } of store.files.list(`runs/${runId}/`)) keys.push(key);
    return keys;
  };
  await store.release();
  await expect.poll(listFiles).toEqual([]);
  const list = await app.inject({ url: '/api/v1/projects', headers: person.headers });
  expect(list.json().data).toMatchObject([{ state: 'canceled', pages: null }]);
});

it('ends as soon while its seed and data are still being read', async () => {
  let reads = 0;
  // The save itself reads the seed once.
  const isOfRun = (call: string) => call.startsWith('read uploads/') && (reads += 1) > 1;
  const { canceled } = await cancelWhile(await start(), isOfRun);
  expect(canceled.progress?.state).toBe('canceled');
});
