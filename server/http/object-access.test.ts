/** What belongs to somebody else is not there: the same answer as for what does not exist, and nothing changes. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/endpoints.ts';
import type { Database } from '#server/db/open.ts';
import { addPerson } from '#testkit/people.ts';
import {
  type Person,
  saveProject,
  sendForm,
  showProject,
  townsCsv,
  waitForRun,
} from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const MISSING = 999_999;

const start = useTestApp();

/** Tables that change by calling at all. */
const RESTLESS = new Set(['sessions', 'rate_limits']);

/** Endpoints with an identity in the address, the query or the body, and how they are called with one. */
const CALLS: Record<
  string,
  (app: FastifyInstance, person: Person, id: string, run: string) => Promise<Reply>
> = {
  'projects.show': (app, person, id) => get(app, person, `/projects/${id}`),
  'projects.edit': (app, person, id) => get(app, person, `/projects/${id}/edit`),
  'runs.events': (app, person, id) => get(app, person, `/projects/${id}/events`),
  'runs.list': (app, person, id) => get(app, person, `/projects/${id}/runs`),
  'runs.show': (app, person, id, run) => get(app, person, `/projects/${id}/runs/${run}`),
  'runs.restore': (app, person, id, run) =>
    send(app, person, ['POST', `/projects/${id}/runs/${run}/restore`]),
  'runs.cancel': (app, person, id) => send(app, person, ['POST', `/projects/${id}/cancel`]),
  'projects.remove': (app, person, id) =>
    send(app, person, ['DELETE', `/projects?project_id=${id}&type=wordpress`]),
  'projects.update': (app, person, id) =>
    sendForm(app, person, { method: 'PUT', url: `/api/v1/projects/${id}`, fields }),
  'projects.save': (app, person, id) =>
    sendForm(app, person, { url: '/api/v1/save-xml', fields: { ...fields, project_id: id } }),
  'projects.test': (app, person, id) =>
    send(app, person, ['POST', '/save-test', { ...fields, project_id: id }]),
  'projects.inspect': (app, person, id) =>
    send(app, person, [
      'POST',
      '/projects/inspect',
      { type: 'wordpress', script: townsCsv(2), project_id: toJson(id) },
    ]),
};

const fields = { title: 'Stolen', type: 'wordpress', script: townsCsv(2) };

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

function get(app: FastifyInstance, { headers }: Person, path: string): Promise<Reply> {
  return app.inject({ url: `/api/v1${path}`, headers });
}

function send(
  app: FastifyInstance,
  { headers }: Person,
  request: ['POST' | 'DELETE', string, object?],
): Promise<Reply> {
  const [method, path, payload] = request;
  return app.inject({
    method,
    url: `/api/v1${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
}

/** Lists, objects and null as they are; ` 1` and `1e1` would be good numbers in JSON, so they stay texts. */
function toJson(id: string): unknown {
  return /^([[{-]|null$)/.test(id) ? JSON.parse(id) : id;
}

/** All rows of all tables of ours. */
async function dump({ db }: Database): Promise<string> {
  const tables = (await db.introspection.getTables()).filter(
    ({ schema, name }) => schema === 'public' && !RESTLESS.has(name),
  );
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const lines = await db
        .selectFrom(name as 'users')
        .selectAll()
        .execute();
      return `${name}\n${lines
        .map((line) => JSON.stringify(line))
        .toSorted()
        .join('\n')}`;
    }),
  );
  return rows.join('\n');
}

/** The body without what differs from one request to the next. */
function bodyOf(reply: Reply): object {
  const { request_id: _request, ...body } = reply.json<{ request_id?: string }>();
  return body;
}

/** Bob has a finished project, Ada has one of her own, and Ada tries. */
async function startStage() {
  const { app, database, person: ada } = await start();
  const bob = await addPerson(database.db);
  const save = async (person: Person) => {
    const saved = await saveProject(app, person);
    const { project_id: id, run_id: run } = saved.json<{ data: { project_id: number; run_id: number } }>()
      .data;
    await waitForRun(app, person, id);
    return { id, run };
  };
  return { app, database, ada, bob, adas: await save(ada), bobs: await save(bob) };
}

describe('an identity of somebody else (F2)', () => {
  it('stands in every call of the table that takes one', () => {
    const taking = allEndpoints.filter(
      ({ path, id }) =>
        path.includes('{id}') ||
        ['projects.remove', 'projects.save', 'projects.test', 'projects.inspect'].includes(id),
    );
    // A signed address is its own permission; its tests stand with the downloads.
    const known = [...Object.keys(CALLS), 'files.download'].toSorted();
    expect(taking.map(({ id }) => id).toSorted()).toEqual(known);
  });

  it('is answered as one that does not exist, and changes nothing', async () => {
    const { app, database, ada, bobs, adas } = await startStage();
    const before = await dump(database);
    let tries = 0;
    for (const [name, callIt] of Object.entries(CALLS)) {
      const missing = await callIt(app, ada, `${MISSING}`, `${MISSING}`);
      const foreign = await callIt(app, ada, `${bobs.id}`, `${bobs.run}`);
      expect(missing.statusCode, `${name}: ${missing.body}`).toBe(404);
      expect([foreign.statusCode, bodyOf(foreign)], name).toEqual([404, bodyOf(missing)]);
      tries += 2;
    }
    // Her own project with his run.
    for (const name of ['runs.show', 'runs.restore']) {
      const mixed = await CALLS[name]?.(app, ada, `${adas.id}`, `${bobs.run}`);
      expect(mixed?.statusCode, name).toBe(404);
      tries += 1;
    }
    expect(await dump(database)).toBe(before);
    console.log(`${tries} calls with identities of others`);
  });

  it('of an impossible form is refused, and changes nothing', async () => {
    const { app, database, ada } = await startStage();
    const before = await dump(database);
    const odd = [
      '-1',
      '0',
      '9007199254740992',
      '2147483648',
      '1e9',
      '1e1',
      '0x1',
      ' 1',
      '+1',
      '1.0',
      '1.5',
      'NaN',
      '[1]',
      '{"id":1}',
      'null',
      '%00',
      "1'--",
      '٣',
    ];
    let tries = 0;
    for (const [name, callIt] of Object.entries(CALLS)) {
      for (const id of odd) {
        const inAddress = encodeURIComponent(id);
        const isInBody = ['projects.save', 'projects.test', 'projects.inspect'].includes(name);
        const reply = await callIt(app, ada, isInBody ? id : inAddress, inAddress);
        expect(reply.statusCode, `${name} ${id}: ${reply.body}`).toBe(404);
        tries += 1;
      }
    }
    expect(await dump(database)).toBe(before);
    console.log(`${tries} calls with impossible identities`);
  });
});

it('shows nothing of somebody else in any list (F4)', async () => {
  const { app, database, ada, bob } = await startStage();
  const canary = 'canary-of-bob';
  await saveProject(app, bob, { fields: { title: canary, notes: canary } });
  await database.db
    .insertInto('notifications')
    .values({
      user_id: bob.userId,
      notification: canary,
      link: null,
      event_key: null,
      read_at: null,
      created_at: new Date(),
    })
    .execute();
  const queries = [
    '',
    `?search=${canary}`,
    '?per_page=100',
    '?sort=title',
    '?sort=-pages',
    '?state=landed,queued',
    '?page=2',
  ];
  const lists = ['/projects', '/notifications'].flatMap((path) => queries.map((query) => `${path}${query}`));
  for (const path of [...lists, '/projects/draft', '/account', '/account/user-data']) {
    const own = await get(app, bob, path);
    expect(own.statusCode, path).toBe(200);
    expect((await get(app, ada, path)).body, path).not.toContain(canary);
  }
});

it("makes a project of one's own of a save with the key of somebody else (F2)", async () => {
  const { app, database, ada, bob, bobs } = await startStage();
  const { key } = await showProject(app, bob, bobs.id);
  const before = JSON.stringify(await showProject(app, bob, bobs.id)).replaceAll(/\?owner[^"]*/g, '');
  const saved = await saveProject(app, ada, { fields: { key, title: 'Stolen' } });
  expect(saved.json<{ data: { project_id: number } }>().data.project_id).not.toBe(bobs.id);
  const owners = await database.db
    .selectFrom('projects')
    .select('user_id')
    .where('id', '=', bobs.id)
    .execute();
  expect(owners).toEqual([{ user_id: bob.userId }]);
  const after = JSON.stringify(await showProject(app, bob, bobs.id)).replaceAll(/\?owner[^"]*/g, '');
  expect(after).toBe(before);
});

it('keeps twenty people apart in a thousand calls that interleave (F5)', async () => {
  const { app, database } = await start();
  const tenants: { person: Person; canary: string; id: number }[] = [];
  for (let index = 0; index < 20; index += 1) {
    const person = await addPerson(database.db);
    const canary = `canary-${String(index).padStart(2, '0')}`;
    const saved = await saveProject(app, person, { fields: { title: canary, notes: canary } });
    const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
    const draft = { type: 'wordpress', fields: { title: canary } };
    await app.inject({
      method: 'PUT',
      url: '/api/v1/projects/draft',
      headers: person.headers,
      payload: draft,
    });
    tenants.push({ person, canary, id });
  }
  const finished = tenants.slice(0, 5);
  for (const { person, id } of finished) await waitForRun(app, person, id);
  const paths = (id: number) => [
    '/projects?search=canary',
    `/projects/${id}`,
    `/projects/${id}/runs`,
    '/projects/draft',
    '/notifications',
    '/projects/figures',
  ];
  const crossings: string[] = [];
  let calls = 0;
  for (let round = 0; calls < 1000; round += 1) {
    const replies = await Promise.all(
      tenants.map(async ({ person, canary, id }) => {
        const list = paths(id);
        const path = list[round % list.length] ?? '/account';
        const reply = await get(app, person, path);
        const seen = new Set(reply.body.match(/canary-\d\d/g));
        seen.delete(canary);
        const isOwn = /figures|notifications|runs/.test(path) || reply.body.includes(canary);
        return seen.size > 0 || !isOwn || reply.statusCode !== 200
          ? [`${path}: ${reply.body.slice(0, 200)}`]
          : [];
      }),
    );
    crossings.push(...replies.flat());
    calls += replies.length;
  }
  const projects = await Promise.all(finished.map(({ person, id }) => showProject(app, person, id)));
  const files = await Promise.all(projects.map((project) => app.inject(project.parts[0]?.url ?? '/none')));
  for (const [index, file] of files.entries()) {
    if (!file.headers['content-disposition']?.includes(tenants[index]?.canary ?? '-'))
      crossings.push(`file ${index}`);
  }
  console.log(
    `${calls} calls of ${tenants.length} people, ${files.length} files: ${crossings.length} crossings`,
  );
  expect(crossings).toEqual([]);
});
