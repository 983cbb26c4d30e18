/** Images that are uploaded while an earlier draft waits for an answer: it keeps its own, the form takes the new ones. */
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ImageFile } from '#contract/image-shapes.ts';
import { collectGarbage } from '#server/background.ts';
import { addPerson } from '#testkit/people.ts';
import {
  type Person,
  saveProject,
  sendForm,
  showProject,
  townSeed,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const HOUR_MS = 3_600_000;
const BESIDE = { draft: 'leave' };
const enter = useTestApp();

const photo = (width: number) =>
  sharp({ create: { width, height: 40, channels: 3, background: { r: 9, g: 100, b: 50 } } })
    .jpeg()
    .toBuffer();

function callsOf(app: FastifyInstance, person: Person) {
  const { headers } = person;
  const upload = async (
    width: number,
    fields: Record<string, string> = {},
    url = 'images/upload-primary',
  ) => {
    const file = { name: `${width}.jpg`, bytes: await photo(width), type: 'image/jpeg' };
    const reply = await sendForm(app, person, {
      url: `/api/v1/${url}`,
      fields: { type: 'wordpress', ...fields },
      file,
    });
    expect(reply.statusCode, reply.body).toBe(200);
    const [image] = reply.json<{ data: ImageFile[] }>().data;
    if (image === undefined) throw new Error('no image');
    return image;
  };
  const show = async (query = '') => {
    const reply = await app.inject({ url: `/api/v1/projects/draft${query}`, headers });
    return reply.json<{ data: { is_open: boolean; files: ImageFile[] } | null }>().data;
  };
  return {
    upload,
    show,
    widths: async (query = '') => (await show(query))?.files.map(({ width }) => width),
    update: (id: number, fields: Record<string, string>) =>
      sendForm(app, person, {
        method: 'PUT',
        url: `/api/v1/projects/${id}`,
        fields: { title: 'Plumber', script: townsCsv(3), ...fields },
      }),
    test: (fields: Record<string, unknown>) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/save-test',
        headers,
        payload: { title: 'Plumber', type: 'wordpress', script: townsCsv(3), ...fields },
      }),
    keep: (fields: Record<string, unknown>) =>
      app.inject({
        method: 'PUT',
        url: '/api/v1/projects/draft',
        headers,
        payload: { type: 'wordpress', fields: { title: 'Begun' }, ...fields },
      }),
  };
}

/** A person with a project and an unanswered draft of its edit form, which has an image. */
async function start() {
  const entered = await enter();
  const { app, person } = entered;
  const saved = await saveProject(app, person);
  const id = saved.json<{ data: { project_id: number } }>().data.project_id;
  await waitForRun(app, person, id);
  const calls = callsOf(app, person);
  await calls.upload(101, { project_id: String(id) });
  return { ...entered, ...calls, id, ofEdit: `?project_id=${id}` };
}

const widthsOf = async (app: FastifyInstance, person: Person, id: number) =>
  (await showProject(app, person, id)).files.map(({ width }) => width);

describe('an image added while an edit form has an earlier draft', () => {
  it('is of the project once that is saved, and the draft stays as it is', async () => {
    const { app, person, id, ofEdit, upload, update, show, widths } = await start();
    const before = await show(ofEdit);
    const { id: image } = await upload(102, { ...BESIDE, project_id: String(id) });
    expect(await show(ofEdit)).toMatchObject({ ...before, files: [{ width: 101 }] });
    const saved = await update(id, { ...BESIDE, image_ids: image });
    expect(saved.statusCode, saved.body).toBe(200);
    await waitForRun(app, person, id);
    expect(await widthsOf(app, person, id)).toEqual([102]);
    expect(await widths(ofEdit)).toEqual([101]);
    expect((await show(ofEdit))?.is_open).toBe(true);
    // The project has it: naming it again adds nothing.
    expect((await update(id, { ...BESIDE, image_ids: image })).statusCode).toBe(200);
    await waitForRun(app, person, id);
    expect(await widthsOf(app, person, id)).toEqual([102]);
  });

  it('is on the pages of a test, which stores nothing', async () => {
    const { app, person, id, ofEdit, upload, test, show, widths } = await start();
    const { id: image } = await upload(103, { ...BESIDE, project_id: String(id) });
    const seed = { name: 'seed.xml', bytes: townSeed({ content: '<p>[geo_city]</p><img src="[image_1]">' }) };
    const stored = await sendForm(app, person, {
      url: '/api/v1/upload',
      fields: { type: 'wordpress', ...BESIDE },
      file: seed,
    });
    const { id: seedId } = stored.json<{ data: { id: string } }>().data;
    const tried = { ...BESIDE, project_id: id, seed_id: seedId };
    expect((await test(tried)).statusCode).toBe(422);
    const tested = await test({ ...tried, image_ids: image });
    expect(tested.statusCode, tested.body).toBe(200);
    const { progress } = await waitForRun(app, person, id);
    expect(progress?.samples[0]?.source).toMatch(/<img src="[^"]+\/103\.jpg"/);
    // One that the draft has is no less on them where it is named.
    const [drafted] = (await show(ofEdit))?.files ?? [];
    expect((await test({ ...tried, image_ids: drafted?.id })).statusCode).toBe(200);
    const again = await waitForRun(app, person, id);
    expect(again.progress?.samples[0]?.source).toMatch(/<img src="[^"]+\/101\.jpg"/);
    expect(await widthsOf(app, person, id)).toEqual([]);
    expect(await widths(ofEdit)).toEqual([101]);
  });
});

describe('an image added while a new project has an earlier draft', () => {
  it('comes into the draft that takes the place of the earlier one, and from there into the project', async () => {
    const { app, person } = await enter();
    const { upload, keep, widths } = callsOf(app, person);
    await upload(104);
    const { id: image } = await upload(105, BESIDE);
    expect(await widths()).toEqual([104]);
    await app.inject({ method: 'DELETE', url: '/api/v1/projects/draft', headers: person.headers });
    expect((await keep({ image_ids: image })).statusCode).toBe(200);
    expect(await widths()).toEqual([105]);
    const saved = await saveProject(app, person, { fields: { image_ids: image } });
    const id = saved.json<{ data: { project_id: number } }>().data.project_id;
    expect(await widthsOf(app, person, id)).toEqual([105]);
  });

  it('is what a Geocoder is tested with', async () => {
    const { app, person } = await enter();
    const { upload, test, show } = callsOf(app, person);
    const { id: image } = await upload(106, { type: 'geocoder', ...BESIDE }, 'upload');
    expect(await show()).toBeNull();
    const script = 'geo_city,latitude,longitude\nAustin,30.2,-97.7\n';
    const fields = { type: 'geocoder', script, ...BESIDE };
    expect((await test(fields)).statusCode).toBe(422);
    const tested = await test({ ...fields, image_ids: image });
    expect(tested.statusCode, tested.body).toBe(200);
    const id = tested.json<{ data: { project_id: number } }>().data.project_id;
    expect(await widthsOf(app, person, id)).toEqual([106]);
  });
});

describe('an image beside a draft', () => {
  const moveTo = ({ userId }: Person, { id }: ImageFile) =>
    `update images set workspace_id = (select workspace_id from members where user_id = ${userId} limit 1)
     where id = '${id}'`;

  it.each(['a stranger', 'a colleague'])('of %s is neither taken nor removed', async (who) => {
    const { app, database, person, id, update, keep, widths } = await start();
    const other = await addPerson(database.db);
    const theirs = callsOf(app, other);
    const image = await theirs.upload(107, BESIDE);
    if (who === 'a colleague') await runSql(database, moveTo(person, image));
    const refused = await update(id, { ...BESIDE, image_ids: image.id });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('An added image is no longer on the server.');
    expect((await keep({ image_ids: image.id })).statusCode).toBe(200);
    expect(await widths()).toEqual([]);
    const asked = { headers: person.headers, payload: { url: image.url, type: 'wordpress' } };
    const removed = await app.inject({ method: 'DELETE', url: '/api/v1/images/delete-upload', ...asked });
    expect(removed.statusCode).toBe(404);
    await runSql(database, moveTo(other, image));
    await theirs.keep({ image_ids: image.id });
    expect(await theirs.widths()).toEqual([107]);
  });

  it('goes along with its author into a project of another workspace', async () => {
    const { app, database, person, id, upload, update, keep, widths } = await start();
    const image = await upload(108, BESIDE);
    await runSql(database, moveTo(await addPerson(database.db), image));
    expect((await keep({ image_ids: image.id })).statusCode).toBe(200);
    expect(await widths()).toEqual([108]);
    const other = await upload(109, BESIDE);
    await runSql(database, moveTo(await addPerson(database.db), other));
    expect((await update(id, { ...BESIDE, image_ids: other.id })).statusCode).toBe(200);
    expect(await widthsOf(app, person, id)).toEqual([109]);
    expect(await runSql(database, `select workspace_id from images where id = '${other.id}'`)).toEqual([
      { workspace_id: person.workspaceId },
    ]);
  });
});

it('an image that no form takes goes within a day, with its files', async () => {
  const { app, person, database, store, pass } = await enter();
  const { upload, keep, widths } = callsOf(app, person);
  const gone = await upload(109, BESIDE);
  pass(2 * HOUR_MS);
  const young = await upload(110, BESIDE);
  const { files } = store;
  const later = () => new Date(Date.now() + 25 * HOUR_MS);
  const newId = () => crypto.randomUUID();
  const garbage = collectGarbage({ db: database.db, files, clock: later, newId, warn: () => {} });
  const stored = async ({ thumbnail_url: url }: ImageFile) => {
    const [, uploadId] = /thumbnail\/([\w-]{36})/.exec(url) ?? [];
    const found = await Promise.all(
      [`uploads/${uploadId}`, `thumbnails/${uploadId}.webp`].map((key) => files.stat(key)),
    );
    return found.map((file) => file !== undefined);
  };
  expect(await stored(gone)).toEqual([true, true]);
  await garbage.sweep(later());
  expect(await stored(gone)).toEqual([false, false]);
  expect(await stored(young)).toEqual([true, true]);
  await keep({ image_ids: `${gone.id},${young.id}` });
  expect(await widths()).toEqual([110]);
});
