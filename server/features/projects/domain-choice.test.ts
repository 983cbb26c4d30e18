/** The domain of a project: an active one of its workspace, or none. */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { callDrafts, openDraft, showDraft } from '#testkit/draft-calls.ts';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, sendForm, showProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp();

async function addDomain(app: FastifyInstance, { headers }: SignedInUser, name: string): Promise<number> {
  const reply = await app.inject({ method: 'POST', url: '/api/v1/domains', headers, payload: { name } });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: { id: number } }>().data.id;
}

async function make(app: FastifyInstance, user: SignedInUser, domainId: number): Promise<number> {
  const saved = await saveProject(app, user, { fields: { domain_id: String(domainId) } });
  expect(saved.statusCode, saved.body).toBe(200);
  return saved.json<{ data: { project_id: number } }>().data.project_id;
}

/** Sends the edit form. */
async function update(app: FastifyInstance, user: SignedInUser, id: number, more: Record<string, string>) {
  await waitForRun(app, user, id);
  const fields = { title: 'Plumber', type: 'wordpress', script: townsCsv(3), ...more };
  return sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
}

it('is shown, kept by a save without a domain, changed, and removed by an empty one', async () => {
  const { app, user } = await start();
  const [first, second] = [await addDomain(app, user, 'a.example'), await addDomain(app, user, 'b.example')];
  const id = await make(app, user, first);
  const show = async () => {
    const { domain_id: domainId, domain } = await showProject(app, user, id);
    return [domainId, domain];
  };
  expect(await show()).toEqual([first, 'a.example']);
  for (const [fields, shown] of [
    [{}, [first, 'a.example']],
    [{ domain_id: String(second) }, [second, 'b.example']],
    [{ domain_id: '' }, [null, null]],
  ] as const) {
    expect((await update(app, user, id, fields)).statusCode).toBe(200);
    expect(await show()).toEqual(shown);
  }
});

it('is shown in the list of projects and found by its search', async () => {
  const { app, user } = await start();
  const id = await make(app, user, await addDomain(app, user, 'harbour.example'));
  const none = (await saveProject(app, user, {})).json<{ data: { project_id: number } }>().data.project_id;
  const list = async (query: string) => {
    const reply = await app.inject({
      url: `/api/v1/projects?sort=created_at${query}`,
      headers: user.headers,
    });
    return reply
      .json<{ data: { id: number; domain: string | null }[] }>()
      .data.map(({ id: found, domain }) => [found, domain]);
  };
  expect(await list('')).toEqual([
    [id, 'harbour.example'],
    [none, null],
  ]);
  expect(await list('&search=HARBOUR.ex')).toEqual([[id, 'harbour.example']]);
});

it('makes a different save, not a repetition of the first', async () => {
  const { app, user } = await start();
  const [first, second] = [await addDomain(app, user, 'a.example'), await addDomain(app, user, 'b.example')];
  const send = async (domainId: number) => {
    const fields = { key: '0190c1de-0000-4000-8000-0000000d0a11', domain_id: String(domainId) };
    const saved = await saveProject(app, user, { fields });
    const id: number = saved.json().data.project_id;
    const { domain, runs } = await waitForRun(app, user, id);
    return [domain, runs.length];
  };
  expect(await send(first)).toEqual(['a.example', 1]);
  expect(await send(first)).toEqual(['a.example', 1]);
  expect(await send(second)).toEqual(['b.example', 2]);
});

it('cannot be chosen if it is inactive, but is kept by a project that already has it', async () => {
  const { app, user } = await start();
  const domainId = await addDomain(app, user, 'old.example');
  const id = await make(app, user, domainId);
  const payload = { name: 'old.example', status: '0' };
  await app.inject({ method: 'PUT', url: `/api/v1/domains/${domainId}`, headers: user.headers, payload });
  const fields = { title: 'New', domain_id: String(domainId) };
  const refused = await saveProject(app, user, { fields });
  expect(refused.json()).toMatchObject({
    code: 'invalid',
    errors: { domain_id: ['This domain is inactive'] },
  });
  expect((await update(app, user, id, { domain_id: String(domainId), notes: 'Kept' })).statusCode).toBe(200);
  expect((await showProject(app, user, id)).domain).toBe('old.example');
});

it('must be in the workspace of the project; those of other users are not found', async () => {
  const { app, database, user: ada } = await start();
  const eve = await addUser(database.db);
  const foreign = { domain_id: String(await addDomain(app, eve, 'eve.example')) };
  expect((await saveProject(app, ada, { fields: foreign })).statusCode).toBe(404);
  const personal = { domain_id: String(await addDomain(app, ada, 'ada.example')) };
  await addAgency(database.db, [ada]);
  const refused = await saveProject(app, ada, { fields: personal });
  expect(refused.json().errors).toEqual({ domain_id: ['Choose a domain of the same workspace'] });
});

it('is kept in the draft of a form', async () => {
  const { app, user } = await start();
  const drafts = callDrafts(app, user);
  const { id } = await openDraft(drafts);
  const domainId = await addDomain(app, user, 'draft.example');
  await drafts.keep(id, { title: 'Begun', domain_id: domainId });
  expect((await showDraft(drafts, id)).fields).toMatchObject({ title: 'Begun', domain_id: domainId });
});

it('is removed from a draft, with a message, after its author has left or joined an agency', async () => {
  const { app, database, user } = await start();
  const drafts = callDrafts(app, user);
  const begin = async (name: string) => {
    const { id } = await openDraft(drafts);
    await drafts.keep(id, { title: name, domain_id: await addDomain(app, user, name) });
    expect((await showDraft(drafts, id)).dropped).toBeNull();
    return id;
  };
  const personal = await begin('personal.example');
  const agencyId = await addAgency(database.db, [await addUser(database.db), user]);
  const shown = await showDraft(drafts, personal);
  expect(shown.fields).toMatchObject({ title: 'personal.example', domain_id: null });
  expect(shown.dropped).toMatch(/^The domain of this draft belongs to another workspace/);
  const shared = await begin('shared.example');
  await database.db.deleteFrom('members').where('workspace_id', '=', agencyId).execute();
  const left = await showDraft(drafts, shared);
  expect(left.fields).toMatchObject({ title: 'shared.example', domain_id: null });
  expect(left.dropped).toMatch(/^You no longer have access to the domain of this draft/);
  // After the form is saved without the domain, there is nothing to report.
  await drafts.keep(shared, left.fields);
  expect((await showDraft(drafts, shared)).dropped).toBeNull();
});
