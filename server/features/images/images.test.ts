/** Primary images over HTTP: uploaded to a draft, stored with its project, reordered and removed. */
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ImageFile } from '#contract/image-shapes.ts';
import { collectGarbage } from '#server/background.ts';
import type { Database } from '#server/db/open.ts';
import { callDrafts, showDraft as showOne } from '#testkit/draft-calls.ts';
import { addUser, listOwn, type SignedInUser } from '#testkit/users.ts';
import {
  type RequestUser,
  saveProject,
  sendForm,
  showProject,
  townsCsv,
  townSeed,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { readZip } from '#testkit/zip-reader.ts';
import { runSql } from '#testkit/test-database.ts';

const enter = useTestApp();
let opened: Database | undefined;

async function start() {
  const stage = await enter();
  opened = stage.database;
  return stage;
}

const photo = (red = 254, width = 600) =>
  sharp({ create: { width, height: 300, channels: 3, background: { r: red, g: 100, b: 50 } } })
    .jpeg()
    .toBuffer();

function upload(
  app: FastifyInstance,
  user: RequestUser,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
) {
  return sendForm(app, user, {
    url: '/api/v1/images/upload-primary',
    fields: { type: 'WordPress', ...fields },
    file: { name: 'Deck one.JPG', bytes, type: 'image/jpeg' },
  });
}

async function add(app: FastifyInstance, user: RequestUser, bytes: Uint8Array): Promise<ImageFile> {
  const reply = await upload(app, user, bytes);
  expect(reply.statusCode, reply.body).toBe(200);
  const [image] = reply.json<{ data: ImageFile[] }>().data;
  if (image === undefined) throw new Error('no image');
  return image;
}

function remove(app: FastifyInstance, { headers }: RequestUser, url: string) {
  const payload = { url, type: 'wordpress' };
  return app.inject({ method: 'DELETE', url: '/api/v1/images/delete-upload', headers, payload });
}

function order(app: FastifyInstance, { headers }: RequestUser, urls: readonly (string | undefined)[]) {
  return app.inject({ method: 'PUT', url: '/api/v1/images/order', headers, payload: { urls } });
}

/** Lists the images of a user's open draft. */
async function showDraft(app: FastifyInstance, user: SignedInUser): Promise<ImageFile[] | undefined> {
  const [draft] = opened === undefined ? [] : await listOwn(opened, user, 'drafts');
  return draft && (await showOne(callDrafts(app, user), draft.id)).files;
}

async function save(app: FastifyInstance, user: RequestUser): Promise<number> {
  const saved = await saveProject(app, user);
  expect(saved.statusCode, saved.body).toBe(200);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  await waitForRun(app, user, id);
  return id;
}

describe('images of pages', () => {
  const content = '<img src="[image_1]" alt="[image_1_alt]"><img src="[featured_image]">';
  const seed = townSeed({ content: `<p>[geo_city]</p>${content}` });

  async function readPart(app: FastifyInstance, user: RequestUser, id: number): Promise<string[]> {
    const project = await showProject(app, user, id);
    const part = await app.inject({ url: project.parts[0]?.url ?? '' });
    return [...part.body.matchAll(/<img src="([^"]*)"/g)].map(([, url = '']) => url);
  }

  it('have public URLs, and are used in turn as featured images', async () => {
    const { app, user } = await start();
    const bytes = await photo(31);
    await add(app, user, bytes);
    await add(app, user, await photo(32));
    const saved = await saveProject(app, user, { seed });
    expect(saved.statusCode, saved.body).toBe(200);
    const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
    expect((await waitForRun(app, user, id)).report?.state).toBe('completed');
    const urls = await readPart(app, user, id);
    const [first, featured, , second] = urls;
    expect(urls).toEqual([first, first, first, second, first, first]);
    expect(featured).toBe(first);
    expect(second).not.toBe(first);
    expect(first).toMatch(/\/api\/v1\/public\/images\/[\w-]{36}\/deck-one\.jpg$/);
    const project = await showProject(app, user, id);
    const part = await app.inject({ url: project.parts[0]?.url ?? '' });
    const items = readPages(part.rawPayload);
    const address = new Map(items.map(({ fields }) => [fields['wp:post_id'], fields['wp:attachment_url']]));
    const featuredIds = items.flatMap(({ metas }) => metas.filter(([key]) => key === '_thumbnail_id'));
    expect(featuredIds.map(([, imageId]) => address.get(imageId))).toEqual([first, second, first]);
    const zip = await app.inject({ url: project.download_all_url ?? '' });
    const files = readZip(zip.rawPayload);
    const getText = (name: string) => files.get(name)?.toString();
    expect(JSON.parse(getText('manifest.json') ?? '')).toMatchObject({ featured_images: 2, pages: 3 });
    expect(getText('IMPORT.md')).toContain(
      'Check *Download and import file attachments*: WordPress then fetches 2 images',
    );
    const reply = await app.inject({ url: new URL(first ?? '').pathname });
    expect(reply.headers['content-type']).toBe('image/jpeg');
    expect(reply.rawPayload.equals(bytes)).toBe(true);
  });

  it('are required by their placeholders', async () => {
    const { app, user } = await start();
    const rejected = await saveProject(app, user, { seed });
    expect(rejected.statusCode).toBe(422);
    expect(rejected.body).toContain('[image_1]');
  });

  it('that no run uses are not public', async () => {
    const { app, user } = await start();
    const image = await add(app, user, await photo(33));
    const id = /thumbnail\/([\w-]{36})/.exec(image.thumbnail_url)?.[1];
    const reply = await app.inject({ url: `/api/v1/public/images/${id}/deck.jpg` });
    expect(reply.statusCode).toBe(404);
  });
});

describe('an image', () => {
  it('is sent unchanged, and smaller as a thumbnail', async () => {
    const { app, user } = await start();
    const bytes = await photo(200, 1200);
    const image = await add(app, user, bytes);
    expect(image).toMatchObject({
      name: 'Deck one.JPG',
      fileName: 'Deck one.JPG',
      size: bytes.length,
      width: 1200,
      height: 300,
    });
    const original = await app.inject({ url: image.url });
    expect(original.headers['content-type']).toBe('image/jpeg');
    expect(original.rawPayload.equals(bytes)).toBe(true);
    const thumbnail = await app.inject({ url: image.thumbnail_url });
    expect(thumbnail.headers['content-type']).toBe('image/webp');
    expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ width: 480, height: 120 });
  });

  it('belongs to the draft until the save, then to the project, in the order of the uploads', async () => {
    const { app, user } = await start();
    const first = await add(app, user, await photo(1));
    const second = await add(app, user, await photo(2));
    expect((await showDraft(app, user))?.map(({ url }) => url)).toEqual([first.url, second.url]);
    const id = await save(app, user);
    expect((await showProject(app, user, id)).files.map(({ size }) => size)).toEqual([
      first.size,
      second.size,
    ]);
    expect(await showDraft(app, user)).toBeUndefined();
  });

  it('keeps the order in which it was chosen, whichever upload ends first', async () => {
    const { app, user } = await start();
    const sent = [
      [41, '2026-01-01T00:00:00.001Z'],
      [42, '2026-01-01T00:00:00.000Z'],
    ] as const;
    for (const [red, chosen_at] of sent) {
      const reply = await upload(app, user, await photo(red, red), { chosen_at });
      expect(reply.statusCode, reply.body).toBe(200);
    }
    expect((await showDraft(app, user))?.map(({ width }) => width)).toEqual([42, 41]);
    const id = await save(app, user);
    expect((await showProject(app, user, id)).files.map(({ width }) => width)).toEqual([42, 41]);
  });

  it('can be moved, in the draft and in the project', async () => {
    const { app, user } = await start();
    const [a, b, c] = [
      await add(app, user, await photo(51, 51)),
      await add(app, user, await photo(52, 52)),
      await add(app, user, await photo(53, 53)),
    ];
    expect((await order(app, user, [c?.url, a?.url, b?.url])).json()).toEqual({ success: true, data: {} });
    const getWidths = (images: readonly ImageFile[] | undefined) => images?.map(({ width }) => width);
    expect(getWidths(await showDraft(app, user))).toEqual([53, 51, 52]);
    const id = await save(app, user);
    const { files } = await showProject(app, user, id);
    expect(getWidths(files)).toEqual([53, 51, 52]);
    // An image of the edit form may precede those of the project.
    const fields = { type: 'WordPress', project_id: String(id) };
    const file = { name: 'new.jpg', bytes: await photo(54, 54), type: 'image/jpeg' };
    const added = await sendForm(app, user, { url: '/api/v1/images/upload-primary', fields, file });
    const [fresh] = added.json<{ data: ImageFile[] }>().data;
    const ofForm = (await showDraft(app, user)) ?? [];
    expect(getWidths(ofForm)).toEqual([53, 51, 52, 54]);
    await order(
      app,
      user,
      [fresh, ...ofForm.slice(0, 3).toReversed()].map((image) => image?.url),
    );
    expect(getWidths((await showProject(app, user, id)).files)).toEqual([53, 51, 52]);
    const { revision } = await showProject(app, user, id);
    const form = { title: 'Plumber', type: 'wordpress', script: townsCsv(3) };
    const saved = await sendForm(app, user, {
      method: 'PUT',
      url: `/api/v1/projects/${id}`,
      fields: { ...form, revision: String(revision) },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    const project = await waitForRun(app, user, id);
    expect(getWidths(project.files)).toEqual([54, 52, 51, 53]);
  });

  it('is used by the pages according to its position', async () => {
    const { app, user } = await start();
    const [a, b] = [await add(app, user, await photo(55)), await add(app, user, await photo(56))];
    await order(app, user, [b.url, a.url]);
    const seed = townSeed({ content: '<p>[geo_city]</p><img src="[image_1]"><img src="[featured_image]">' });
    const saved = await saveProject(app, user, { seed });
    const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
    await waitForRun(app, user, id);
    const { parts } = await showProject(app, user, id);
    const part = await app.inject({ url: parts[0]?.url ?? '' });
    const idOf = ({ thumbnail_url: url }: ImageFile) => /thumbnail\/([\w-]{36})/.exec(url)?.[1];
    const shown = [...part.body.matchAll(/<img src="[^"]*images\/([\w-]{36})\//g)].map(([, image]) => image);
    expect(shown).toEqual([b, b, b, a, b, b].map(idOf));
  });

  it('of another user cannot be moved, and a deleted one is ignored in the order', async () => {
    const { app, user, database } = await start();
    const stranger = await addUser(database.db);
    const [a, b] = [await add(app, user, await photo(57, 57)), await add(app, user, await photo(58, 58))];
    expect((await order(app, stranger, [b.url, a.url])).statusCode).toBe(404);
    const gone = a.url.replace(/[\w-]{36}/, crypto.randomUUID());
    expect((await order(app, user, [gone])).statusCode).toBe(404);
    expect((await order(app, user, [])).statusCode).toBe(422);
    expect((await showDraft(app, user))?.map(({ width }) => width)).toEqual([57, 58]);
    expect((await order(app, user, [b.url, gone, a.url])).statusCode).toBe(200);
    expect((await showDraft(app, user))?.map(({ width }) => width)).toEqual([58, 57]);
  });

  it('is stored once, however often it is uploaded', async () => {
    const { app, user, database } = await start();
    const bytes = await photo(77);
    for (const each of [bytes, bytes, await photo(78)]) await add(app, user, each);
    const [stored] = await runSql<{ count: number }>(
      database,
      `select count(distinct upload_id)::int as count from images where created_by = ${user.userId}`,
    );
    expect(stored).toEqual({ count: 2 });
    expect(await showDraft(app, user)).toHaveLength(3);
  });

  it('is removed from a draft and from a project', async () => {
    const { app, user } = await start();
    const [first, second] = [await add(app, user, await photo(3)), await add(app, user, await photo(4))];
    expect((await remove(app, user, first.url)).json()).toEqual({ success: true, data: {} });
    expect(await showDraft(app, user)).toHaveLength(1);
    expect((await app.inject({ url: first.url })).statusCode).toBe(404);
    const id = await save(app, user);
    expect((await remove(app, user, second.url)).statusCode).toBe(200);
    expect((await showProject(app, user, id)).files).toEqual([]);
    expect((await remove(app, user, second.url)).statusCode).toBe(404);
    expect((await remove(app, user, 'https://elsewhere.example/a.jpg')).statusCode).toBe(404);
  });

  it('of another user is not found', async () => {
    const { app, user, database } = await start();
    const stranger = await addUser(database.db);
    const image = await add(app, user, await photo(5));
    expect((await remove(app, stranger, image.url)).statusCode).toBe(404);
    expect(await showDraft(app, user)).toHaveLength(1);
    const forged = image.url.replace(/owner=\d+/, `owner=${stranger.userId}`);
    expect((await app.inject({ url: forged })).statusCode).toBe(403);
  });
});

/** Changes the size in the header of a JPEG. */
function claimPixels(jpeg: Buffer, width: number, height: number): Buffer {
  const claimed = Buffer.from(jpeg);
  const frame = claimed.indexOf(Buffer.from([0xff, 0xc0]));
  claimed.writeUInt16BE(height, frame + 5);
  claimed.writeUInt16BE(width, frame + 7);
  return claimed;
}

/** Inserts five megabytes of empty segments. */
function floodSegments(jpeg: Buffer): Buffer {
  const segments = Buffer.from('ffe50002'.repeat(1_200_000), 'hex');
  return Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)]);
}

const PIXELS = 'The image has too many pixels: at most 50 million.';

describe('an upload that is rejected leaves no draft', () => {
  it.each([
    ['a HEIC photo', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 422],
    [
      'a TIFF file',
      async () =>
        sharp(await photo())
          .tiff()
          .toBuffer(),
      422,
    ],
    ['an SVG file', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 422],
    ['zero bytes', async () => Buffer.alloc(0), 422],
    ['an image that is cut off', async () => (await photo()).subarray(0, -40), 422],
    ['5,242,881 bytes', async () => Buffer.alloc(5_242_881), 413],
  ])('%s', async (_what, make, status) => {
    const { app, user } = await start();
    const reply = await upload(app, user, await make());
    expect(reply.statusCode, reply.body).toBe(status);
    expect(await showDraft(app, user)).toBeUndefined();
  });

  it('a JPEG of 1.2 million segments, at each endpoint that takes images', async () => {
    const { app, user } = await start();
    const file = { name: 'deck.jpg', type: 'image/jpeg', bytes: floodSegments(await photo()) };
    const places = [
      { url: '/api/v1/images/upload-primary', fields: { type: 'WordPress' } },
      { url: '/api/v1/images/upload-primary', fields: { type: 'Geocoder' } },
      { url: '/api/v1/account/change-avatar', upload: 'avatar' },
    ];
    for (const { url, ...place } of places) {
      const reply = await sendForm(app, user, { url, ...place, file });
      expect(reply.statusCode, `${url}: ${reply.body}`).toBe(422);
      expect(reply.json()).toMatchObject({
        message: 'The image has too many segments. Save the image again in an image editor.',
      });
    }
  });

  it('64,250 × 64,250 pixels, before they are decoded', async () => {
    const { app, user } = await start();
    const reply = await upload(app, user, claimPixels(await photo(), 64_250, 64_250));
    expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([422, PIXELS]);
    expect(await showDraft(app, user)).toBeUndefined();
  });

  it('an image that exceeds the quota of the workspace', async () => {
    const { app, user, database } = await start();
    const first = await add(app, user, await photo(81));
    await runSql(
      database,
      `update uploads set size = 2000000000, created_at = now() where id in (
        select upload_id from images where created_by = ${user.userId})`,
    );
    const reply = await upload(app, user, await photo(82, 82));
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([422, 'quota_reached']);
    // A stored image doesn't count twice.
    expect((await upload(app, user, await photo(81))).statusCode).toBe(200);
    expect((await showDraft(app, user))?.map(({ name }) => name)).toEqual([first.name, first.name]);
  });

  it.each(['uploads/', 'thumbnails/'])('an image if the disk has no space for %s', async (folder) => {
    const { app, user, store } = await start();
    const { files } = store;
    const { put } = files;
    files.put = async (key, bytes) => {
      if (key.startsWith(folder)) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      return put(key, bytes);
    };
    onTestFinished(() => void (files.put = put));
    const bytes = await photo(83, folder.length);
    const reply = await upload(app, user, bytes);
    expect([reply.statusCode, reply.json<{ code: string }>().code]).toEqual([507, 'no_space']);
    expect(await showDraft(app, user)).toBeUndefined();
    files.put = put;
    expect((await upload(app, user, bytes)).statusCode).toBe(200);
    const [image] = (await showDraft(app, user)) ?? [];
    expect((await app.inject({ url: image?.thumbnail_url ?? '' })).statusCode).toBe(200);
  });

  it('an image for a project of another user', async () => {
    const { app, user } = await start();
    expect((await upload(app, user, await photo(), { project_id: '999999' })).statusCode).toBe(404);
  });
});

it('an unused image is deleted with its thumbnail', async () => {
  const { app, user, database, store, pass } = await start();
  const [gone, kept] = [await add(app, user, await photo(6)), await add(app, user, await photo(7))];
  await save(app, user);
  await remove(app, user, gone.url);
  pass(3600 * 1000);
  const { files } = store;
  const garbage = collectGarbage({
    db: database.db,
    files,
    clock: () => new Date(Date.now() + 3600 * 1000),
    newId: () => crypto.randomUUID(),
    warn: () => {},
  });
  const list = async (folder: string) => {
    const keys: string[] = [];
    for await (const { key } of files.list(folder)) keys.push(key);
    return keys;
  };
  const before = await list('thumbnails/');
  await garbage.sweep(new Date(Date.now() + 3600 * 1000));
  const after = await list('thumbnails/');
  expect(after.length).toBeLessThan(before.length);
  const uploads = new Set((await list('uploads/')).map((key) => key.slice('uploads/'.length)));
  for (const key of after) expect(uploads).toContain(key.slice('thumbnails/'.length, -'.webp'.length));
  const fresh = await showProjectImage(app, user);
  expect(fresh.size).toBe(kept.size);
  expect((await app.inject({ url: fresh.thumbnail_url })).statusCode).toBe(200);
});

async function showProjectImage(app: FastifyInstance, user: RequestUser): Promise<ImageFile> {
  const list = await app.inject({ url: '/api/v1/projects', headers: user.headers });
  const [project] = list.json<{ data: { id: number }[] }>().data;
  const [image] = (await showProject(app, user, project?.id ?? 0)).files;
  if (image === undefined) throw new Error('no image');
  return image;
}
