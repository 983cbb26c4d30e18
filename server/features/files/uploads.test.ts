/** Uploads: their file is there before their row, their age is looked at twice, and only their tenant can name them. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from '#contract/endpoints.ts';
import type { ImageFile } from '#contract/image-shapes.ts';
import type { Project } from '#contract/project-shapes.ts';
import { addAgency, addPerson, listOwn, type SignedPerson } from '#testkit/people.ts';
import {
  saveProject,
  sendForm,
  showProject,
  townsCsv,
  townSeed,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { saveWithPicture, uploadPicture } from '../workspaces/full-workspace-fixture.ts';
import { holdUploads } from './uploads.service.ts';

const start = useTestApp();

/** Stores a seed page, beside any draft unless told otherwise. @returns its number */
async function storeSeed(
  app: FastifyInstance,
  person: SignedPerson,
  {
    title = 'Seed [geo_city]',
    fields = { draft: 'leave' },
  }: { title?: string; fields?: { draft?: string } } = {},
) {
  const reply = await sendForm(app, person, {
    url: '/api/v1/upload',
    fields: { type: 'wordpress', ...fields },
    file: { name: 'seed.xml', bytes: townSeed({ title }) },
  });
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: { id: string } }>().data.id;
}

describe('the row of an upload', () => {
  it('is written after the file, and so is that of an image after its thumbnail', async () => {
    const { app, database, person, store } = await start();
    const countRows = async () => [
      (await listOwn(database, person, 'uploads')).length,
      (await runSql(database, `select id from images where created_by = ${person.userId}`)).length,
    ];
    const isStoring = store.hold('put uploads/');
    const storing = storeSeed(app, person);
    await isStoring;
    expect(await countRows()).toEqual([0, 0]);
    await store.release();
    await storing;
    expect(await countRows()).toEqual([1, 0]);
    const isStoringThumbnail = store.hold('put thumbnails/');
    const adding = uploadPicture(app, person);
    await isStoringThumbnail;
    expect(await countRows()).toEqual([2, 0]);
    await store.release();
    await adding;
    expect(await countRows()).toEqual([2, 1]);
  });

  it('does not exist if the file could not be stored', async () => {
    const { app, database, dataFolder, person } = await start();
    const files = join(dataFolder, 'files');
    renameSync(files, `${files}-away`);
    const file = { name: 'seed.xml', bytes: townSeed() };
    const fields = { type: 'wordpress' };
    const refused = await sendForm(app, person, { url: '/api/v1/upload', fields, file });
    const sheet = { type: 'wordpress', fields: { title: 'Begun' }, script: townsCsv(2) };
    const { headers } = person;
    const kept = await app.inject({ method: 'PUT', url: '/api/v1/projects/draft', headers, payload: sheet });
    renameSync(`${files}-away`, files);
    expect([refused.statusCode, kept.statusCode]).toEqual([502, 502]);
    expect(await listOwn(database, person, 'uploads')).toEqual([]);
  });
});

it('an upload that is sent again while a sweep looks for its uses stays, with its file', async () => {
  const { app, database, person, store } = await start();
  const id = await storeSeed(app, person);
  await runSql(database, `update uploads set created_at = now() - interval '3 days' where id = '${id}'`);
  const asked: string[] = [];
  const uses = async (_db: unknown, ids: readonly string[]) => {
    asked.push(...ids);
    expect(await storeSeed(app, person)).toBe(id);
    return [];
  };
  const { deleteUnused } = holdUploads({ db: database.db, uses: [uses] });
  const deleted: string[] = [];
  for await (const keys of deleteUnused?.(new Date(Date.now() - 60_000)) ?? []) deleted.push(...keys);
  expect(asked).toContain(id);
  expect(deleted).toEqual([]);
  expect((await listOwn(database, person, 'uploads')).map((upload) => upload.id)).toEqual([id]);
  expect(await store.files.stat(`uploads/${id}`)).toBeDefined();
});

describe('an upload or image of another tenant', () => {
  /** Fields of a call that name uploads and images. */
  const NAMES = /^((seed|sheet|upload|image)_ids?|urls?)$/;
  const taking = allEndpoints.flatMap(({ id, body }) =>
    body instanceof z.ZodObject
      ? Object.keys(body.shape)
          .filter((name) => NAMES.test(name))
          .map((name) => `${id} ${name}`)
      : [],
  );

  /** A colleague's upload as well: before a project has it, only its author may use it. */
  it.each(['a stranger', 'a colleague'])('is accepted by no call that names one: %s', async (who) => {
    const { app, database, person: eve } = await start();
    const bob = await addPerson(database.db);
    if (who === 'a colleague') await addAgency(database.db, [bob, eve]);
    // In a draft of his: drafts let their own author name an upload of any workspace.
    const seedId = await storeSeed(app, bob, { fields: {} });
    const picture = await uploadPicture(app, bob);
    const saved = await saveProject(app, eve);
    const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
    await waitForRun(app, eve, id);
    const { headers } = eve;
    const look = () =>
      runSql(
        database,
        `select 'image', id::text, workspace_id, draft_id, project_id, chosen_at from images where created_by = ${bob.userId}
        union all select 'upload', id::text, workspace_id, null, null, created_at from uploads where created_by = ${bob.userId}
        union all select 'project', seed_id::text, revision, null, null, updated_at from projects where id = ${id}
        order by 1, 2`,
      );
    const before = await look();
    const form = { title: 'Taken', type: 'wordpress', script: townsCsv(2) };
    const put = (url: string, payload: object) => app.inject({ method: 'PUT', url, headers, payload });
    const ownSeedId = await storeSeed(app, eve, { title: 'Own [geo_city]' });
    const ways: [name: string, send: (fields: Record<string, string>) => ReturnType<typeof sendForm>][] = [
      ['save', (fields) => sendForm(app, eve, { url: '/api/v1/save-xml', fields })],
      ['update', (fields) => sendForm(app, eve, { method: 'PUT', url: `/api/v1/projects/${id}`, fields })],
      ['test', (payload) => app.inject({ method: 'POST', url: '/api/v1/save-test', headers, payload })],
      [
        'test',
        (fields) => {
          const payload = { ...fields, project_id: id };
          return app.inject({ method: 'POST', url: '/api/v1/save-test', headers, payload });
        },
      ],
    ];
    const tried = new Set<string>();
    for (const [name, send] of ways) {
      // Members of an agency share its seed pages.
      const foreign = { ...(who === 'a stranger' && { seed_id: seedId }), image_ids: picture.id };
      for (const [field, value] of Object.entries(foreign)) {
        const reply = await send({ ...form, draft: 'leave', seed_id: ownSeedId, [field]: value });
        expect(reply.statusCode, `${name} ${field}: ${reply.body}`).toBe(422);
        expect(Object.keys(reply.json().errors), `${name} ${field}`).toEqual(['file']);
        tried.add(`projects.${name} ${field}`);
      }
    }
    const draft = { type: 'wordpress', fields: { title: 'Taken' }, image_ids: picture.id };
    expect((await put('/api/v1/projects/draft', draft)).statusCode).toBe(200);
    const own = await app.inject({ url: '/api/v1/projects/draft', headers });
    expect(own.json<{ data: { files: ImageFile[] } }>().data.files).toEqual([]);
    tried.add('projects.keepDraft image_ids');
    const removing = { method: 'DELETE', url: '/api/v1/images/delete-upload', headers } as const;
    const removed = await app.inject({ ...removing, payload: { url: picture.url, type: 'wordpress' } });
    expect(removed.statusCode).toBe(404);
    tried.add('projects.removeImage url');
    expect((await put('/api/v1/images/order', { urls: [picture.url] })).statusCode).toBe(404);
    tried.add('projects.orderImages urls');
    expect(await look()).toEqual(before);
    if (who === 'a stranger') expect([...tried].toSorted()).toEqual(taking.toSorted());
  });

  it('is sent to nobody who has left its workspace, by whatever address was given before', async () => {
    const { app, database, person: eve } = await start();
    const bob = await addPerson(database.db);
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
