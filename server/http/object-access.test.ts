/**
 * Requests for objects of other users get the same reply as for objects that don't exist, and change nothing.
 */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { EXAMPLES } from '#contract/examples.ts';
import type { Database } from '#server/db/open.ts';
import { tenfold } from '#testkit/cases.ts';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { addAgency, addUsers, addUser, type SignedInUser } from '#testkit/users.ts';
import { type RequestUser, saveProject, sendForm, showProject, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const MISSING = 999_999;
const MISSING_GUID = '0b9b4f52-6a39-4a0e-8d27-2c1a5b1e7f03';

const start = useTestApp();

/** Tables that any call may change. */
const RESTLESS = new Set(['sessions', 'rate_limits']);

/**
 * Creates a row of each kind, in this order, and returns its id; kinds are named as in the paths. Each new
 * resource adds a line.
 */
const MAKERS: Readonly<Record<string, (of: Making) => Promise<number | string>>> = {
  domains: async ({ app, user }) => {
    const payload = { name: 'example.com' };
    const made = await app.inject({
      method: 'POST',
      url: '/api/v1/domains',
      headers: user.headers,
      payload,
    });
    return made.json<{ data: { id: number } }>().data.id;
  },
  projects: async ({ app, user }) => {
    const saved = await saveProject(app, user);
    const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
    await waitForRun(app, user, id);
    return id;
  },
  // The draft of an edit form.
  drafts: async ({ app, user, made }) =>
    (await openDraft(callDrafts(app, user), Number(made('projects')))).id,
  runs: async ({ app, user, made }) => {
    const { runs } = await showProject(app, user, Number(made('projects')));
    return runs[0]?.id ?? 0;
  },
  integrations: async ({ made, database: { db }, user }) => {
    const { workspace_id } = await db
      .selectFrom('domains')
      .select('workspace_id')
      .where('id', '=', Number(made('domains')))
      .executeTakeFirstOrThrow();
    const now = new Date();
    const { id } = await db
      .insertInto('integrations')
      .values({
        workspace_id,
        created_by: user.userId,
        provider: 'google',
        account: 'ada@example.com',
        sealed_token: 'sealed',
        scope: 'openid',
        status: 'connected',
        message: null,
        connected_at: now,
        checked_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  propertys: async ({ made, database: { db } }) => {
    const { id } = await db
      .insertInto('search_properties')
      .values({
        integration_id: Number(made('integrations')),
        site: 'sc-domain:example.com',
        permission: 'siteOwner',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  scans: async ({ made, database: { db } }) => {
    const { workspace_id } = await db
      .selectFrom('projects')
      .select('workspace_id')
      .where('id', '=', Number(made('projects')))
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('scans')
      .values({
        workspace_id,
        project_id: Number(made('projects')),
        created_by: null,
        state: 'completed',
        pages_total: 0,
        message: null,
        created_at: new Date(),
        started_at: null,
        finished_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  sessions: async ({ user }) => user.sessionId,
  // Its creator becomes the main admin of an agency.
  agencys: async ({ database: { db }, user }) => {
    const own = await db
      .selectFrom('workspaces')
      .select('id')
      .where('main_admin_id', '=', user.userId)
      .executeTakeFirst();
    const agencyId = own?.id ?? (await addAgency(db, [user]));
    const { userId } = await addUser(db);
    await db.insertInto('members').values({ workspace_id: agencyId, user_id: userId }).execute();
    return agencyId;
  },
  members: async ({ made, database: { db } }) => {
    const { user_id: id } = await db
      .selectFrom('members')
      .select('user_id')
      .where('workspace_id', '=', Number(made('agencys')))
      .orderBy('user_id', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  },
  invitations: async ({ app, user: { headers } }) => {
    const payload = { email: 'invited@example.com' };
    const made = await app.inject({ method: 'POST', url: '/api/v1/my-agency/invite', headers, payload });
    return made.json<{ data: { id: number }[] }>().data[0]?.id ?? 0;
  },
};

/** Id of a user's row of this kind. */
type Made = (kind: string) => number | string;

interface Making {
  app: FastifyInstance;
  database: Database;
  user: SignedInUser;
  made: Made;
}

/** Parameter that identifies a row, and the kind of that row. */
interface Identity {
  part: 'params' | 'query' | 'body';
  name: string;
  kind: string;
  isGuid: boolean;
}

function listIdentities(endpoint: Endpoint): Identity[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    if (!(schema instanceof z.ZodObject)) return [];
    const shape: Record<string, z.ZodType> = schema.shape;
    return Object.entries(shape)
      .filter(([, field]) => field.meta()?.['x-identity'] !== undefined)
      .map(([name, field]) => {
        const [, inPath] = new RegExp(`/([\\w-]+)/\\{${name}\\}`).exec(endpoint.path) ?? [];
        const isGuid = field.meta()?.['x-identity'] === 'guid';
        return { part, name, kind: inPath ?? `${name.replace(/_?id$/i, '')}s`, isGuid };
      });
  });
}

/** Every endpoint that takes an id. */
const taking = allEndpoints
  .filter(({ rows }) => rows === 'own' || rows === 'self')
  .map((endpoint) => ({ endpoint, identities: listIdentities(endpoint) }))
  .filter(({ identities }) => identities.length > 0);

type Taking = (typeof taking)[number];

/** Calls the endpoint with its example, in which each id is replaced. */
function callWith(
  app: FastifyInstance,
  user: RequestUser,
  { endpoint, identities }: Taking,
  choose: (identity: Identity) => string,
): Promise<Reply> {
  const { id, method, path, upload } = endpoint;
  const example = EXAMPLES[id];
  const given = (part: Identity['part']) => identities.filter((each) => each.part === part);
  const address = given('params').reduce(
    (text, each) => text.replace(`{${each.name}}`, encodeURIComponent(choose(each))),
    path as string,
  );
  const query = new URLSearchParams({
    ...example?.query,
    ...Object.fromEntries(given('query').map((each) => [each.name, choose(each)])),
  });
  const url = `${address}?${query}`;
  const body = { ...(example?.body as object | undefined) };
  if (upload !== undefined) {
    const texts = Object.entries(body).map(([name, value]) => [name, String(value)]);
    const named = given('body').map((each) => [each.name, choose(each)]);
    return sendForm(app, user, {
      method: method as 'POST',
      url,
      fields: Object.fromEntries([...texts, ...named]),
    });
  }
  const named = Object.fromEntries(given('body').map((each) => [each.name, toJson(choose(each))]));
  const payload = endpoint.body === undefined ? {} : { payload: { ...body, ...named } };
  return app.inject({ method, url, headers: user.headers, ...payload });
}

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

function get(app: FastifyInstance, { headers }: RequestUser, path: string): Promise<Reply> {
  return app.inject({ url: `/api/v1${path}`, headers });
}

/** Parses lists, objects and null; ` 1` and `1e1` would become valid numbers, so they stay strings. */
function toJson(id: string): unknown {
  return /^([[{-]|null$)/.test(id) ? JSON.parse(id) : id;
}

/** All rows of all tables. */
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

/** The body without the parts that differ between requests. */
function getComparableBody(reply: Reply): object {
  const { request_id: _request, ...body } = reply.json<{ request_id?: string }>();
  return body;
}

/** Ada and Bob each have a row of every kind, and Ada tries to reach Bob's. */
async function startStage() {
  const { app, database, user: ada } = await start();
  const bob = await addUser(database.db);
  const adas = await makeAll({ app, database, user: ada });
  return { app, database, ada, bob, adas, bobs: await makeAll({ app, database, user: bob }) };
}

/** Creates a row of every kind. */
async function makeAll(of: { app: FastifyInstance; database: Database; user: SignedInUser }): Promise<Made> {
  const ids = new Map<string, number | string>();
  const made = (kind: string) => ids.get(kind) ?? 0;
  for (const [kind, maker] of Object.entries(MAKERS)) ids.set(kind, await maker({ ...of, made }));
  return made;
}

describe("an id of another user's row", () => {
  it('has a kind that this test can create, for every endpoint that takes one', () => {
    const kinds = taking.flatMap(({ identities }) => identities.map(({ kind }) => kind));
    expect([...new Set(kinds)].toSorted()).toEqual(Object.keys(MAKERS).toSorted());
    expect(taking.length).toBeGreaterThan(15);
  });

  it("gets the same reply as an id that doesn't exist, and nothing changes", async () => {
    const { app, database, ada, bobs, adas } = await startStage();
    const before = await dump(database);
    let tries = 0;
    for (const each of taking) {
      const { id } = each.endpoint;
      const missing = await callWith(app, ada, each, ({ isGuid }) => (isGuid ? MISSING_GUID : `${MISSING}`));
      expect(missing.statusCode, `${id}: ${missing.body}`).toBe(404);
      // With two ids in the URL, one of Bob's rows below one of Ada's must not be found either.
      const later = each.identities.filter(({ part }) => part === 'params').slice(1);
      for (const his of [undefined, ...later]) {
        const foreign = await callWith(app, ada, each, (identity) =>
          String((his === undefined || his === identity ? bobs : adas)(identity.kind)),
        );
        expect([foreign.statusCode, getComparableBody(foreign)], id).toEqual([
          404,
          getComparableBody(missing),
        ]);
        tries += 1;
      }
    }
    expect(await dump(database)).toBe(before);
    console.log(`${tries} calls with identities of others to ${taking.length} endpoints`);
  });

  it('of an inactive agency can be read and not changed', async () => {
    const { app, database, user: ada } = await start();
    const agencyId = await addAgency(database.db, [ada]);
    const ids = await makeAll({ app, database, user: ada });
    const setStatus = (status: string) =>
      runSql(database, `update workspaces set status = '${status}' where id = ${agencyId}`);
    await setStatus('not_active');
    const before = await dump(database);
    // Drafts belong to their author, but uploads into them don't. Running work may always be canceled.
    const isChange = ({ endpoint: { id, method, rows } }: Taking) =>
      method !== 'GET' &&
      !id.startsWith('myAgency') &&
      !/\.cancel/.test(id) &&
      id !== 'drafts.discard' &&
      (rows === 'own' || /upload|^drafts/.test(id));
    const changes = taking.filter(isChange);
    expect(changes.length).toBeGreaterThan(7);
    for (const each of changes) {
      const reply = await callWith(app, ada, each, ({ kind }) => String(ids(kind)));
      expect([reply.statusCode, reply.json().code], each.endpoint.id).toEqual([409, 'read_only']);
    }
    expect(await dump(database)).toBe(before);
    for (const path of [`/projects/${ids('projects')}`, `/domains/${ids('domains')}/edit`])
      expect((await get(app, ada, path)).statusCode, path).toBe(200);
    await setStatus('active');
    const [change] = changes.filter(({ endpoint }) => endpoint.id === 'domains.update');
    if (change === undefined) throw new Error('The contract has no such endpoint.');
    expect((await callWith(app, ada, change, ({ kind }) => String(ids(kind)))).statusCode).toBe(200);
  });

  it('of an impossible form is rejected, and nothing changes', async () => {
    const { app, database } = await start();
    // A different user for each endpoint, so that rate limits don't add up.
    const people = await addUsers(
      database.db,
      taking.map(() => ({})),
    );
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
      '\0',
      "1'--",
      '٣',
    ];
    let tries = 0;
    for (const [index, each] of taking.entries()) {
      const user = people[index];
      if (user === undefined) throw new Error('There are fewer people than endpoints.');
      for (const id of odd) {
        const reply = await callWith(app, user, each, () => id);
        expect(reply.statusCode, `${each.endpoint.id} ${id}: ${reply.body}`).toBe(404);
        tries += 1;
      }
    }
    expect(await dump(database)).toBe(before);
    console.log(`${tries} calls with impossible identities`);
  });
});

/** All sort orders of a list, as queries. */
function listOrders({ query }: Endpoint): string[] {
  const sort: unknown = query?.shape['sort'];
  const orders = sort instanceof z.ZodDefault ? sort.unwrap() : undefined;
  return orders instanceof z.ZodEnum ? orders.options.map((order) => `?sort=${order}`) : [];
}

it('never appears in any list of another user (F4)', async () => {
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
  const payload = { name: `${canary}.example` };
  await app.inject({ method: 'POST', url: '/api/v1/domains', headers: bob.headers, payload });
  const queries = ['', `?search=${canary}`, '?per_page=100', '?page=2'];
  const lists = allEndpoints
    .filter(
      ({ replyType, rows, params }) =>
        replyType === 'list' && (rows === 'own' || rows === 'self') && params === undefined,
    )
    .flatMap((endpoint) =>
      [...queries, ...listOrders(endpoint)].map((query) => `${endpoint.path.replace('/api/v1', '')}${query}`),
    );
  lists.push('/projects?state=completed,queued');
  expect(lists).toEqual(expect.arrayContaining(['/projects?sort=-pages', '/domains?page=2']));
  for (const path of [...lists, '/projects/drafts', '/account', '/account/user-data']) {
    const own = await get(app, bob, path);
    expect(own.statusCode, path).toBe(200);
    expect((await get(app, ada, path)).body, path).not.toContain(canary);
  }
});

it("in a save with another user's key creates a new project for the caller (F2)", async () => {
  const { app, database, ada, bob, bobs } = await startStage();
  const bobsId = Number(bobs('projects'));
  const { key } = await showProject(app, bob, bobsId);
  const before = JSON.stringify(await showProject(app, bob, bobsId)).replaceAll(/\?owner[^"]*/g, '');
  const saved = await saveProject(app, ada, { fields: { key, title: 'Stolen' } });
  expect(saved.json<{ data: { project_id: number } }>().data.project_id).not.toBe(bobsId);
  const owners = await database.db
    .selectFrom('projects')
    .select('workspace_id')
    .where('id', '=', bobsId)
    .execute();
  expect(owners).toEqual([{ workspace_id: bob.workspaceId }]);
  const after = JSON.stringify(await showProject(app, bob, bobsId)).replaceAll(/\?owner[^"]*/g, '');
  expect(after).toBe(before);
});

it('keeps interleaved calls of different users apart (F5)', async () => {
  const { app, database } = await start();
  const tenants: { user: RequestUser; canary: string; id: number }[] = [];
  for (let index = 0; index < (tenfold(1) > 1 ? 20 : 6); index += 1) {
    const user = await addUser(database.db);
    const canary = `canary-${String(index).padStart(2, '0')}`;
    const saved = await saveProject(app, user, { fields: { title: canary, notes: canary } });
    const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
    const drafts = callDrafts(app, user);
    await drafts.keep((await openDraft(drafts)).id, { title: canary });
    await drafts.leave();
    tenants.push({ user, canary, id });
  }
  const finished = tenants.slice(0, 5);
  for (const { user, id } of finished) await waitForRun(app, user, id);
  const paths = (id: number) => [
    '/projects?search=canary',
    `/projects/${id}`,
    `/projects/${id}/runs`,
    '/projects/drafts',
    '/notifications',
    '/projects/figures',
  ];
  const crossings: string[] = [];
  let calls = 0;
  for (let round = 0; calls < tenfold(100); round += 1) {
    const replies = await Promise.all(
      tenants.map(async ({ user, canary, id }) => {
        const list = paths(id);
        const path = list[round % list.length] ?? '/account';
        const reply = await get(app, user, path);
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
  const projects = await Promise.all(finished.map(({ user, id }) => showProject(app, user, id)));
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
