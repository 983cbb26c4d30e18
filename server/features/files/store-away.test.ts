/** The file store is unavailable or has lost a file: what is shown, what is rejected, and how it recovers. */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Run } from '#contract/run-shapes.ts';
import { readEvents } from '#testkit/events.ts';
import { listOwn } from '#testkit/users.ts';
import {
  saveProject,
  sendForm,
  showProject,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { skipJobWaits } from '#testkit/queue-time.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { inDeepTier } from '#testkit/tier.ts';

const EDIT = 'Choose it again under Edit';

const start = useTestApp();

/** A completed project, and the keys of its two uploads. */
async function startWithCompleted() {
  const { app, database, dataFolder, user, log, store } = await start();
  const saved = await saveProject(app, user);
  const id: number = saved.json().data.project_id;
  const project = await waitForRun(app, user, id);
  const files = join(dataFolder, 'files');
  const uploads = await listOwn(database, user, 'uploads');
  const pathOf = (kind: string) => join(files, uploads.find((each) => each.kind === kind)?.storage_key ?? '');
  const update = (file?: { name: string; bytes: Uint8Array }) =>
    sendForm(app, user, {
      method: 'PUT',
      url: `/api/v1/projects/${id}`,
      fields: { title: 'Plumber', type: 'wordpress', script: townsCsv(3) },
      ...(file && { file }),
    });
  return { app, database, user, log, store, id, project, files, pathOf, update };
}

it('an unavailable store affects only its files: the project is shown, with a notice until the store is back', async () => {
  const { app, user, id, project, files } = await startWithCompleted();
  expect(project.unreadable).toBeNull();
  renameSync(files, `${files}-away`);
  const away = await showProject(app, user, id);
  expect(away.unreadable).toContain('The file store isn’t responding.');
  expect(away).toMatchObject({
    title: 'Plumber',
    script: null,
    report: { state: 'completed', pages_done: 3 },
  });
  expect(away.script_url).not.toBeNull();
  expect(away.parts.map(({ sha256 }) => sha256)).toEqual(project.parts.map(({ sha256 }) => sha256));
  // The files may come back, so they aren't reported as lost.
  const download = await app.inject({ url: away.template_file?.url ?? '' });
  expect(download.statusCode).toBe(502);
  renameSync(`${files}-away`, files);
  expect(await showProject(app, user, id)).toMatchObject({ unreadable: null, script: project.script });
});

it('a run whose store fails midway reports it, and completes by itself when the store is back', async () => {
  const { app, database, user, store, id, files } = await startWithCompleted();
  const fields = { project_id: String(id), script: townsCsv(5) };
  const isPublishing = store.hold('publish runs/');
  expect((await saveProject(app, user, { fields })).statusCode).toBe(200);
  await isPublishing;
  renameSync(files, `${files}-away`);
  await store.release();
  const { headers } = user;
  await readEvents<Run>(app, { url: `/api/v1/projects/${id}/events`, headers }, ({ data }) => {
    return data.message === 'The file store isn’t available.';
  });
  expect(existsSync(files)).toBe(false);
  renameSync(`${files}-away`, files);
  await expect
    .poll(async () => {
      await skipJobWaits(database);
      return (await listOwn(database, user, 'runs')).map(({ state }) => state);
    })
    .toEqual(['completed', 'completed']);
  const { progress } = await waitForRun(app, user, id);
  expect(progress).toMatchObject({ state: 'completed', pages_done: 5, message: null });
});

inDeepTier(() => {
  it('a run whose store stays unavailable is given up after three attempts, and the user is notified', async () => {
    const { app, database, user, log, store, id, files } = await startWithCompleted();
    const fields = { project_id: String(id), script: townsCsv(5) };
    const isPublishing = store.hold('publish runs/');
    await saveProject(app, user, { fields });
    await isPublishing;
    renameSync(files, `${files}-away`);
    onTestFinished(() => renameSync(`${files}-away`, files));
    await store.release();
    await expect
      .poll(async () => {
        await skipJobWaits(database);
        return (await listOwn(database, user, 'notifications')).map(({ notification }) => notification);
      })
      .toContainEqual(
        expect.stringContaining(
          'failed: The file store isn’t available. When that is over, start the run again.',
        ),
      );
    expect(log.filter(({ msg, job }) => msg === 'a job failed' && job === 'run')).toHaveLength(3);
    const { progress } = await showProject(app, user, id);
    expect(progress?.state).toBe('failed');
  });
});

it('a save without the store is rejected as temporary, stores nothing, and succeeds when the store is back', async () => {
  const { app, user, id, files, update } = await startWithCompleted();
  const listScratch = () => readdirSync(join(files, '.scratch'));
  const before = listScratch();
  renameSync(files, `${files}-away`);
  const seed = { name: 'other.xml', bytes: townSeed({ title: 'Other [geo_city]' }) };
  const rejected = await update(seed);
  expect(rejected.statusCode).toBe(502);
  expect(rejected.json()).toMatchObject({
    code: 'outside_service',
    message: 'The file store isn’t available.',
  });
  renameSync(`${files}-away`, files);
  expect((await showProject(app, user, id)).runs).toHaveLength(1);
  expect((await update(seed)).statusCode).toBe(200);
  expect((await waitForRun(app, user, id)).progress?.state).toBe('completed');
  await expect.poll(listScratch).toEqual(before);
});

it('a seed that the store has lost is reported, requested, and restored when it is chosen again', async () => {
  const { app, user, id, pathOf, update } = await startWithCompleted();
  rmSync(pathOf('seed'));
  const lost = await showProject(app, user, id);
  expect(lost.unreadable).toMatch(/^The seed page of this project can’t be found/);
  expect(lost.unreadable).toContain(EDIT);
  expect(lost.script).toBe(townsCsv(3));
  const download = await app.inject({ url: lost.template_file?.url ?? '' });
  expect(download.json()).toMatchObject({
    code: 'not_found',
    message: 'This file is no longer in the file store.',
  });
  const rejected = await update();
  expect(rejected.statusCode).toBe(422);
  expect(rejected.json().errors.file[0]).toContain('Choose it again under Edit');
  // The same file with the same name: its row exists, its bytes don't.
  expect((await update({ name: 'seed.xml', bytes: townSeed() })).statusCode).toBe(200);
  expect(await waitForRun(app, user, id)).toMatchObject({
    unreadable: null,
    progress: { state: 'completed' },
  });
});

inDeepTier(() => {
  it('data that the store has lost is reported, too', async () => {
    const { app, user, id, pathOf } = await startWithCompleted();
    rmSync(pathOf('sheet'));
    expect(await showProject(app, user, id)).toMatchObject({
      script: null,
      unreadable: expect.stringMatching(/^The sheet of this project can’t be found/),
    });
  });
});

it("a project can be deleted without the store, and files that couldn't be deleted are logged", async () => {
  const { app, user, log, store, id, files } = await startWithCompleted();
  const isRemoving = store.hold('remove ');
  const url = `/api/v1/projects?project_id=${id}&type=wordpress`;
  // The reply arrives while the store doesn't respond.
  const reply = await app.inject({ method: 'DELETE', url, headers: user.headers });
  expect(reply.statusCode, reply.body).toBe(200);
  await isRemoving;
  expect((await app.inject({ method: 'DELETE', url, headers: user.headers })).statusCode).toBe(404);
  renameSync(files, `${files}-away`);
  // Prevents the folder from being created again.
  writeFileSync(files, '');
  await store.release();
  await expect
    .poll(() => log.map(({ msg }) => msg))
    .toContainEqual(expect.stringContaining('Failed to delete the files of a deleted project'));
  rmSync(files);
  renameSync(`${files}-away`, files);
});
