/** A person who leaves while the engine works for them stops it: it is one thread for everybody's short questions. */
import { expect, it } from 'vitest';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { listOwn } from '#testkit/users.ts';
import { saveProject, sendForm, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

/** The engine is at it for longer than a connection takes to close. */
const LARGE = townsCsv(50_000);

const start = useTestApp();

it('a person who leaves during a save has saved nothing, and nobody waits for it', async () => {
  const { app, database, log, person, store } = await start();
  const { headers } = person;
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const file = { name: 'seed.xml', bytes: townSeed() };
  await sendForm(app, person, { url: '/api/v1/upload', fields: { type: 'wordpress' }, file });
  const body = new FormData();
  for (const [name, text] of Object.entries({ title: 'Left', type: 'wordpress', script: LARGE }))
    body.set(name, text);

  // The save reads the seed, and then asks the engine.
  const isReading = store.hold('read uploads/');
  const leaving = new AbortController();
  const left = fetch(`${address}/api/v1/save-xml`, { method: 'POST', headers, body, signal: leaving.signal });
  await isReading;
  await store.release();
  leaving.abort();
  await expect(left).rejects.toThrow('aborted');

  const drafts = callDrafts(app, person);
  const { id } = await openDraft(drafts);
  await drafts.paste(id, townsCsv(2));
  expect((await drafts.inspect(id)).statusCode).toBe(200);
  // What the first save began would be there before what this one begins.
  const saved = await saveProject(app, person);
  await waitForRun(app, person, saved.json().data.project_id);
  expect((await listOwn(database, person, 'projects')).map(({ title }) => title)).toEqual(['Plumber']);
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
