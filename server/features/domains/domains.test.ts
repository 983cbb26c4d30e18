/** Domains over HTTP: listing, adding, changing, and visibility. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Domain, DomainListItem } from '#contract/domains.contract.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { type TestApp, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

const DOUBLE = 'This domain is already in your list.';

const start = useTestApp();

const get = (app: FastifyInstance, { headers }: SignedInUser, path: string) =>
  app.inject({ url: `/api/v1/domains${path}`, headers });

const add = (app: FastifyInstance, { headers }: SignedInUser, payload: object) =>
  app.inject({ method: 'POST', url: '/api/v1/domains', headers, payload });

const change = (app: FastifyInstance, { headers }: SignedInUser, id: number, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/v1/domains/${id}`, headers, payload });

async function make(app: FastifyInstance, user: SignedInUser, fields: object): Promise<Domain> {
  const reply = await add(app, user, fields);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: Domain }>().data;
}

async function listNames(app: FastifyInstance, user: SignedInUser, query = ''): Promise<string[]> {
  const reply = await get(app, user, query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Domain[] }>().data.map(({ name }) => name);
}

function countStatuses(replies: readonly { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

describe('a domain', () => {
  it('is active and for WordPress by default, and shown as the edit form needs it', async () => {
    const { app, user } = await start();
    const made = await make(app, user, { name: ' Example.COM ' });
    expect(made).toMatchObject({ name: 'example.com', project_type: 'WordPress', status: '1', revision: 1 });
    const shown = await get(app, user, `/${made.id}/edit`);
    expect(shown.json()).toEqual({ success: true, data: [{ ...made, is_read_only: false }] });
  });

  it('is changed as a whole, including its name', async () => {
    const { app, user } = await start();
    const { id } = await make(app, user, { name: 'old.example' });
    const fields = { name: 'Bücher.example', project_type: 'Images', status: '0' };
    const reply = await change(app, user, id, fields);
    const after = { ...fields, id, name: 'xn--bcher-kva.example', revision: 2 };
    expect(reply.json()).toMatchObject({ success: true, data: after });
    expect((await get(app, user, `/${id}/edit`)).json().data).toMatchObject([after]);
  });

  it.each(['://example.com', 'my site.com', '<script>x</script>.com', `${'a'.repeat(64)}.com`, 'a.com.', ''])(
    'named %j is rejected when it is added and when it is changed',
    async (name) => {
      const { app, user } = await start();
      const { id } = await make(app, user, { name: 'good.example' });
      for (const reply of [await add(app, user, { name }), await change(app, user, id, { name })]) {
        expect(reply.statusCode).toBe(422);
        expect(reply.json().errors).toEqual({ name: ['Invalid domain'] });
      }
      expect(await listNames(app, user)).toEqual(['good.example']);
    },
  );

  it.each([
    { name: 'a.example', project_type: 'wordpress' },
    { name: 'a.example', project_type: 'Geocoder' },
    { name: 'a.example', status: 'active' },
    { name: 'a.example', status: 1 },
    {},
  ])('of %j is rejected', async (fields) => {
    const { app, user } = await start();
    expect((await add(app, user, fields)).statusCode).toBe(422);
  });

  it('is unique in the list of a workspace, however it is typed, even if two users add it concurrently', async () => {
    const { app, database, user } = await start();
    const names = ['München.de', 'MÜNCHEN.DE', 'xn--mnchen-3ya.de'];
    const replies = await Promise.all(names.map((name) => add(app, user, { name })));
    expect(countStatuses(replies)).toEqual({ 201: 1, 422: 2 });
    const rejected = replies.find(({ statusCode }) => statusCode === 422);
    expect(rejected?.json()).toMatchObject({ message: DOUBLE, errors: { name: [DOUBLE] } });
    const { id } = await make(app, user, { name: 'other.de' });
    expect((await change(app, user, id, { name: 'münchen.de' })).json().message).toBe(DOUBLE);
    await make(app, await addUser(database.db), { name: 'münchen.de' });
  });

  it("that another user saved in the meantime isn't overwritten, and the reply says who saved it and when", async () => {
    const { app, database, user: ada } = await start();
    const ben = await addUser(database.db);
    await addAgency(database.db, [ada, ben]);
    const { id, revision } = await make(app, ada, { name: 'shared.example' });
    const replies = await Promise.all(
      [ben, ada].map((user) => change(app, user, id, { name: 'shared.example', status: '0', revision })),
    );
    expect(countStatuses(replies)).toEqual({ 200: 1, 409: 1 });
    const saved = replies.find(({ statusCode }) => statusCode === 200)?.json();
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^Ada Lovelace saved this on \w{3} \d+, \d{4}, .+ UTC\. Reload it and try again\.$/,
      ),
      newer: { revision: 2, saved_by: 'Ada Lovelace', saved_at: saved.data.updated_at },
    });
  });

  it('is recorded in the audit log when it is added and changed', async () => {
    const { app, database, user } = await start();
    const { id } = await make(app, user, { name: 'logged.example' });
    await change(app, user, id, { name: 'logged.example', status: '0' });
    const lines = await database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_kind', '=', 'domain')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(lines).toMatchObject([
      { verb: 'create', actor_id: user.userId, after: { name: 'logged.example', status: '1' } },
      { verb: 'update', actor_id: user.userId, before: { status: '1' }, after: { status: '0' } },
    ]);
  });
});

describe('the list of domains', () => {
  it('is sorted, searched, filtered and paged', async () => {
    const { app, user } = await start();
    await make(app, user, { name: 'b-site.example', status: '0' });
    await make(app, user, { name: 'bb.example', project_type: 'Drupal' });
    await make(app, user, { name: 'a_1.example' });
    const all = ['a_1.example', 'b-site.example', 'bb.example'];
    expect(await listNames(app, user)).toEqual(all);
    expect(await listNames(app, user, '?sort=-name')).toEqual(all.toReversed());
    expect(await listNames(app, user, '?sort=created_at')).toEqual([
      'b-site.example',
      'bb.example',
      'a_1.example',
    ]);
    expect(await listNames(app, user, '?status=1')).toEqual(['a_1.example', 'bb.example']);
    expect(await listNames(app, user, '?project_type=Drupal,Images')).toEqual(['bb.example']);
    expect(await listNames(app, user, '?search=B-S')).toEqual(['b-site.example']);
    expect(await listNames(app, user, '?search=_')).toEqual(['a_1.example']);
    const page = await get(app, user, '?per_page=2&page=2');
    expect(page.json().meta).toEqual({ page: 2, per_page: 2, total: 3, last_page: 2 });
    expect(page.json().data).toHaveLength(1);
  });

  it.each(['?page=0', '?per_page=100000', '?sort=workspace_id', '?status=2', '?project_type=Joomla'])(
    'rejects %s',
    async (query) => {
      const { app, user } = await start();
      expect((await get(app, user, query)).statusCode).toBe(422);
    },
  );

  it('contains what all members of an agency added, and nothing of other users', async () => {
    const { app, database, user: ada } = await start();
    const [ben, eve] = [await addUser(database.db), await addUser(database.db)];
    await make(app, ben, { name: 'before.example' });
    await addAgency(database.db, [ada, ben]);
    const { id } = await make(app, ada, { name: 'by-ada.example' });
    expect(await listNames(app, ben)).toEqual(['before.example', 'by-ada.example']);
    expect(await listNames(app, ada)).toEqual(['by-ada.example']);
    expect(await listNames(app, eve)).toEqual([]);
    expect((await get(app, eve, `/${id}/edit`)).statusCode).toBe(404);
    expect((await change(app, eve, id, { name: 'stolen.example' })).statusCode).toBe(404);
    expect((await change(app, ben, id, { name: 'by-both.example' })).statusCode).toBe(200);
  });
});

describe('facts about a domain', () => {
  const listed = async (app: FastifyInstance, user: SignedInUser, query = '') =>
    (await get(app, user, query)).json<{ data: DomainListItem[] }>().data;

  it('are in the list: owner, projects, clicks of 28 days and the state of Search Console', async () => {
    const { app, database, user } = await start();
    const { id } = await make(app, user, { name: 'busy.example' });
    const personal = { agency: null, projects: 0, clicks: null, search_state: 'none' };
    expect(await listed(app, user)).toMatchObject([personal]);
    const saved = await saveProject(app, user, { fields: { domain_id: String(id) } });
    expect(saved.statusCode, saved.body).toBe(200);
    await addFigures(database, user, id);
    await addAgency(database.db, [user]);
    await make(app, user, { name: 'shared.example' });
    const [busy, shared] = await listed(app, user);
    expect(busy).toMatchObject({ projects: 1, clicks: 28, search_state: 'ready', agency: null });
    expect(shared).toMatchObject({ ...personal, agency: expect.stringMatching(/./) });
    expect(await listNames(app, user, '?sort=-projects')).toEqual(['busy.example', 'shared.example']);
    expect(await listNames(app, user, '?sort=projects')).toEqual(['shared.example', 'busy.example']);
    expect(await listNames(app, user, '?sort=-clicks')).toEqual(['busy.example', 'shared.example']);
    await runSql(database, "update integrations set status = 'revoked'");
    expect((await listed(app, user))[0]).toMatchObject({ search_state: 'failed' });
  });

  it('are on its page: pages, copies of images, property, last scans and projects that can be scanned', async () => {
    const { app, database, user } = await start();
    const { id } = await make(app, user, { name: 'whole.example' });
    const show = async () => (await get(app, user, `/${id}`)).json<{ data: object[] }>().data;
    expect(await show()).toMatchObject([
      { name: 'whole.example', pages: 0, images: 0, property: null, scans: [], scanning: 0, scannable: [] },
    ]);
    const saved = await saveProject(app, user, { fields: { title: 'Roofs', domain_id: String(id) } });
    const { project_id: projectId } = saved.json<{ data: { project_id: number } }>().data;
    await waitForRun(app, user, projectId);
    await addFigures(database, user, id);
    for (const [state, findings] of [
      ['completed', '{"ok": 1, "error": 2}'],
      ['completed', '{"ok": 2, "redirect": 1}'],
      ['canceled', '{"error": 3}'],
    ] as const)
      await runSql(
        database,
        `insert into scans (workspace_id, project_id, state, pages_total, pages_done, findings, created_at, finished_at)
        values (${user.workspaceId}, ${projectId}, '${state}', 3, 3, '${findings}', now(), now())`,
      );
    const [page] = await show();
    expect(page).toMatchObject({
      projects: 1,
      pages: 3,
      images: 0,
      property: 'sc-domain:whole.example',
      data_until: '2026-03-02',
      scannable: [projectId],
      scans: [{ project: 'Roofs', pages: 3, findings: { ok: 2, redirect: 1 }, problems_before: 2 }],
    });
    await runSql(database, `update scans set state = 'running', finished_at = null where state = 'canceled'`);
    expect(await show()).toMatchObject([{ scanning: 1, scannable: [] }]);
    await runSql(database, `update projects set type = 'geocoder'`);
    expect(await show()).toMatchObject([{ pages: 0, images: 3, scanning: 0, scannable: [] }]);
  });

  it("aren't shown to other users", async () => {
    const { app, database, user } = await start();
    const { id } = await make(app, user, { name: 'mine.example' });
    const eve = await addUser(database.db);
    expect((await get(app, eve, `/${id}`)).statusCode).toBe(404);
  });

  it('include the projects of the domain in a filtered list', async () => {
    const { app, database, user } = await start();
    const { id } = await make(app, user, { name: 'narrow.example' });
    await saveProject(app, user, { fields: { title: 'Here', domain_id: String(id) } });
    await saveProject(app, user, { fields: { title: 'Elsewhere' } });
    const url = `/api/v1/projects?domain_id=${id}`;
    const reply = await app.inject({ url, headers: user.headers });
    expect(reply.json()).toMatchObject({ data: [{ title: 'Here' }], meta: { total: 1 } });
    const eve = await addUser(database.db);
    expect((await app.inject({ url, headers: eve.headers })).statusCode).toBe(404);
  });
});

/** One click on each of 40 days, the last of which is March 2. */
async function addFigures(database: TestApp['database'], { workspaceId }: SignedInUser, domainId: number) {
  await runSql(
    database,
    `with account as (insert into integrations (workspace_id, provider, account, sealed_token, scope, status, connected_at,
        checked_at) values (${workspaceId}, 'google', 'ada@example.com', 'sealed', 'openid', 'connected', now(), now())
        returning id),
      property as (insert into search_properties (integration_id, site, permission)
        select id, 'sc-domain:whole.example', 'siteOwner' from account returning id)
    insert into search_sources (domain_id, property_id, state) select ${domainId}, id, 'ready' from property`,
  );
  await runSql(
    database,
    `insert into search_days (domain_id, day, clicks, impressions, position_sum, fetched_at)
    select ${domainId}, '2026-03-02'::date - day, 1, 10, 50, now() from generate_series(0, 39) as day`,
  );
}
