/** Uploads: the file exists before its row, its age is checked twice, and only its tenant can use it. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '#contract/endpoints.ts';
import type { Project } from '#contract/project-shapes.ts';
import { addAgency, addUser, listOwn, type SignedInUser } from '#testkit/users.ts';
import { sendForm, showProject, townsCsv, townSeed } from '#testkit/project-calls.ts';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { saveWithPicture, uploadPicture } from '../workspaces/full-workspace-fixture.ts';
import { holdUploads } from './uploads.service.ts';

const start = useTestApp();

/** Stores a seed page in a draft. @returns its id */
async function storeSeed(app: FastifyInstance, user: SignedInUser, title = 'Seed [geo_city]') {
  const reply = await sendForm(app, user, {
    url: '/api/v1/upload',
    fields: { type: 'wordpress' },
    file: { name: 'seed.xml', bytes: townSeed({ title }) },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: { id: string } }>().data.id;
}

describe('the row of an upload', () => {
  it('is written after the file, and that of an image after its thumbnail', async () => {
    const { app, database, user, store } = await start();
    const countRows = async () => [
      (await listOwn(database, user, 'uploads')).length,
      (await runSql(database, `select id from images where created_by = ${user.userId}`)).length,
    ];
    const isStoring = store.hold('put uploads/');
    const storing = storeSeed(app, user);
    await isStoring;
    expect(await countRows()).toEqual([0, 0]);
    await store.release();
    await storing;
    expect(await countRows()).toEqual([1, 0]);
    const isStoringThumbnail = store.hold('put thumbnails/');
    const adding = uploadPicture(app, user);
    await isStoringThumbnail;
    expect(await countRows()).toEqual([2, 0]);
    await store.release();
    await adding;
    expect(await countRows()).toEqual([2, 1]);
  });

  it('does not exist if the file could not be stored', async () => {
    const { app, database, dataFolder, user } = await start();
    const files = join(dataFolder, 'files');
    renameSync(files, `${files}-away`);
    const file = { name: 'seed.xml', bytes: townSeed() };
    const calls = callDrafts(app, user);
    const { id } = await openDraft(calls);
    const rejected = await calls.upload({ draft_id: id }, file);
    const kept = await calls.paste(id, townsCsv(2));
    renameSync(`${files}-away`, files);
    expect([rejected.statusCode, kept.statusCode]).toEqual([502, 502]);
    expect(await listOwn(database, user, 'uploads')).toEqual([]);
  });
});

it('an upload that is sent again while a sweep checks its uses is kept with its file', async () => {
  const { app, database, user, store } = await start();
  const id = await storeSeed(app, user);
  await runSql(database, `update uploads set created_at = now() - interval '3 days' where id = '${id}'`);
  const asked: string[] = [];
  const uses = async (_db: unknown, ids: readonly string[]) => {
    asked.push(...ids);
    expect(await storeSeed(app, user)).toBe(id);
    return [];
  };
  const { deleteUnused } = holdUploads({ db: database.db, uses: [uses] });
  const deleted: string[] = [];
  for await (const keys of deleteUnused?.(new Date(Date.now() - 60_000)) ?? []) deleted.push(...keys);
  expect(asked).toContain(id);
  expect(deleted).toEqual([]);
  expect((await listOwn(database, user, 'uploads')).map((upload) => upload.id)).toEqual([id]);
  expect(await store.files.stat(`uploads/${id}`)).toBeDefined();
});

describe('an upload or image of another tenant', () => {
  /** Fields of a call that refer to uploads and images. */
  const NAMES = /^((seed|sheet|upload|image)_ids?|urls?)$/;
  const taking = allEndpoints.flatMap(({ id, body }) =>
    body instanceof z.ZodObject
      ? Object.keys(body.shape)
          .filter((name) => NAMES.test(name))
          .map((name) => `${id} ${name}`)
      : [],
  );

  /** Includes a colleague's image: until a project has it, only its author may use it. */
  it.each(['a stranger', 'a colleague'])("isn't accepted by any call that refers to one: %s", async (who) => {
    const { app, database, user: eve } = await start();
    const bob = await addUser(database.db);
    if (who === 'a colleague') await addAgency(database.db, [bob, eve]);
    await storeSeed(app, bob);
    const picture = await uploadPicture(app, bob);
    const { headers } = eve;
    const look = () =>
      runSql(
        database,
        `select 'image', id::text, workspace_id, draft_id, project_id, chosen_at from images where created_by = ${bob.userId}
        union all select 'upload', id::text, workspace_id, null, null, created_at from uploads where created_by = ${bob.userId}
        order by 1, 2`,
      );
    const before = await look();
    const [draft] = await listOwn(database, bob, 'drafts');
    const calls = callDrafts(app, eve);
    expect((await calls.save({ draft_id: draft?.id ?? '', script: townsCsv(2) })).statusCode).toBe(404);
    const tried = new Set<string>();
    const removing = { method: 'DELETE', url: '/api/v1/images/delete-upload', headers } as const;
    const removed = await app.inject({ ...removing, payload: { url: picture.url, type: 'wordpress' } });
    expect(removed.statusCode).toBe(404);
    tried.add('projects.removeImage url');
    const ordering = { method: 'PUT', url: '/api/v1/images/order', headers } as const;
    const ordered = await app.inject({ ...ordering, payload: { urls: [picture.url] } });
    expect(ordered.statusCode).toBe(404);
    tried.add('projects.orderImages urls');
    expect(await look()).toEqual(before);
    expect([...tried].toSorted()).toEqual(taking.toSorted());
  });

  it("isn't sent to a user who has left its workspace, even by an earlier URL", async () => {
    const { app, database, user: eve } = await start();
    const bob = await addUser(database.db);
    const agencyId = await addAgency(database.db, [bob, eve]);
    const id = await saveWithPicture(app, bob);
    const shown: Project = await showProject(app, eve, id);
    const [file] = shown.files;
    const urls = [
      shown.template_file?.url,
      shown.script_url,
      file?.url,
      file?.thumbnail_url,
      shown.parts[0]?.url,
      shown.download_all_url,
      shown.formed_links_url,
    ].map((url) => url ?? '/none');
    const statuses = async () => Promise.all(urls.map(async (url) => (await app.inject(url)).statusCode));
    expect(await statuses()).toEqual(urls.map(() => 200));
    await runSql(
      database,
      `delete from members where workspace_id = ${agencyId} and user_id = ${eve.userId}`,
    );
    expect(await statuses()).toEqual(urls.map(() => 404));
  });
});
