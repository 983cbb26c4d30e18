/** Content that a new member brings must fit into the agency's plan. Otherwise nothing moves, and joining without it works. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, sendForm, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { runPair } from '#testkit/race.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { get, post, show, subscribe, useBilling } from '../billing/billing-fixture.ts';

const start = useBilling(useTestApp);

let guests = 0;

/** Gives the guest a domain and two projects with 490 pages, and invites them. */
async function addGuest(app: FastifyInstance, lead: SignedInUser, guest: SignedInUser, email: string) {
  expect((await post(app, guest, 'domains', { name: 'own.example', status: '1' })).statusCode).toBe(201);
  for (const [title, pages] of [
    ['One', 200],
    ['Two', 290],
  ] as const) {
    const saved = await saveProject(app, guest, { fields: { title, script: townsCsv(pages) } });
    expect(saved.statusCode, saved.body).toBe(200);
    await waitForRun(app, guest, saved.json().data.project_id);
  }
  expect((await post(app, lead, 'my-agency/invite', { email })).statusCode).toBe(200);
}

async function startInvited() {
  const stage = await start();
  const { app, database, user: lead } = stage;
  const email = `guest-${(guests += 1)}@bringing.example`;
  const guest = await addUser(database.db, { email });
  const agencyId = await addAgency(database.db, [lead]);
  await addGuest(app, lead, guest, email);
  const join = (bring: boolean) =>
    post(app, guest, 'my-agency/accept-invite', { agency_id: agencyId, bring });
  return { ...stage, lead, guest, agencyId, join };
}

const listTitles = async (app: FastifyInstance, user: SignedInUser) =>
  (await get(app, user, 'projects?sort=title'))
    .json<{ data: { title: string }[] }>()
    .data.map(({ title }) => title);

async function countUsed(app: FastifyInstance, user: SignedInUser) {
  const { usage } = (await show(app, user)) as unknown as { usage: Record<string, { used: number }> };
  return Object.fromEntries(Object.entries(usage).map(([name, { used }]) => [name, used]));
}

it('lists everything that doesn’t fit, moves nothing, and lets the same user join without it', async () => {
  const { app, lead, guest, join } = await startInvited();
  await post(app, lead, 'domains', { name: 'first.example', status: '1' });
  const saved = await saveProject(app, lead, { fields: { title: 'Of the agency', script: townsCsv(20) } });
  expect(saved.statusCode, saved.body).toBe(200);
  const rejected = await join(true);
  expect([rejected.statusCode, rejected.json()], rejected.body).toMatchObject([
    402,
    {
      code: 'plan_limit',
      message: "What you would bring doesn't fit into the agency's Free plan. Nothing was moved.",
      errors: {
        domains: ['You would bring 1 active domain. The agency already uses 1 of 1.'],
        projects: ['You would bring 2 projects. The agency already uses 1 of 2.'],
        pages_month: ['You would bring 490 pages from this month. The agency already uses 20 of 500.'],
      },
    },
  ]);
  expect(await listTitles(app, guest)).toEqual(['One', 'Two']);
  expect(await listTitles(app, lead)).toEqual(['Of the agency']);
  expect((await get(app, guest, 'my-agency/check-has-agency')).json().data).toMatchObject({
    has_agency: false,
    invitations: [{}],
  });
  expect((await join(false)).statusCode, 'the invitation is still there').toBe(200);
  expect(await listTitles(app, lead)).toEqual(['Of the agency']);
});

it('moves what fits, and its pages of this month count for the agency', async () => {
  const { app, lead, guest, join } = await startInvited();
  expect(await countUsed(app, lead)).toMatchObject({ projects: 0, pages_month: 0 });
  expect((await join(true)).statusCode).toBe(200);
  expect(await listTitles(app, lead)).toEqual(['One', 'Two']);
  expect(await countUsed(app, lead)).toEqual({ domains: 1, projects: 2, pages_month: 490, members: 2 });
  const more = await saveProject(app, guest, { fields: { title: 'Three', script: townsCsv(1) } });
  expect(more.statusCode).toBe(402);
});

it('counts a domain that both have once, and an upgrade lifts the limit', async () => {
  const { app, lead, guest, join } = await startInvited();
  await post(app, lead, 'domains', { name: 'own.example', status: '1' });
  const saved = await saveProject(app, lead, { fields: { title: 'Of the agency', script: townsCsv(1) } });
  expect(saved.statusCode, saved.body).toBe(200);
  expect(Object.keys((await join(true)).json().errors)).toEqual(['projects']);
  await subscribe(app, lead, 'Starter');
  await get(app, guest, 'account');
  expect((await join(true)).statusCode).toBe(200);
  expect(await countUsed(app, lead)).toMatchObject({ domains: 1, projects: 3 });
});

it('serializes with the activation of a domain of the guest', async () => {
  const { app, database, guest, join } = await startInvited();
  const list = await get(app, guest, 'domains');
  const [{ id, name }] = list.json<{ data: [{ id: number; name: string }] }>().data;
  const put = (status: '0' | '1') =>
    app.inject({
      method: 'PUT',
      url: `/api/v1/domains/${id}`,
      headers: guest.headers,
      payload: { name, status },
    });
  expect((await put('0')).statusCode).toBe(200);
  const statuses = await runPair(database, {
    first: () => put('1'),
    second: () => join(true),
    gate: (trx) => sql`select from domains where id = ${id} for update`.execute(trx),
  });
  expect(statuses).toEqual([200, 200]);
});

it.each(['save', 'test'])(
  'rejects a %s that was sent before its project moved, and changes nothing',
  async (kind) => {
    const { app, database, store, lead, guest, agencyId, join } = await startInvited();
    const listed = await get(app, guest, 'projects?sort=title');
    const [{ id }] = listed.json<{ data: [{ id: number }] }>().data;
    const isStoring = store.hold('put uploads/');
    const fields = { project_id: String(id), title: 'One', type: 'wordpress', script: townsCsv(3) };
    const sent =
      kind === 'save'
        ? sendForm(app, guest, { url: '/api/v1/save-xml', fields })
        : post(app, guest, 'save-test', fields);
    await isStoring;
    const joined = await join(true);
    expect(joined.statusCode, joined.body).toBe(200);
    await store.release();
    const rejected = await sent;
    expect([rejected.statusCode, rejected.json().code], rejected.body).toEqual([409, 'conflict']);
    const read = `select workspace_id, (select count(*)::int from runs where project_id = projects.id) as runs
    from projects where id = ${id}`;
    expect(await runSql(database, read)).toEqual([{ workspace_id: agencyId, runs: 1 }]);
    expect(await countUsed(app, lead)).toMatchObject({ projects: 2, pages_month: 490 });
    expect(
      await runSql(database, `select pages from page_uses where workspace_id = ${guest.workspaceId}`),
    ).toEqual([]);
  },
);
