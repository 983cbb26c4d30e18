/** Tutorials and preview images over HTTP: read by all users, written by administrators. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { tutorial } from '#contract/tutorials.contract.ts';
import { collectGarbage } from '#server/background.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { sendForm } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

type Tutorial = z.output<typeof tutorial>;

const FIELDS = {
  title: 'Export a page',
  description: 'How a page leaves WordPress.',
  link: 'https://v.example/1',
};
const ADMIN = { role: 'admin' } as const;
const DAY_MS = 24 * 3600 * 1000;

const start = useTestApp();

function call(
  app: FastifyInstance,
  { headers }: SignedInUser,
  [method, path, payload]: [string, string, object?],
) {
  const url = `/api/v1/${path}`;
  return app.inject({ method: method as 'GET', url, headers, ...(payload && { payload }) });
}

async function make(app: FastifyInstance, user: SignedInUser, more: object = {}): Promise<Tutorial> {
  const reply = await call(app, user, ['POST', 'tutorials', { ...FIELDS, ...more }]);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: Tutorial }>().data;
}

const picture = (width = 1600) =>
  sharp({ create: { width, height: 900, channels: 3, background: '#fe6432' } })
    .png()
    .toBuffer();

const send = (app: FastifyInstance, user: SignedInUser, bytes: Uint8Array) =>
  sendForm(app, user, {
    url: '/api/v1/tutorials/upload-preview',
    file: { name: 'preview.png', bytes, type: 'image/png' },
  });

async function upload(app: FastifyInstance, user: SignedInUser) {
  const reply = await send(app, user, await picture());
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: { preview_url: string; preview_name: string } }>().data;
}

describe('a tutorial', () => {
  it('is easy by default, shown to all users and in the edit form, changed and deleted', async () => {
    const { app, database, user } = await start(ADMIN);
    const made = await make(app, user);
    expect(made).toMatchObject({
      ...FIELDS,
      level: 'easy',
      preview_name: null,
      preview_url: null,
      revision: 1,
    });
    const path = `tutorials/${made.id}`;
    expect((await call(app, user, ['GET', `${path}/edit`])).json()).toEqual({
      success: true,
      data: [made],
    });
    const reader = await addUser(database.db);
    const { preview_url: _url, ...shown } = made;
    expect((await call(app, reader, ['GET', path])).json()).toMatchObject({ success: true, data: [shown] });
    const change = { ...FIELDS, title: ' New title ', difficulty_level: 'hard', revision: 1 };
    const changed = await call(app, user, ['PUT', path, change]);
    expect(changed.json().data).toMatchObject({ title: 'New title', level: 'hard', revision: 2 });
    expect((await call(app, user, ['DELETE', path])).json()).toEqual({
      success: true,
      data: {},
      message: 'Tutorial was successfully deleted!',
    });
    for (const [method, of] of [
      ['GET', path],
      ['GET', `${path}/edit`],
      ['PUT', path],
      ['DELETE', path],
    ] as const) {
      expect((await call(app, user, [method, of, method === 'PUT' ? change : undefined])).statusCode).toBe(
        404,
      );
    }
  });

  it.each([
    [{ title: '' }, { title: ['Title is required'] }],
    [{ title: undefined }, { title: ['Title is required'] }],
    [{ description: '' }, { description: ['Tutorial description is required'] }],
    [{ description: undefined }, { description: ['Tutorial description is required'] }],
    [{ description: '1234567' }, { description: ['Tutorial description must be at least 15 characters'] }],
    [{ link: '' }, { link: ['Link to video is required'] }],
    [{ link: undefined }, { link: ['Link to video is required'] }],
    [{ link: 'videos' }, { link: ['Enter a valid URL'] }],
    [{ link: 'javascript:alert(1)' }, { link: ['Enter a valid URL'] }],
    [{ preview_name: '../../x' }, { preview_name: ['must be the name of a preview image'] }],
  ])('of %j is rejected', async (more, errors) => {
    const { app, user } = await start(ADMIN);
    const { id } = await make(app, user, { description: '12345678' });
    for (const request of [
      ['POST', 'tutorials'],
      ['PUT', `tutorials/${id}`],
    ] as const) {
      const reply = await call(app, user, [...request, { ...FIELDS, ...more }]);
      expect([reply.statusCode, reply.json().errors]).toEqual([422, errors]);
    }
  });

  it('keeps the first of two concurrent saves and shows the second user who saved it and when', async () => {
    const { app, database, user: ada } = await start(ADMIN);
    const { id, revision } = await make(app, ada);
    const ben = await addUser(database.db, ADMIN);
    const replies = await Promise.all(
      [ben, ada].map((user) => call(app, user, ['PUT', `tutorials/${id}`, { ...FIELDS, revision }])),
    );
    const [saved, refused] = replies.toSorted((a, b) => a.statusCode - b.statusCode);
    expect([saved?.statusCode, refused?.statusCode]).toEqual([200, 409]);
    expect(refused?.json()).toMatchObject({
      message: expect.stringMatching(/^Ada Lovelace saved this on .+ UTC\. Reload it and try again\.$/),
      newer: { revision: 2, saved_by: 'Ada Lovelace', saved_at: saved?.json().data.updated_at },
    });
  });

  it('is read by all users and written only by administrators', async () => {
    const { app, database, user } = await start();
    const admin = await addUser(database.db, ADMIN);
    const { id, title } = await make(app, admin, { title: 'For everybody' });
    const list = await call(app, user, ['GET', 'tutorials?search=everybody']);
    expect(list.json().data).toMatchObject([{ id, title }]);
    const levels = await call(app, user, ['GET', 'tutorials/level-list']);
    expect(levels.json().data).toEqual([{ name: 'easy' }, { name: 'medium' }, { name: 'hard' }]);
    for (const request of [
      ['POST', 'tutorials', FIELDS],
      ['GET', `tutorials/${id}/edit`],
      ['PUT', `tutorials/${id}`, FIELDS],
      ['DELETE', `tutorials/${id}`],
      ['DELETE', 'tutorials/delete-preview', { preview_name: 'x' }],
    ] as [string, string, object?][]) {
      expect((await call(app, user, request)).statusCode, request[1]).toBe(403);
    }
    expect((await send(app, user, await picture())).statusCode).toBe(403);
  });
});

describe('the list of tutorials', () => {
  it('is sorted, searched, filtered and paged', async () => {
    const { app, user } = await start(ADMIN);
    const tag = `tag-${user.userId}`;
    const add = (title: string, level: string) =>
      make(app, user, { title, difficulty_level: level, description: `Has the ${tag}.` });
    for (const [title, level] of [
      ['b', 'easy'],
      ['C', 'hard'],
      ['a', 'medium'],
    ] as const)
      await add(title, level);
    const list = async (query: string) => {
      const reply = await call(app, user, ['GET', `tutorials?search=${tag}${query}`]);
      return reply.json<{ data: Tutorial[] }>().data.map(({ title }) => title);
    };
    expect(await list('')).toEqual(['a', 'C', 'b']);
    expect(await list('&sort=title')).toEqual(['a', 'b', 'C']);
    expect(await list('&level=hard,medium&sort=-title')).toEqual(['C', 'a']);
    expect(await list('&per_page=2&page=2')).toEqual(['b']);
  });

  it.each(['?page=0', '?per_page=100000', '?sort=level', '?level=expert'])('rejects %s', async (query) => {
    const { app, user } = await start();
    expect((await call(app, user, ['GET', `tutorials${query}`])).statusCode).toBe(422);
  });
});

describe('the order of the tutorials', () => {
  it('starts with the newest, is changed by administrators and is the same for all users', async () => {
    const { app, database, user } = await start(ADMIN);
    const reader = await addUser(database.db);
    const tag = `order-${user.userId}`;
    const ids: number[] = [];
    for (const title of ['first', 'second', 'third'])
      ids.push((await make(app, user, { title: `${title} ${tag}` })).id);
    const list = async () => {
      const reply = await call(app, reader, ['GET', 'tutorials?per_page=100']);
      const { data, meta } = reply.json<{ data: Tutorial[]; meta: { total: number } }>();
      const titles = data.map(({ title }) => title);
      return {
        titles: titles.filter((title) => title.endsWith(tag)).map((title) => title.split(' ')[0]),
        meta,
      };
    };
    const [first = 0, second = 0, third = 0] = ids;
    const move = (id: number, place: number) => call(app, user, ['PUT', `tutorials/${id}/place`, { place }]);
    const { titles, meta } = await list();
    expect(titles).toEqual(['third', 'second', 'first']);
    const moved = await move(first, 1);
    expect(moved.json()).toMatchObject({ success: true, data: { place: 1, total: meta.total } });
    expect((await list()).titles).toEqual(['first', 'third', 'second']);
    await move(first, 2);
    expect((await list()).titles).toEqual(['third', 'first', 'second']);
    expect((await move(third, 9_999)).json().data).toEqual({ place: meta.total, total: meta.total });
    expect((await list()).titles).toEqual(['first', 'second', 'third']);
    await make(app, user, { title: `new ${tag}` });
    expect((await list()).titles).toEqual(['new', 'first', 'second', 'third']);
    const audit = await database.db
      .selectFrom('audit_log')
      .select(['before', 'after'])
      .where('object_kind', '=', 'tutorial')
      .where('object_id', '=', first)
      .where('verb', '=', 'update')
      .orderBy('id')
      .execute();
    expect(audit).toEqual([
      { before: { place: 3 }, after: { place: 1 } },
      { before: { place: 1 }, after: { place: 2 } },
    ]);
    await move(second, 3);
    expect((await list()).titles).toEqual(['new', 'first', 'second', 'third']);
  });

  it('is changed only by administrators, to a valid place and for an existing tutorial', async () => {
    const { app, database, user } = await start();
    const admin = await addUser(database.db, ADMIN);
    const { id } = await make(app, admin);
    const move = (mover: SignedInUser, of: number, place: unknown) =>
      call(app, mover, ['PUT', `tutorials/${of}/place`, { place }]);
    expect((await move(user, id, 1)).statusCode).toBe(403);
    expect((await move(admin, 999_999, 1)).statusCode).toBe(404);
    for (const place of [0, -1, 1.5, 'first'])
      expect((await move(admin, id, place)).statusCode, String(place)).toBe(422);
  });

  it('keeps both of two concurrent moves', async () => {
    const { app, database, user } = await start(ADMIN);
    const other = await addUser(database.db, ADMIN);
    const ids: number[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await make(app, user)).id);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const replies = await Promise.all(
      [[user, a] as const, [other, b] as const].map(([by, id]) =>
        call(app, by, ['PUT', `tutorials/${id}/place`, { place: 1 }]),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const reply = await call(app, user, ['GET', 'tutorials?per_page=100']);
    const order = reply.json<{ data: Tutorial[] }>().data.map(({ id }) => id);
    expect(order.filter((id) => ids.includes(id)).slice(2)).toEqual([d, c]);
    expect(order.slice(0, 2).toSorted((one, two) => one - two)).toEqual([a, b]);
  });
});

describe('a preview image', () => {
  it('is re-encoded, shown to all users with its tutorial, replaced and deleted with it', async () => {
    const { app, database, user, store } = await start(ADMIN);
    const [first, second] = [await upload(app, user), await upload(app, user)];
    const made = await make(app, user, { preview_name: first.preview_name });
    const reader = await addUser(database.db);
    const shown = (await call(app, reader, ['GET', 'tutorials'])).json<{ data: Tutorial[] }>().data;
    const file = await app.inject(shown.find(({ id }) => id === made.id)?.preview_url ?? '/none');
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 1280,
      height: 720,
    });
    const put = (more: object) => call(app, user, ['PUT', `tutorials/${made.id}`, { ...FIELDS, ...more }]);
    const has = (name: string) => store.files.stat(`previews/${name}`).then((found) => found !== undefined);
    expect((await put({})).json().data.preview_name).toBe(first.preview_name);
    expect((await put({ preview_name: second.preview_name })).json().data).toMatchObject({
      preview_name: second.preview_name,
    });
    expect([await has(first.preview_name), await has(second.preview_name)]).toEqual([false, true]);
    expect((await app.inject(first.preview_url)).statusCode).toBe(404);
    await call(app, user, ['DELETE', `tutorials/${made.id}`]);
    expect(await has(second.preview_name)).toBe(false);
  });

  it('is deleted by its name, with or without a tutorial that shows it', async () => {
    const { app, user } = await start(ADMIN);
    const [unused, used] = [await upload(app, user), await upload(app, user)];
    const { id } = await make(app, user, { preview_name: used.preview_name });
    const remove = (payload: object) => call(app, user, ['DELETE', 'tutorials/delete-preview', payload]);
    expect((await remove({ preview_name: unused.preview_name, id })).statusCode).toBe(404);
    expect((await remove({ preview_name: unused.preview_name })).json()).toMatchObject({ success: true });
    expect((await remove({ preview_name: unused.preview_name })).statusCode).toBe(404);
    expect((await remove({ preview_name: used.preview_name, id })).statusCode).toBe(200);
    const edit = await call(app, user, ['GET', `tutorials/${id}/edit`]);
    expect(edit.json().data).toMatchObject([{ preview_name: null, preview_url: null, revision: 1 }]);
    expect((await app.inject(used.preview_url)).statusCode).toBe(404);
  });

  it('belongs to one tutorial and must have been uploaded', async () => {
    const { app, user } = await start(ADMIN);
    const { preview_name: used } = await upload(app, user);
    await make(app, user, { preview_name: used });
    const { id } = await make(app, user);
    for (const name of [used, '0190c1de-0000-4000-8000-00000000aaaa.webp']) {
      const fields = { ...FIELDS, preview_name: name };
      for (const request of [
        ['POST', 'tutorials', fields],
        ['PUT', `tutorials/${id}`, fields],
      ] as [string, string, object][]) {
        const reply = await call(app, user, request);
        expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['preview_name']]);
      }
    }
  });

  it.each([
    ['The image is empty.', () => Buffer.alloc(0)],
    ['Choose a JPEG, PNG or WebP image.', () => Buffer.from('<svg onload="alert(1)"/>')],
    ['The image is cut off or corrupt.', async () => (await picture()).subarray(0, 200)],
    [
      'The file holds more than an image. Save the image again in an image editor.',
      async () => Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')]),
    ],
  ])('is rejected: %s', async (message, makeBytes) => {
    const { app, user } = await start(ADMIN);
    const reply = await send(app, user, await makeBytes());
    expect([reply.statusCode, reply.json().message]).toEqual([422, message]);
    const none = await sendForm(app, user, { url: '/api/v1/tutorials/upload-preview' });
    expect(none.statusCode).toBe(422);
  });

  it('is accepted up to 5,242,880 bytes', async () => {
    const { app, user } = await start(ADMIN);
    const sized = (size: number) => Buffer.alloc(size, 'x');
    expect((await send(app, user, sized(5_242_880))).statusCode).toBe(422);
    expect((await send(app, user, sized(5_242_881))).statusCode).toBe(413);
  });

  it('is swept after a day without a tutorial', async () => {
    const { app, database, user, store } = await start(ADMIN);
    const { files } = store;
    const [unused, used] = [await upload(app, user), await upload(app, user)];
    await make(app, user, { preview_name: used.preview_name });
    const names = [unused.preview_name, used.preview_name];
    const listLeft = async () => {
      const found = await Promise.all(names.map((name) => files.stat(`previews/${name}`)));
      return found.map((each) => each !== undefined);
    };
    const clock = () => new Date();
    const { sweep } = collectGarbage({ db: database.db, files, clock, newId: randomUUID, warn: () => {} });
    const soon = Date.now() + 60_000;
    await sweep(new Date(soon));
    expect(await listLeft()).toEqual([true, true]);
    await sweep(new Date(soon + DAY_MS));
    expect(await listLeft()).toEqual([false, true]);
  });
});
