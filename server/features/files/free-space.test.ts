/** A nearly full disk: a run whose files would fill it is rejected and doesn't start. */
import { expect, it } from 'vitest';
import { listOwn } from '#testkit/users.ts';
import { saveProject, showProject, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

/** Free bytes that the disk reports next; the last value repeats. */
const disk = { free: [Number.MAX_SAFE_INTEGER] };

const MB = 1_000_000;
const PLENTY = 1_000 * MB;
/** Enough for the upload and a small run, but not for twice the ten megabytes of the large run. */
const LITTLE = 215 * MB;
const large = {
  seed: townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(800)}` }),
  fields: { script: townsCsv(800), split_xml_file: '2' },
};

const begin = useTestApp();

async function start() {
  const stage = await begin();
  stage.store.files.freeBytes = async () => (disk.free.length > 1 ? disk.free.shift() : disk.free[0]);
  return stage;
}

it('a run that would leave less than 200 MB is rejected with a message, and a small one is accepted', async () => {
  const { app, database, user } = await start();
  disk.free = [LITTLE];
  const rejected = await saveProject(app, user, large);
  expect(rejected.statusCode).toBe(507);
  expect(rejected.json()).toMatchObject({
    code: 'no_space',
    message: expect.stringContaining('enough disk space for the files of this run'),
  });
  expect(await listOwn(database, user, 'projects')).toEqual([]);
  const taken = await saveProject(app, user);
  expect((await waitForRun(app, user, taken.json().data.project_id)).progress?.state).toBe('completed');
});

it('the table of a HubSpot run needs space, too', async () => {
  const { app, user } = await start();
  const seed = townSeed({ content: `<p>[geo_city]</p>${'<p>Long text.</p>'.repeat(400)}` });
  const fields = { script: townsCsv(800), split_xml_file: '2' };
  disk.free = [LITTLE];
  expect((await saveProject(app, user, { seed, fields })).statusCode).toBe(200);
  const rejected = await saveProject(app, user, { seed, fields: { ...fields, type: 'HubSpot' } });
  expect(rejected.statusCode).toBe(507);
});

it('a run whose space was used up while it was queued fails before it writes, with the reason', async () => {
  const { app, user } = await start();
  disk.free = [PLENTY];
  const { project_id: id } = (await saveProject(app, user, large)).json().data;
  expect((await waitForRun(app, user, id)).progress?.state).toBe('completed');
  // Nothing in the form is new, so the disk is checked once by the save and once by the run.
  disk.free = [PLENTY, LITTLE];
  const again = { ...large, fields: { ...large.fields, project_id: String(id) } };
  expect((await saveProject(app, user, again)).statusCode).toBe(200);
  const { progress } = await waitForRun(app, user, id);
  expect(progress).toMatchObject({
    state: 'failed',
    pages_done: 0,
    message: 'The server is out of disk space. Start the run again once there is space.',
  });
  expect((await showProject(app, user, id)).report?.state).toBe('completed');
});
