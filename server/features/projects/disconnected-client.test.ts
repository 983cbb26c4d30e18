/** A client that disconnects aborts its engine task, because one thread serves the short tasks of all users. */
import { expect, it } from 'vitest';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { listOwn } from '#testkit/users.ts';
import { saveProject, sendForm, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

/** Takes the engine longer than closing a connection. */
const LARGE = townsCsv(50_000);

const start = useTestApp();

it('a save whose client disconnects stores nothing and does not delay others', async () => {
  const { app, database, log, user, store } = await start();
  const { headers } = user;
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const file = { name: 'seed.xml', bytes: townSeed() };
  await sendForm(app, user, { url: '/api/v1/upload', fields: { type: 'wordpress' }, file });
  const body = new FormData();
  for (const [name, text] of Object.entries({ title: 'Left', type: 'wordpress', script: LARGE }))
    body.set(name, text);

  // The save reads the seed before it calls the engine.
  const isReading = store.hold('read uploads/');
  const leaving = new AbortController();
  const left = fetch(`${address}/api/v1/save-xml`, { method: 'POST', headers, body, signal: leaving.signal });
  await isReading;
  await store.release();
  leaving.abort();
  await expect(left).rejects.toThrow('aborted');

  const drafts = callDrafts(app, user);
  const { id } = await openDraft(drafts);
  await drafts.paste(id, townsCsv(2));
  expect((await drafts.inspect(id)).statusCode).toBe(200);
  // A run of the first save would be queued before this one.
  const saved = await saveProject(app, user);
  await waitForRun(app, user, saved.json().data.project_id);
  expect((await listOwn(database, user, 'projects')).map(({ title }) => title)).toEqual(['Plumber']);
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
