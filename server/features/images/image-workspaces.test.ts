/** Images of a draft whose author joins or leaves an agency before the save: they move to the workspace of the project. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, sendForm, showProject, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { type Stage, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { uploadPicture } from '../workspaces/full-workspace-fixture.ts';

const enter = useTestApp();
const seed = townSeed({ content: '<p>[geo_city]</p><img src="[image_1]">' });

const getStatus = async (app: FastifyInstance, url = '/none') => (await app.inject({ url })).statusCode;

/** Requests each image of a project, its thumbnail, and its public URL in the pages. */
async function openPictures(app: FastifyInstance, user: SignedInUser, id: number) {
  const { files, parts } = await showProject(app, user, id);
  const statuses = [];
  for (const { url, thumbnail_url: thumbnail } of files)
    statuses.push(await getStatus(app, url), await getStatus(app, thumbnail));
  const part = await app.inject({ url: parts[0]?.url ?? '/none' });
  const [, published = ''] = /<img src="([^"]*)"/.exec(part.body) ?? [];
  statuses.push(await getStatus(app, new URL(published).pathname));
  return statuses;
}

async function save(app: FastifyInstance, user: SignedInUser, fields: Record<string, string> = {}) {
  const saved = await saveProject(app, user, { seed, fields });
  expect(saved.statusCode, saved.body).toBe(200);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  expect((await waitForRun(app, user, id)).progress?.state).toBe('completed');
  return id;
}

const leave = ({ database }: Stage, { userId }: SignedInUser, agencyId: number) =>
  runSql(database, `delete from members where workspace_id = ${agencyId} and user_id = ${userId}`);

/** Counts images and uploads of a project that are in another workspace. */
async function countElsewhere({ database }: Stage, id: number) {
  const [row] = await runSql<{ elsewhere: number }>(
    database,
    `select count(*)::int as elsewhere from projects
      join runs on runs.project_id = projects.id
      join run_images on run_images.run_id = runs.id
      join images on images.project_id = projects.id
      join uploads on uploads.id in (run_images.upload_id, images.upload_id)
    where projects.id = ${id}
      and (uploads.workspace_id <> projects.workspace_id or images.workspace_id <> projects.workspace_id)`,
  );
  return row?.elsewhere;
}

it('images of an author who has joined an agency are shown to its members, even after the author leaves', async () => {
  const stage = await enter();
  const { app, database, user } = stage;
  await uploadPicture(app, user);
  const ben = await addUser(database.db);
  await addAgency(database.db, [ben, user]);
  const id = await save(app, user);
  expect(await openPictures(app, ben, id)).toEqual([200, 200, 200]);
  expect(await countElsewhere(stage, id)).toBe(0);
  await runSql(database, `delete from workspaces where id = ${user.workspaceId}`);
  expect(await openPictures(app, ben, id)).toEqual([200, 200, 200]);
});

it('images of an author who has left an agency are shown to the author, with the seed page of the draft', async () => {
  const stage = await enter();
  const { app, database, user } = stage;
  const ben = await addUser(database.db);
  const agencyId = await addAgency(database.db, [ben, user]);
  await uploadPicture(app, user);
  const file = { name: 'seed.xml', bytes: seed };
  await sendForm(app, user, { url: '/api/v1/upload', fields: { type: 'wordpress' }, file });
  await leave(stage, user, agencyId);
  const fields = { title: 'Plumber', type: 'wordpress', script: 'geo_city,geo_url\nAustin,austin' };
  const saved = await sendForm(app, user, { url: '/api/v1/save-xml', fields });
  expect(saved.statusCode, saved.body).toBe(200);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  await waitForRun(app, user, id);
  expect(await openPictures(app, user, id)).toEqual([200, 200, 200]);
  expect(await countElsewhere(stage, id)).toBe(0);
});

it('images that an earlier version left in another workspace are moved by the next save', async () => {
  const stage = await enter();
  const { app, database, user } = stage;
  await uploadPicture(app, user);
  const ben = await addUser(database.db);
  await addAgency(database.db, [ben, user]);
  const id = await save(app, user);
  const elsewhere = `set workspace_id = ${user.workspaceId} where`;
  await runSql(database, `update images ${elsewhere} project_id = ${id}`);
  await runSql(
    database,
    `update uploads ${elsewhere} id in (select upload_id from images where project_id = ${id})`,
  );
  expect(await openPictures(app, ben, id)).toEqual([404, 200, 200]);
  await save(app, ben, { project_id: String(id), script: 'geo_city,geo_url\nBoston,boston' });
  expect(await openPictures(app, ben, id)).toEqual([200, 200, 200]);
});

it('images of a shared upload have a thumbnail in the workspace of the image and of a run', async () => {
  const stage = await enter();
  const { app, database, user } = stage;
  await uploadPicture(app, user);
  const id = await save(app, user);
  const thumbnail = (await showProject(app, user, id)).files[0]?.thumbnail_url;
  const ben = await addUser(database.db);
  // Migrations and the purge of a workspace leave an upload that several workspaces use.
  await runSql(
    database,
    `update uploads set workspace_id = ${ben.workspaceId}
      where id in (select upload_id from images where project_id = ${id})`,
  );
  expect(await openPictures(app, user, id)).toEqual([200, 200, 200]);
  await runSql(database, `delete from images where project_id = ${id}`);
  expect(await getStatus(app, thumbnail)).toBe(200);
  await runSql(
    database,
    `delete from run_images where run_id in (select id from runs where project_id = ${id})`,
  );
  expect(await getStatus(app, thumbnail)).toBe(404);
});
