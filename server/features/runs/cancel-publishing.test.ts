/** A run that is canceled while it waits for the file store ends immediately and leaves no files. */
import { expect, it } from 'vitest';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const start = useTestApp();

/** Saves a project, and cancels its run while it waits for the store, which is held until `release`. */
async function cancelWhile(
  { app, user, store }: Stage,
  calls: Parameters<Stage['store']['hold']>[0],
  work: (runId: number) => Promise<void> = async () => {},
) {
  const isWaiting = store.hold(calls);
  const { project_id: id, run_id: runId } = (await saveProject(app, user)).json().data;
  await isWaiting;
  await work(runId);
  const url = `/api/v1/projects/${id}/cancel`;
  expect((await app.inject({ method: 'POST', url, headers: user.headers })).statusCode).toBe(200);
  return { runId: runId as number, canceled: await waitForRun(app, user, id) };
}

it('a canceled run ends before its files are published, and deletes those that arrive later', async () => {
  const stage = await start();
  const { app, database, user, store } = stage;
  const listPages = (runId: number) =>
    runSql(database, `select sheet_row from run_pages where run_id = ${runId}`);
  // The pages have been written.
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
  const list = await app.inject({ url: '/api/v1/projects', headers: user.headers });
  expect(list.json().data).toMatchObject([{ state: 'canceled', pages: null }]);
});

it('a run that is still reading its seed and sheet is canceled immediately', async () => {
  let reads = 0;
  // The save itself reads the seed once.
  const isOfRun = (call: string) => call.startsWith('read uploads/') && (reads += 1) > 1;
  const { canceled } = await cancelWhile(await start(), isOfRun);
  expect(canceled.progress?.state).toBe('canceled');
});
