/** Geocoder projects over HTTP: images and a sheet of towns become tagged copies, which are made during downloads. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { readTags } from '#geotag';
import type { ImageFile, TownImages } from '#contract/image-shapes.ts';
import type { RunTowns } from '#contract/run-view-shapes.ts';
import { createEnginePool, type EnginePool } from '#server/jobs/engine-pool.ts';
import { makeNoisePhoto } from '#testkit/noise-photo.ts';
import { type RequestUser, sendForm, showProject, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { readZip } from '#testkit/zip-reader.ts';
import { inDeepTier } from '#testkit/tier.ts';

/** Names of images that were opened on engine threads. */
const readByEngine: string[] = [];

const start = useTestApp(async (onEnd) => {
  const pool = createEnginePool({ runNice: 0 });
  onEnd(() => pool.close());
  const openImage: EnginePool['openImage'] = (input, signal) => {
    readByEngine.push(input.image.file);
    return pool.openImage(input, signal);
  };
  return { pool: { ...pool, openImage } };
});
const TOWNS = 'city,state,lat,lng\nHouston,Texas,29.7604,-95.3698\nWaco,Texas,31.5493,-97.1467\n';

const photo = (red: number) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background: { r: red, g: 100, b: 50 } } })
    .jpeg()
    .toBuffer();

function upload(
  app: FastifyInstance,
  user: RequestUser,
  file: { name: string; bytes: Uint8Array; type?: string },
) {
  const fields = { type: 'Geocoder' };
  return sendForm(app, user, { url: '/api/v1/upload', fields, file: { type: 'image/jpeg', ...file } });
}

async function add(app: FastifyInstance, user: RequestUser, name: string, bytes: Uint8Array) {
  const reply = await upload(app, user, { name, bytes });
  expect(reply.statusCode, reply.body).toBe(200);
  const [image] = reply.json<{ data: ImageFile[] }>().data;
  if (image === undefined) throw new Error('no image');
  return image;
}

function save(app: FastifyInstance, user: RequestUser, fields: Record<string, string> = {}) {
  const all = { title: 'Decks', type: 'geocoder', script: TOWNS, ...fields };
  return sendForm(app, user, { url: '/api/v1/save-xml', fields: all });
}

function test(app: FastifyInstance, { headers }: RequestUser, fields: Record<string, unknown> = {}) {
  const payload = { title: 'Decks', type: 'geocoder', script: TOWNS, ...fields };
  return app.inject({ method: 'POST', url: '/api/v1/save-test', headers, payload });
}

async function finish(app: FastifyInstance, user: RequestUser, saved: Awaited<ReturnType<typeof save>>) {
  expect(saved.statusCode, saved.body).toBe(200);
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  return waitForRun(app, user, id);
}

async function download(app: FastifyInstance, url: string | null | undefined) {
  const reply = await app.inject({ url: url ?? '' });
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200);
  return reply;
}

async function makeProject(app: FastifyInstance, user: RequestUser, fields: Record<string, string> = {}) {
  const photos = [await photo(10), await photo(20)];
  await add(app, user, 'Deck one.JPG', photos[0] ?? Buffer.alloc(0));
  await add(app, user, 'deck-two.jpg', photos[1] ?? Buffer.alloc(0));
  return { project: await finish(app, user, await save(app, user, fields)), photos };
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe('a Geocoder project', () => {
  it('opens its images on engine threads, for uploads and for copies', async () => {
    const { app, user } = await start();
    readByEngine.length = 0;
    const { project } = await makeProject(app, user);
    expect(readByEngine.splice(0)).toEqual(['Deck one.JPG', 'deck-two.jpg']);
    await download(app, project.download_all_images_url);
    expect(readByEngine.splice(0)).toEqual(['Deck one.JPG', 'deck-two.jpg']);
  });

  it('lists its copies by town, each with its own URL', async () => {
    const { app, user } = await start();
    const { project } = await makeProject(app, user);
    expect(project).toMatchObject({
      type: 'geocoder',
      notes: '',
      footer_links: '',
      template_file: null,
      cities: ['Houston, Texas', 'Waco, Texas'],
      town_count: 2,
      xmlFiles: [],
      report: { state: 'completed', pages_done: 4, skipped: 0, has_places: true },
    });
    expect(project.files.map(({ name }) => name)).toEqual(['Deck one.JPG', 'deck-two.jpg']);
    const names = project.images.map(({ images }) => images.map(({ name }) => name));
    expect(names).toEqual([
      ['deck-one-houston-texas.jpg', 'deck-two-houston-texas.jpg'],
      ['deck-one-waco-texas.jpg', 'deck-two-waco-texas.jpg'],
    ]);
  });

  it('sends a copy with the coordinates and names of its town', async () => {
    const { app, user } = await start();
    const { project } = await makeProject(app, user);
    const copy = project.images[1]?.images[0];
    const reply = await download(app, copy?.download_url);
    expect(reply.headers['content-type']).toBe('image/jpeg');
    expect(reply.headers['content-disposition']).toContain('deck-one-waco-texas.jpg');
    const { tags } = readTags(reply.rawPayload, 'copy.jpg');
    expect(tags?.exif.latitude).toBeCloseTo(31.5493, 6);
    expect(tags?.exif.longitude).toBeCloseTo(-97.1467, 6);
    expect(tags?.iptc).toMatchObject({ city: 'Waco', state: 'Texas', caption: 'Waco, Texas' });
    const part = await app.inject({ url: copy?.download_url ?? '', headers: { range: 'bytes=2-9' } });
    expect(part.rawPayload).toEqual(reply.rawPayload.subarray(2, 10));
    const thumbnail = await download(app, copy?.thumbnail_url);
    expect(thumbnail.headers['content-type']).toBe('image/webp');
  });

  it('sends all copies as a zip of the announced length, with a folder per town', async () => {
    const { app, user, dataFolder } = await start();
    const { project } = await makeProject(app, user);
    const before = listFiles(dataFolder);
    const reply = await download(app, project.download_all_images_url);
    expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length);
    expect(reply.headers['content-disposition']).toContain('decks.zip');
    const files = readZip(reply.rawPayload);
    expect([...files.keys()].toSorted()).toEqual([
      'houston-texas/deck-one-houston-texas.jpg',
      'houston-texas/deck-two-houston-texas.jpg',
      'waco-texas/deck-one-waco-texas.jpg',
      'waco-texas/deck-two-waco-texas.jpg',
    ]);
    const { tags } = readTags(files.get('houston-texas/deck-two-houston-texas.jpg') ?? Buffer.alloc(0), 'x');
    expect(tags?.xmp).toMatchObject({ city: 'Houston', state: 'Texas' });
    // Copies aren't stored.
    expect(listFiles(dataFolder).filter((file) => !before.includes(file) && file.includes('files'))).toEqual(
      [],
    );
  });

  it('keeps the copies of a run when an image is removed from the project', async () => {
    const { app, user } = await start();
    const { project, photos } = await makeProject(app, user);
    const payload = { url: project.files[0]?.url, type: 'Geocoder' };
    const { headers } = user;
    const removed = await app.inject({
      method: 'DELETE',
      url: '/api/v1/images/delete-upload',
      headers,
      payload,
    });
    expect(removed.statusCode, removed.body).toBe(200);
    const later = await showProject(app, user, project.id);
    expect(later.files.map(({ name }) => name)).toEqual(['deck-two.jpg']);
    expect(later.images[0]?.images).toHaveLength(2);
    const copy = await download(app, later.images[0]?.images[0]?.download_url);
    const scan = (bytes: Buffer) => bytes.subarray(bytes.indexOf(Buffer.from([0xff, 0xda])));
    expect(scan(copy.rawPayload).equals(scan(photos[0] ?? Buffer.alloc(0)))).toBe(true);
  });

  it('names and describes copies by its templates', async () => {
    const { app, user } = await start();
    const templates = { file_name: '[geo_city]-[image_name | slug]', caption: '[image_name] near [city]' };
    const { project } = await makeProject(app, user, templates);
    expect(project).toMatchObject(templates);
    const [first] = project.images[0]?.images ?? [];
    expect(first?.name).toBe('houston-deck-one.jpg');
    const { tags } = readTags((await download(app, first?.download_url)).rawPayload, 'x');
    expect(tags?.exif.caption).toBe('Deck one near Houston');
  });

  it('restores the templates of an earlier run with it', async () => {
    const { app, user } = await start();
    const templates = { file_name: '[geo_city]-[image_name]', caption: 'Near [city]' };
    const { project } = await makeProject(app, user, templates);
    const fields = { project_id: String(project.id), file_name: '[image_name]', caption: '[city]' };
    const later = await finish(app, user, await save(app, user, fields));
    expect(later).toMatchObject({ file_name: '[image_name]', caption: '[city]' });
    const url = `/api/v1/projects/${project.id}/runs/${project.report?.id}/restore`;
    await app.inject({ method: 'POST', url, headers: user.headers });
    expect(await showProject(app, user, project.id)).toMatchObject(templates);
  });

  it('skips rows without coordinates, with the reason', async () => {
    const { app, user } = await start();
    const script = `${TOWNS}Dallas,Texas,,\n`;
    const { project } = await makeProject(app, user, { script });
    expect(project.report).toMatchObject({
      state: 'completed_with_skips',
      pages_done: 4,
      skipped: 1,
      skipped_rows: [{ row: 4, reasons: ['lat: The row has no latitude. Write it as in 29.7604.'] }],
    });
    const sheet = await download(app, project.report?.skipped_rows_url);
    expect(sheet.body).toContain('Dallas,Texas');
  });

  it('shows where ready and skipped towns are on its map', async () => {
    const { app, user } = await start();
    const script = `${TOWNS}Houston,Texas,29.7604,-95.3698\n,Texas,32.7767,-96.797\nDallas,Texas,,\nWest,Texas,0,0\n`;
    const { project } = await makeProject(app, user, { script });
    expect(project.report).toMatchObject({ skipped: 4, has_places: true });
    const url = `/api/v1/projects/${project.id}/runs/${project.report?.id}/towns`;
    const reply = await app.inject({ url, headers: user.headers });
    expect(reply.json<{ data: RunTowns }>().data).toEqual({
      points: [
        [29.76, -95.37, 1, 1],
        [31.55, -97.15, 1, 0],
        [32.78, -96.8, 0, 1],
      ],
      skipped: [
        { row: 4, label: 'Houston, Texas', latitude: 29.7604, longitude: -95.3698 },
        { row: 5, label: 'Texas', latitude: 32.7767, longitude: -96.797 },
      ],
    });
  });

  it('is tested with three samples, each a copy with its tags', async () => {
    const { app, user } = await start();
    await add(app, user, 'deck.jpg', await photo(30));
    const script = `${TOWNS}${'Long '.repeat(20)},Texas,30,-97\n"O'Fallon & <Co>",Missouri,38,-90\n`;
    const project = await finish(app, user, await test(app, user, { script }));
    expect(project.test).toMatchObject({ kind: 'test', state: 'completed', pages_done: 3 });
    const samples = project.test?.samples ?? [];
    expect(samples.map(({ why, row }) => [why, row])).toEqual([
      ['first', 2],
      ['longest', 4],
      ['special', 5],
    ]);
    expect(samples[2]).toMatchObject({ title: 'deck-ofallon-co-missouri.jpg' });
    expect(JSON.parse(samples[2]?.source ?? '')).toMatchObject({ iptc: { city: "O'Fallon & <Co>" } });
    const { tags } = readTags((await download(app, samples[2]?.url)).rawPayload, 'x');
    expect(tags?.exif).toMatchObject({ latitude: 38, longitude: -90 });
    expect(project.images).toEqual([]);
  });

  it('is edited by adding images, and a repeated save starts no second run', async () => {
    const { app, user } = await start();
    const { project } = await makeProject(app, user);
    const form = { type: 'geocoder', project_id: String(project.id) };
    const file = { name: 'third.jpg', bytes: await photo(40), type: 'image/jpeg' };
    await sendForm(app, user, { url: '/api/v1/upload', fields: form, file });
    const again = { title: 'Decks', type: 'geocoder', script: TOWNS, revision: String(project.revision) };
    const update = () =>
      sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${project.id}`, fields: again });
    const saved = await update();
    const edited = await finish(app, user, saved);
    expect(edited.images[0]?.images.map(({ name }) => name)).toEqual([
      'deck-one-houston-texas.jpg',
      'deck-two-houston-texas.jpg',
      'third-houston-texas.jpg',
    ]);
    const repeated = await update();
    expect(repeated.json()).toEqual(saved.json());
    expect(edited.runs).toHaveLength(2);
  });

  it('pages its copies, and searches them by town', async () => {
    const { app, user } = await start();
    const { project } = await makeProject(app, user);
    const list = async (query: string) => {
      const { headers } = user;
      const reply = await app.inject({ url: `/api/v1/projects/${project.id}/images?${query}`, headers });
      return reply.json<{ data: TownImages[]; meta: { total: number } }>();
    };
    expect(await list('per_page=1&page=2')).toMatchObject({
      data: [{ city: 'Waco, Texas' }],
      meta: { total: 2, last_page: 2 },
    });
    expect((await list('search=houst')).data.map(({ city }) => city)).toEqual(['Houston, Texas']);
  });

  it('is deleted with its images', async () => {
    const { app, user, dataFolder } = await start();
    const before = listFiles(join(dataFolder, 'files', 'uploads')).length;
    const { project } = await makeProject(app, user);
    const url = `/api/v1/projects?project_id=${project.id}&type=geocoder`;
    await app.inject({ method: 'DELETE', url, headers: user.headers });
    await expect.poll(() => listFiles(join(dataFolder, 'files', 'uploads')).length).toBe(before);
  });
});

describe('uploads and requests that are rejected', () => {
  it.each([
    ['a file that is not JPEG despite its name', Buffer.from('GIF89a not a picture'), 422],
    ['a file without bytes', Buffer.alloc(0), 422],
    ['an SVG file with a script', Buffer.from('<svg><script>alert(1)</script></svg>'), 422],
    ['a file of 5,242,881 bytes', Buffer.alloc(5_242_881, 1), 413],
  ])('%s', async (_, bytes, status) => {
    const { app, user } = await start();
    const reply = await upload(app, user, { name: 'photo.jpg', bytes });
    expect(reply.statusCode, reply.body).toBe(status);
  });

  it('a file that is not JPEG, a truncated one, and one of more than 50 million pixels', async () => {
    const { app, user } = await start();
    const bytes = await photo(1);
    const png = await sharp(bytes).png().toBuffer();
    const huge = Buffer.from(bytes);
    const frame = huge.indexOf(Buffer.from([0xff, 0xc0]));
    huge.writeUInt16BE(64_250, frame + 5);
    huge.writeUInt16BE(64_250, frame + 7);
    const messages: unknown[] = [];
    const gif = Buffer.from('GIF89a not a picture');
    for (const each of [png, gif, bytes.subarray(0, -40), huge]) {
      const reply = await upload(app, user, { name: 'photo.jpg', bytes: each });
      messages.push([reply.statusCode, reply.json<{ message: string }>().message]);
    }
    expect(messages).toEqual([
      [422, 'Choose a JPEG image.'],
      [422, 'Choose a JPEG image.'],
      [422, 'The image is cut off or corrupt.'],
      [422, 'The image has too many pixels: at most 50 million.'],
    ]);
  });

  it('a PNG file for a Geocoder, whatever type and URL the request has', async () => {
    const { app, user } = await start();
    const { project } = await makeProject(app, user);
    const file = {
      name: 'photo.jpg',
      bytes: await sharp(await photo(1))
        .png()
        .toBuffer(),
      type: 'image/png',
    };
    for (const type of ['geocoder', 'WordPress']) {
      const fields = { type, project_id: String(project.id) };
      const reply = await sendForm(app, user, { url: '/api/v1/images/upload-primary', fields, file });
      expect(reply.json(), type).toMatchObject({ errors: { file: ['Choose a JPEG image'] } });
    }
    const fields = { type: 'WordPress', project_id: String(project.id) };
    const jpeg = { ...file, bytes: await photo(2) };
    const taken = await sendForm(app, user, { url: '/api/v1/images/upload-primary', fields, file: jpeg });
    expect(taken.statusCode, taken.body).toBe(200);
  });

  it('a form without images, and one whose sheet has no towns', async () => {
    const { app, user } = await start();
    const none = await save(app, user);
    expect(none.json()).toMatchObject({ errors: { file: ['At least one image is required'] } });
    await add(app, user, 'deck.jpg', await photo(50));
    const lost = await save(app, user, { script: 'name,phone\nA,1\n' });
    expect(lost.statusCode).toBe(422);
    expect(lost.json<{ problems: { code: string }[] }>().problems.map(({ code }) => code)).toEqual([
      'no-coordinate-column',
      'no-town-column',
    ]);
  });

  it('copies and zips of other users', async () => {
    const { app, user } = await start();
    const { project } = await makeProject(app, user);
    const url = project.download_all_images_url ?? '';
    expect((await app.inject({ url: url.replace(/copies\/\d+/, 'copies/1') })).statusCode).toBe(403);
    expect((await app.inject({ url: `/api/v1/projects/${project.id}/images` })).statusCode).toBe(401);
  });
});

/** An EXIF segment with an orientation, and an entry that points outside of the file. */
function createExif(orientation: number): Buffer {
  const tiff = Buffer.alloc(38);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(2, 8);
  for (const [at, tag, type, count, value] of [
    [10, 0x010f, 2, 4000, 0x7fffffff],
    [22, 0x0112, 3, 1, orientation << 16],
  ] as const) {
    tiff.writeUInt16BE(tag, at);
    tiff.writeUInt16BE(type, at + 2);
    tiff.writeUInt32BE(count, at + 4);
    tiff.writeUInt32BE(value, at + 8);
  }
  const payload = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
}

it('CMYK, progressive and rotated images with two EXIF segments are tagged without changing pixels', async () => {
  const { app, user } = await start();
  const plain = sharp(await photo(90));
  const two = await photo(91);
  const photos = new Map([
    ['cmyk.jpg', await plain.clone().toColourspace('cmyk').jpeg().toBuffer()],
    ['progressive.jpg', await plain.clone().jpeg({ progressive: true }).toBuffer()],
    ['two-exif.jpg', Buffer.concat([two.subarray(0, 2), createExif(6), createExif(3), two.subarray(2)])],
  ]);
  for (const [name, bytes] of photos) await add(app, user, name, bytes);
  const project = await finish(app, user, await save(app, user));
  expect(project.report).toMatchObject({ state: 'completed', pages_done: 6 });
  const files = readZip((await download(app, project.download_all_images_url)).rawPayload);
  const scan = (bytes: Buffer) => bytes.subarray(bytes.lastIndexOf(Buffer.from([0xff, 0xc4])));
  for (const [name, bytes] of photos) {
    const copy = files.get(`waco-texas/${name.replace('.jpg', '-waco-texas.jpg')}`) ?? Buffer.alloc(0);
    expect(scan(copy).equals(scan(bytes)), name).toBe(true);
    expect(readTags(copy, name).tags?.exif.latitude, name).toBeCloseTo(31.5493, 6);
  }
  const turned = files.get('waco-texas/two-exif-waco-texas.jpg') ?? Buffer.alloc(0);
  expect((await sharp(turned).metadata()).orientation).toBe(6);
});

inDeepTier(() => {
  describe('a download that is interrupted', () => {
    it('at any of twenty positions leaves no resources behind, and the next one is complete', async () => {
      const { app, user, dataFolder } = await start();
      await add(app, user, 'deck.jpg', await makeNoisePhoto({ width: 1600, height: 1200 }));
      const project = await finish(app, user, await save(app, user));
      const path = project.download_all_images_url ?? '';
      const address = await app.listen({ port: 0, host: '127.0.0.1' });
      const files = () => listFiles(dataFolder).filter((file) => file.includes('/files/'));
      const before = files();
      const size = project.report?.output_bytes ?? 0;
      for (let place = 0; place < 20; place += 1) {
        const own = new AbortController();
        const { body } = await fetch(address + path, { signal: own.signal });
        let read = 0;
        for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
          read += chunk.length;
          if (read >= (size * place) / 20) break;
        }
        own.abort();
      }
      const whole = Buffer.from(await (await fetch(address + path)).arrayBuffer());
      expect(whole.length).toBe(size);
      expect(readZip(whole).size).toBe(2);
      expect(files()).toEqual(before);
    });

    it('fails if the store has lost an original', async () => {
      const { app, user, dataFolder } = await start();
      const { project } = await makeProject(app, user);
      const stored = listFiles(join(dataFolder, 'files', 'uploads'));
      for (const file of stored) rmSync(file);
      const reply = await app.inject({ url: project.download_all_images_url ?? '' });
      expect([reply.statusCode, reply.json<{ message: string }>().message]).toEqual([
        404,
        'An image of this run is no longer in the file store.',
      ]);
    });
  });
});

describe('names', () => {
  it('of files and towns never point outside of the zip', async () => {
    const { app, user } = await start();
    await add(app, user, '../../etc/passwd.jpg', await photo(60));
    await add(app, user, 'CON.jpg', await photo(61));
    const script = 'city,state,lat,lng\n../..,Texas,29,-95\nCON,,30,-95\nהרצליה,,32,34\n';
    const project = await finish(app, user, await save(app, user, { script }));
    const { rawPayload } = await download(app, project.download_all_images_url);
    for (const name of readZip(rawPayload).keys()) expect(name).toMatch(/^[a-z0-9-]+\/[a-z0-9-]+\.jpg$/);
  });
});
