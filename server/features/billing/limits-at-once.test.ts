/** Concurrent changes never exceed a limit of a plan, and a replaced main admin can't change anything. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '#server/db/open.ts';
import { addAgency, addUser } from '#testkit/users.ts';
import { saveProject, townsCsv } from '#testkit/project-calls.ts';
import { raceWith } from '#testkit/race.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { get, post, useBilling } from './billing-fixture.ts';

const start = useBilling(useTestApp);

/** Locks like each change that adds to a workspace. */
const lockWorkspace = (trx: Db, id: number) =>
  sql`select id from workspaces where id = ${id} for no key update`.execute(trx);

it('a domain is rejected while another request adds the last one of the plan', async () => {
  const { app, database, user } = await start();
  const { workspaceId, userId } = user;
  const rejected = await raceWith(
    database.db,
    async (trx) => {
      await lockWorkspace(trx, workspaceId);
      await sql`insert into domains (workspace_id, created_by, name, project_type, status, created_at, updated_at)
        values (${workspaceId}, ${userId}, 'first.example', 'WordPress', '1', now(), now())`.execute(trx);
    },
    () => post(app, user, 'domains', { name: 'second.example', status: '1' }),
  );
  expect([rejected.statusCode, rejected.json().code], rejected.body).toEqual([402, 'plan_limit']);
});

it('a project and its pages are rejected while another request saves the last ones of the plan', async () => {
  const { app, database, user } = await start();
  const { workspaceId } = user;
  const first = await saveProject(app, user, { fields: { title: 'First', script: townsCsv(1) } });
  expect(first.statusCode, first.body).toBe(200);
  const save = (title: string) => saveProject(app, user, { fields: { title, script: townsCsv(1) } });
  const tooManyPages = await raceWith(
    database.db,
    async (trx) => {
      await lockWorkspace(trx, workspaceId);
      await sql`insert into page_uses (run_number, workspace_id, pages, used_at)
        values (2000000000, ${workspaceId}, 499, now())`.execute(trx);
    },
    () => save('Pages'),
  );
  expect([tooManyPages.statusCode, tooManyPages.json().message]).toEqual([
    402,
    'This run needs 1 page, and 0 are left this month. Upgrade to Starter for 5,000.',
  ]);
  await runSql(database, `delete from page_uses where run_number = 2000000000`);
  const tooManyProjects = await raceWith(
    database.db,
    async (trx) => {
      await lockWorkspace(trx, workspaceId);
      await sql`insert into projects (workspace_id, created_by, key, title, type, notes, google_spread_sheet, footer_links,
          seed_id, sheet_id, created_at, updated_at)
        select workspace_id, created_by, gen_random_uuid(), 'Second', type, notes, '', '', seed_id, sheet_id,
          created_at, updated_at from projects where workspace_id = ${workspaceId}`.execute(trx);
    },
    () => save('Third'),
  );
  expect([tooManyProjects.statusCode, tooManyProjects.json().message]).toEqual([
    402,
    'Free includes 2 projects. Upgrade to Starter for 20.',
  ]);
});

it('a member is rejected while another one joins as the last of the plan', async () => {
  const { app, database, user: lead } = await start();
  const email = 'third@at-once.example';
  const [second, third, other] = [
    await addUser(database.db),
    await addUser(database.db, { email }),
    await addUser(database.db),
  ];
  const agency_id = await addAgency(database.db, [lead, second]);
  expect((await post(app, lead, 'my-agency/invite', { email })).statusCode).toBe(200);
  const rejected = await raceWith(
    database.db,
    async (trx) => {
      await lockWorkspace(trx, agency_id);
      await sql`insert into members (workspace_id, user_id) values (${agency_id}, ${other.userId})`.execute(
        trx,
      );
    },
    () => post(app, third, 'my-agency/accept-invite', { agency_id }),
  );
  expect([rejected.statusCode, rejected.json().code], rejected.body).toEqual([402, 'plan_limit']);
  const { data } = (await get(app, third, 'my-agency/check-has-agency')).json();
  expect(data, 'the invitation can still be accepted').toMatchObject({
    has_agency: false,
    invitations: [{ agency_id }],
  });
});

it('a main admin who is being replaced can no longer invite, change, revoke or remove', async () => {
  const { app, database, user: lead } = await start();
  const { db } = database;
  const next = await addUser(db);
  const id = await addAgency(db, [lead, next]);
  const sent = await post(app, lead, 'my-agency/invite', { email: 'before@at-once.example' });
  const { id: invitation } = sent.json().data[0];
  const { headers } = lead;
  const calls = {
    invite: () => post(app, lead, 'my-agency/invite', { email: 'meanwhile@at-once.example' }),
    resend: () => post(app, lead, `my-agency/invitations/${invitation}/resend`),
    revoke: () =>
      app.inject({ method: 'DELETE', url: `/api/v1/my-agency/invitations/${invitation}`, headers }),
    update: () =>
      app.inject({ method: 'PUT', url: '/api/v1/my-agency', headers, payload: { name: 'Taken over' } }),
    remove: () => app.inject({ method: 'DELETE', url: `/api/v1/my-agency/members/${next.userId}`, headers }),
  };
  const setLead = (trx: Db, userId: number) =>
    sql`update workspaces set main_admin_id = ${userId} where id = ${id}`.execute(trx);
  const read = () =>
    runSql(
      database,
      `select name, (select json_agg(json_build_array(email, state, nonce)) from invitations where workspace_id = ${id}) as invited,
        (select count(*)::int from members where workspace_id = ${id}) as members from workspaces where id = ${id}`,
    );
  const before = await read();
  for (const [name, send] of Object.entries(calls)) {
    await setLead(db, lead.userId);
    const reply = await raceWith(db, (trx) => setLead(trx, next.userId), send);
    expect([reply.statusCode, reply.json().code], name).toEqual([403, 'forbidden']);
    expect(await read(), name).toEqual(before);
  }
});
