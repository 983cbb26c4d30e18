/**
 * A seed or sheet that is truncated in the store: no pages are made from it, and choosing it again repairs
 * it.
 */
import { readFileSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { listOwn } from '#testkit/users.ts';
import {
  saveProject,
  sendForm,
  showProject,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';

const fields = { title: 'Plumber', type: 'wordpress', script: townsCsv(40) };

const start = useTestApp();

/** Finds the files of the user’s seed and sheet in the store. */
async function findPaths({ database, dataFolder, user }: Stage) {
  const uploads = await listOwn(database, user, 'uploads');
  const find = (kind: string) =>
    join(dataFolder, 'files', uploads.find((upload) => upload.kind === kind)?.storage_key ?? '');
  return { seed: find('seed'), sheet: find('sheet') };
}

/** Starts with a completed project, and truncates one of its stored files to half. */
async function startWithHalf(kind: 'seed' | 'sheet') {
  const stage = await start();
  const { app, user } = stage;
  const saved = await saveProject(app, user, { fields: { script: fields.script } });
  const id: number = saved.json().data.project_id;
  await waitForRun(app, user, id);
  const path = (await findPaths(stage))[kind];
  const whole = readFileSync(path);
  // Both halves are valid sheets; only the hash shows that a part is missing.
  truncateSync(path, whole.lastIndexOf('\n', whole.length / 2));
  const update = (file?: { name: string; bytes: Uint8Array }) =>
    sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${id}`, fields, ...(file && { file }) });
  return { app, user, id, path, whole, update };
}

it("truncated data isn't shown as complete, and is repaired by the next save", async () => {
  const { app, user, id, path, whole, update } = await startWithHalf('sheet');
  const cut = await showProject(app, user, id);
  expect(cut.script).toBeNull();
  expect(cut.unreadable).toMatch(/^The sheet of this project can’t be found .* Choose it again under Edit/);

  expect((await update()).statusCode).toBe(200);
  expect(await waitForRun(app, user, id)).toMatchObject({
    script: fields.script,
    unreadable: null,
    progress: { state: 'completed', pages_done: 40 },
  });
  expect(readFileSync(path)).toEqual(whole);
});

it('a truncated seed is requested again, and repaired when the user chooses it again', async () => {
  const { app, user, id, path, whole, update } = await startWithHalf('seed');
  const rejected = await update();
  expect(rejected.statusCode).toBe(422);
  expect(rejected.json().errors.file[0]).toContain('Choose it again under Edit');

  expect((await update({ name: 'seed.xml', bytes: townSeed() })).statusCode).toBe(200);
  expect((await waitForRun(app, user, id)).progress?.state).toBe('completed');
  expect(readFileSync(path)).toEqual(whole);
});

/** A draft with a seed page and data, and their paths in the store. */
async function startWithDraft() {
  const stage = await start();
  const { app, dataFolder, user } = stage;
  const calls = callDrafts(app, user);
  const { id } = await openDraft(calls);
  await calls.upload({ draft_id: id }, { name: 'begun.xml', bytes: townSeed() });
  await calls.keep(id, { title: 'Begun' });
  const paste = () => calls.paste(id, fields.script);
  await paste();
  const paths = await findPaths(stage);
  const read = async () => [await calls.show(id), await calls.restore(id)];
  return { app, files: join(dataFolder, 'files'), paths, paste, read, calls, id };
}

it.each([
  ['truncated', (path: string) => truncateSync(path, readFileSync(path).lastIndexOf('\n', 200))],
  ['lost', (path: string) => rmSync(path)],
])(
  'a draft whose data was %s is shown without it, with a message, until it is uploaded again',
  async (_what, harm) => {
    const { paths, paste, read, calls, id } = await startWithDraft();
    harm(paths.sheet);
    for (const reply of await read()) {
      expect(reply.statusCode).toBe(200);
      expect(reply.json().data).toMatchObject({
        fields: { title: 'Begun' },
        seed: { name: 'begun.xml' },
        sheet: null,
        unreadable: 'The sheet of this draft can’t be found in the file store. Choose it again.',
      });
    }
    const { inspection } = (await calls.inspect(id)).json().data;
    expect(inspection).toMatchObject({ seed: { file: 'begun.xml' } });
    expect(inspection).not.toHaveProperty('table');
    const rejected = await calls.save({ draft_id: id });
    expect(rejected.statusCode).toBe(422);
    expect(rejected.json().errors.script[0]).toContain('Choose it again');
    await paste();
    for (const reply of await read()) {
      expect(reply.json().data).toMatchObject({ sheet: { text: fields.script }, unreadable: null });
    }
    expect((await calls.inspect(id)).statusCode).toBe(200);
  },
);

it('a draft that has lost its seed page and its data keeps its other fields', async () => {
  const { paths, read } = await startWithDraft();
  rmSync(paths.seed);
  rmSync(paths.sheet);
  for (const reply of await read()) {
    expect(reply.json().data).toMatchObject({
      fields: { title: 'Begun' },
      seed: null,
      sheet: null,
      unreadable: expect.stringMatching(/^The seed page and the sheet of this draft can’t be found /),
    });
  }
});

it('a draft is shown and restored while the store is down; its file URLs work again once the store is back', async () => {
  const { app, files, read } = await startWithDraft();
  renameSync(files, `${files}-away`);
  const replies = await read();
  renameSync(`${files}-away`, files);
  for (const reply of replies) {
    const { data } = reply.json();
    expect(data).toMatchObject({
      fields: { title: 'Begun' },
      seed: { name: 'begun.xml' },
      sheet: { text: null },
      unreadable: expect.stringContaining('The file store isn’t responding.'),
    });
    expect((await app.inject({ url: data.seed.url })).rawPayload).toEqual(Buffer.from(townSeed()));
  }
});
