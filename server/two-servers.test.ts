/**
 * Two servers on one database and one folder of files: each receives the other's updates and leaves its work
 * alone.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEvents } from '#testkit/events.ts';
import { addUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp } from '#testkit/test-app.ts';

/** The first server has a run that is blocked in its file store when the second one starts. */
async function startBoth() {
  const first = await startTestApp();
  const user = await addUser(first.database.db);
  const isPublishing = first.store.hold('publish runs/');
  const saved = await saveProject(first.app, user);
  await isPublishing;
  const listScratch = () => readdirSync(join(first.dataFolder, 'files/.scratch'));
  const scratch = listScratch();
  expect(scratch).toHaveLength(1);
  const second = await startTestApp({ beside: first });
  expect(listScratch()).toEqual(scratch);
  return { first, second, user, listScratch, id: saved.json().data.project_id as number };
}

it('a server that starts next to a running one leaves its run alone, and its clients see the run complete', async () => {
  const { first, second, user, listScratch, id } = await startBoth();
  const url = `/api/v1/projects/${id}/events`;
  const states: string[] = [];
  const isSeen = Promise.withResolvers<void>();
  const events = readEvents<{ state: string }>(
    second.app,
    { url, headers: user.headers },
    ({ data: { state } }) => {
      states.push(state);
      isSeen.resolve();
      return state === 'completed';
    },
  );
  await isSeen.promise;
  expect(states[0]).toMatch(/planning|running|auditing/);
  await first.store.release();
  await events;
  expect((await waitForRun(first.app, user, id)).progress).toMatchObject({
    state: 'completed',
    pages_done: 3,
  });
  await expect.poll(listScratch).toEqual([]);
});

it('a run that is canceled through the other server stops', async () => {
  const { first, second, user, id } = await startBoth();
  const url = `/api/v1/projects/${id}/cancel`;
  await second.app.inject({ method: 'POST', url, headers: user.headers });
  const { progress, parts } = await waitForRun(first.app, user, id);
  expect(progress?.state).toBe('canceled');
  expect(parts).toEqual([]);
  await first.store.release();
});

it('a session that ends on one server is invalid on the other with the next request (B2)', async () => {
  const first = await startTestApp();
  const second = await startTestApp({ beside: first });
  const { headers } = await addUser(first.database.db);
  const ask = async ({ app }: typeof first) =>
    (await app.inject({ url: '/api/v1/account', headers })).statusCode;
  expect([await ask(first), await ask(second)]).toEqual([200, 200]);
  await first.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers });
  expect([await ask(second), await ask(first)]).toEqual([401, 401]);
});
