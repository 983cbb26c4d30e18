/** Domains over HTTP: their list, adding and changing them, and who sees them. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Domain } from '#contract/domains.contract.ts';
import { addAgency, addPerson, type SignedPerson } from '#testkit/people.ts';
import { useTestApp } from '#testkit/test-app.ts';

const DOUBLE = 'This domain is already in your list.';

const start = useTestApp();

const get = (app: FastifyInstance, { headers }: SignedPerson, path: string) =>
  app.inject({ url: `/api/v1/domains${path}`, headers });

const add = (app: FastifyInstance, { headers }: SignedPerson, payload: object) =>
  app.inject({ method: 'POST', url: '/api/v1/domains', headers, payload });

const change = (app: FastifyInstance, { headers }: SignedPerson, id: number, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/v1/domains/${id}`, headers, payload });

async function make(app: FastifyInstance, person: SignedPerson, fields: object): Promise<Domain> {
  const reply = await add(app, person, fields);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: Domain }>().data;
}

async function listNames(app: FastifyInstance, person: SignedPerson, query = ''): Promise<string[]> {
  const reply = await get(app, person, query);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: Domain[] }>().data.map(({ name }) => name);
}

function countStatuses(replies: readonly { statusCode: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  return counts;
}

describe('a domain', () => {
  it('is active and of WordPress unless told, and shown as the edit form needs it', async () => {
    const { app, person } = await start();
    const made = await make(app, person, { name: ' Example.COM ' });
    expect(made).toMatchObject({ name: 'example.com', project_type: 'WordPress', status: '1', revision: 1 });
    const shown = await get(app, person, `/${made.id}/edit`);
    expect(shown.json()).toEqual({ success: true, data: [made] });
  });

  it('is changed as a whole, its name too', async () => {
    const { app, person } = await start();
    const { id } = await make(app, person, { name: 'old.example' });
    const fields = { name: 'Bücher.example', project_type: 'Images', status: '0' };
    const reply = await change(app, person, id, fields);
    const after = { ...fields, id, name: 'xn--bcher-kva.example', revision: 2 };
    expect(reply.json()).toMatchObject({ success: true, data: after });
    expect((await get(app, person, `/${id}/edit`)).json().data).toMatchObject([after]);
  });

  it.each(['://example.com', 'my site.com', '<script>x</script>.com', `${'a'.repeat(64)}.com`, 'a.com.', ''])(
    'called %j is refused, when it is added and when it is changed',
    async (name) => {
      const { app, person } = await start();
      const { id } = await make(app, person, { name: 'good.example' });
      for (const reply of [await add(app, person, { name }), await change(app, person, id, { name })]) {
        expect(reply.statusCode).toBe(422);
        expect(reply.json().errors).toEqual({ name: ['Invalid domain'] });
      }
      expect(await listNames(app, person)).toEqual(['good.example']);
    },
  );

  it.each([
    { name: 'a.example', project_type: 'wordpress' },
    { name: 'a.example', project_type: 'Geocoder' },
    { name: 'a.example', status: 'active' },
    { name: 'a.example', status: 1 },
    {},
  ])('of %j is refused', async (fields) => {
    const { app, person } = await start();
    expect((await add(app, person, fields)).statusCode).toBe(422);
  });

  it('stands once in the list of a workspace, however it is typed, and when two add it at one moment', async () => {
    const { app, database, person } = await start();
    const names = ['München.de', 'MÜNCHEN.DE', 'xn--mnchen-3ya.de'];
    const replies = await Promise.all(names.map((name) => add(app, person, { name })));
    expect(countStatuses(replies)).toEqual({ 201: 1, 422: 2 });
    const refused = replies.find(({ statusCode }) => statusCode === 422);
    expect(refused?.json()).toMatchObject({ message: DOUBLE, errors: { name: [DOUBLE] } });
    const { id } = await make(app, person, { name: 'other.de' });
    expect((await change(app, person, id, { name: 'münchen.de' })).json().message).toBe(DOUBLE);
    await make(app, await addPerson(database.db), { name: 'münchen.de' });
  });

  it('that somebody saved meanwhile is not overwritten, and the answer says who saved it when', async () => {
    const { app, database, person: ada } = await start();
    const ben = await addPerson(database.db);
    await addAgency(database.db, [ada, ben]);
    const { id, revision } = await make(app, ada, { name: 'shared.example' });
    const replies = await Promise.all(
      [ben, ada].map((person) => change(app, person, id, { name: 'shared.example', status: '0', revision })),
    );
    expect(countStatuses(replies)).toEqual({ 200: 1, 409: 1 });
    const saved = replies.find(({ statusCode }) => statusCode === 200)?.json();
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^Ada Lovelace saved this on \w{3} \d+, \d{4}, .+ UTC\. Load it again\.$/,
      ),
      newer: { revision: 2, saved_by: 'Ada Lovelace', saved_at: saved.data.updated_at },
    });
  });

  it('is recorded in the audit log when it is added and changed', async () => {
    const { app, database, person } = await start();
    const { id } = await make(app, person, { name: 'logged.example' });
    await change(app, person, id, { name: 'logged.example', status: '0' });
    const lines = await database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('object_kind', '=', 'domain')
      .where('object_id', '=', id)
      .orderBy('id')
      .execute();
    expect(lines).toMatchObject([
      { verb: 'create', actor_id: person.userId, after: { name: 'logged.example', status: '1' } },
      { verb: 'update', actor_id: person.userId, before: { status: '1' }, after: { status: '0' } },
    ]);
  });
});

describe('the list of domains', () => {
  it('is ordered, searched, filtered and cut into pages', async () => {
    const { app, person } = await start();
    await make(app, person, { name: 'b-site.example', status: '0' });
    await make(app, person, { name: 'bb.example', project_type: 'Drupal' });
    await make(app, person, { name: 'a_1.example' });
    const all = ['a_1.example', 'b-site.example', 'bb.example'];
    expect(await listNames(app, person)).toEqual(all);
    expect(await listNames(app, person, '?sort=-name')).toEqual(all.toReversed());
    expect(await listNames(app, person, '?sort=created_at')).toEqual([
      'b-site.example',
      'bb.example',
      'a_1.example',
    ]);
    expect(await listNames(app, person, '?status=1')).toEqual(['a_1.example', 'bb.example']);
    expect(await listNames(app, person, '?project_type=Drupal,Images')).toEqual(['bb.example']);
    expect(await listNames(app, person, '?search=B-S')).toEqual(['b-site.example']);
    expect(await listNames(app, person, '?search=_')).toEqual(['a_1.example']);
    const page = await get(app, person, '?per_page=2&page=2');
    expect(page.json().meta).toEqual({ page: 2, per_page: 2, total: 3, last_page: 2 });
    expect(page.json().data).toHaveLength(1);
  });

  it.each(['?page=0', '?per_page=100000', '?sort=workspace_id', '?status=2', '?project_type=Joomla'])(
    'refuses %s',
    async (query) => {
      const { app, person } = await start();
      expect((await get(app, person, query)).statusCode).toBe(422);
    },
  );

  it('holds what all members of an agency added, and nothing of others', async () => {
    const { app, database, person: ada } = await start();
    const [ben, eve] = [await addPerson(database.db), await addPerson(database.db)];
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
