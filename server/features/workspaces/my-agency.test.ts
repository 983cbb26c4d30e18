/** Members of an agency: invited, joining with or without their content, and leaving. */
import type { FastifyInstance } from 'fastify';
import { expect, it, vi } from 'vitest';
import { tenfold } from '#testkit/cases.ts';
import { addAgency, addUsers, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import { BROUGHT_TABLES } from './bringing.store.ts';
import { type Mailbox, startMailbox } from '../../../sim/mailbox.ts';

const DAY_MS = 24 * 3_600_000;
const MAIL_MS = 20_000;

let mailbox: Mailbox;
const enter = useTestApp(async (onEnd) => {
  mailbox = await startMailbox();
  onEnd(() => mailbox.close());
  return { config: { mail: { url: mailbox.smtpUrl, from: 'geoloom@example.com' } } };
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
function send(app: FastifyInstance, { headers }: SignedInUser, call: [Method, string, object?]) {
  const [method, path, payload] = call;
  return app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload ? { payload } : {}) });
}

let count = 0;
const freshEmail = () => `member-${(count += 1)}@example.com`;

/** Ada is the main admin of an agency, Ben is a member, and Eve has an account with a confirmed address. */
async function start() {
  const stage = await enter();
  const { db } = stage.database;
  const email = freshEmail();
  const [ben, eve] = [await addUser(db), await addUser(db, { email })];
  const agencyId = await addAgency(db, [stage.user, ben]);
  return { ...stage, ada: stage.user, ben, eve, email, agencyId };
}

const invite = (app: FastifyInstance, by: SignedInUser, email: string) =>
  send(app, by, ['POST', 'my-agency/invite', { email }]);

const accept = (app: FastifyInstance, by: SignedInUser, agencyId: number, bring = false) =>
  send(app, by, ['POST', 'my-agency/accept-invite', { agency_id: agencyId, bring }]);

async function readToken(email: string): Promise<string> {
  const find = () => mailbox.mails.findLast(({ to }) => to.includes(email));
  await vi.waitUntil(() => find() !== undefined, { timeout: MAIL_MS, interval: 20 });
  return /\/invitations\/([\w-]+)/.exec(find()?.text ?? '')?.[1] ?? '';
}

it('confirms the address of a user who registers through the emailed link, and adds them to the agency', async () => {
  const { app, ada, agencyId } = await start();
  const email = freshEmail();
  const sent = await invite(app, ada, email);
  expect(sent.json()).toMatchObject({ data: [{ email, state: 'pending' }], message: 'Sent 1 invitation.' });
  const token = await readToken(email);
  const shown = await app.inject(`/api/v1/invitations/${token}`);
  expect(shown.json().data).toMatchObject({
    agency_id: agencyId,
    email,
    has_account: false,
    member_count: 2,
  });
  const password = 'nine orange ladders';
  const payload = {
    first_name: 'New',
    last_name: 'Person',
    email,
    password,
    password_confirmation: password,
  };
  const signed = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/register',
    payload: { ...payload, invitation: token },
  });
  expect(signed.statusCode, signed.body).toBe(201);
  const headers = { authorization: `Bearer ${signed.json().data.access_token}` };
  const user = { ...ada, headers };
  expect((await send(app, user, ['GET', 'account'])).json().data.is_email_verified).toBe(true);
  const check = await send(app, user, ['GET', 'my-agency/check-has-agency']);
  expect(check.json().data).toMatchObject({
    has_agency: true,
    agency: { id: agencyId, is_main_admin: false },
    invitations: [],
  });
  const notes = await send(app, ada, ['GET', 'notifications']);
  expect(JSON.stringify(notes.json().data)).toContain('New Person has joined');
  const members = await send(app, user, ['GET', 'my-agency?sort=-created_at']);
  expect(members.json().data[0]).toMatchObject({ type: 'member', email });
  expect(members.json().user.agency.id).toBe(agencyId);
  expect((await app.inject(`/api/v1/invitations/${token}`)).statusCode, 'it works once').toBe(404);
});

it('creates the account of an invited user even if the agency is full or the address is another one', async () => {
  const { app, database, ada, agencyId } = await start();
  const email = freshEmail();
  await invite(app, ada, email);
  const token = await readToken(email);
  const status = (to: 'active' | 'not_active') =>
    database.db.updateTable('workspaces').set({ status: to }).where('id', '=', agencyId).execute();
  const register = async (address: string) => {
    const password = 'nine orange ladders';
    const names = { first_name: 'New', last_name: 'Person' };
    const payload = {
      ...names,
      email: address,
      password,
      password_confirmation: password,
      invitation: token,
    };
    const signed = await app.inject({ method: 'POST', url: '/api/v1/auth/register', payload });
    expect(signed.statusCode, signed.body).toBe(201);
    const headers = { authorization: `Bearer ${signed.json().data.access_token}` };
    const user = { ...ada, headers };
    return [user, (await send(app, user, ['GET', 'my-agency/check-has-agency'])).json().data] as const;
  };
  const [stranger, other] = await register(freshEmail());
  expect(other).toMatchObject({ has_agency: false, invitations: [] });
  const account = (await send(app, stranger, ['GET', 'account'])).json().data;
  expect(account.is_email_verified, 'the link confirms no other address').toBe(false);
  await status('not_active');
  const [user, rejected] = await register(email);
  expect(rejected).toMatchObject({ has_agency: false });
  await status('active');
  expect((await accept(app, user, agencyId)).json().data).toMatchObject({ id: agencyId });
});

it('accepts an invitation only for a confirmed address, before it expires or is revoked (D1)', async () => {
  const { app, database, ada, eve, email, agencyId, pass } = await start();
  expect((await accept(app, eve, agencyId)).statusCode, 'uninvited').toBe(404);
  await invite(app, ada, email);
  await runSql(database, `update users set email_verified_at = null where id = ${eve.userId}`);
  const unverified = await accept(app, eve, agencyId);
  expect([unverified.statusCode, unverified.json().code]).toEqual([403, 'email_unverified']);
  await runSql(database, `update users set email_verified_at = now() where id = ${eve.userId}`);
  await runSql(database, `update workspaces set status = 'not_active' where id = ${agencyId}`);
  expect((await accept(app, eve, agencyId)).json().code).toBe('agency_not_active');
  await runSql(database, `update workspaces set status = 'deleted' where id = ${agencyId}`);
  expect((await accept(app, eve, agencyId)).statusCode, 'deleted').toBe(404);
  await runSql(database, `update workspaces set status = 'active' where id = ${agencyId}`);
  const list = await send(app, ada, ['GET', 'my-agency?tab=invitations']);
  const [{ id }] = list.json<{ data: [{ id: number }] }>().data;
  const revoked = await send(app, ada, ['DELETE', `my-agency/invitations/${id}`]);
  expect(revoked.statusCode, revoked.body).toBe(200);
  expect((await accept(app, eve, agencyId)).statusCode, 'revoked').toBe(404);
  await invite(app, ada, email);
  pass(7 * DAY_MS + 1000);
  const late = await addUser(database.db, {
    email: freshEmail(),
    signedInAt: new Date(Date.now() + 7 * DAY_MS),
  });
  await runSql(database, `update users set email_key = 'moved-' || email_key where id = ${eve.userId}`);
  await runSql(database, `update users set email_key = '${email}' where id = ${late.userId}`);
  expect((await accept(app, late, agencyId)).statusCode, 'expired').toBe(404);
});

it('accepts one of two concurrent calls, and one of two agencies (D1)', async () => {
  const { app, database } = await start();
  const rounds = tenfold(5);
  for (let round = 0; round < rounds; round += 1) {
    const email = freshEmail();
    const eve = await addUser(database.db, { email });
    const lead = async () => {
      const leader = await addUser(database.db);
      const id = await addAgency(database.db, [leader]);
      expect((await invite(app, leader, email)).statusCode).toBe(200);
      return id;
    };
    const [agencyId, otherId] = [await lead(), await lead()];
    const replies = await Promise.all([agencyId, agencyId, otherId].map((id) => accept(app, eve, id)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const rows = await runSql(
      database,
      `select 1 from members join workspaces on id = workspace_id where kind = 'agency' and user_id = ${eve.userId}`,
    );
    expect(rows).toHaveLength(1);
  }
  console.log(`${rounds} rounds of three`);
});

it('resends an invitation with a new link, and the old one stops working', async () => {
  const { app, ada } = await start();
  const email = freshEmail();
  const [{ id }] = (await invite(app, ada, email)).json<{ data: [{ id: number }] }>().data;
  const first = await readToken(email);
  const again = await send(app, ada, ['POST', `my-agency/invitations/${id}/resend`]);
  expect(again.json(), again.body).toMatchObject({ data: { id, state: 'pending' } });
  await expect.poll(() => readToken(email)).not.toBe(first);
  const open = async (token: string) => (await app.inject(`/api/v1/invitations/${token}`)).statusCode;
  expect([await open(first), await open(await readToken(email))]).toEqual([404, 200]);
});

it('returns the same reply for addresses with and without an account (A3)', async () => {
  const { app, ada, email } = await start();
  const responses: unknown[] = [];
  for (const address of [email, freshEmail()]) {
    const { statusCode, headers, body } = await invite(app, ada, address);
    expect(body).toContain(address);
    // Only id and time of the invitation differ.
    const said = body.replaceAll(address, '').replaceAll(/"id":\d+|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
    responses.push([statusCode, Object.keys(headers), said]);
  }
  expect(responses[0]).toEqual(responses[1]);
});

it('allows invitations only by the main admin, and ignores other fields (D2)', async () => {
  const { app, database, ada, ben, eve, agencyId } = await start();
  const admin = await addUser(database.db, { role: 'admin' });
  const extra = {
    role: 'superadmin',
    main_admin_id: eve.userId,
    status: 'deleted',
    user_id: eve.userId,
    agency_id: 1,
  };
  const statuses = [];
  for (const by of [ben, eve, admin, ada]) {
    const reply = await send(app, by, ['POST', 'my-agency/invite', { email: freshEmail(), ...extra }]);
    statuses.push(reply.statusCode);
  }
  expect(statuses).toEqual([403, 404, 404, 200]);
  const rows = await runSql(database, `select main_admin_id, status from workspaces where id = ${agencyId}`);
  expect(rows).toEqual([{ main_admin_id: ada.userId, status: 'active' }]);
});

it('invites several addresses at once, reports members at their field, and deduplicates', async () => {
  const { app, database, ada } = await start();
  const emails = [freshEmail(), freshEmail()];
  const [first = ''] = emails;
  const twice = await send(app, ada, [
    'POST',
    'my-agency/invite',
    { emails: [...emails, first.toUpperCase()] },
  ]);
  expect(twice.json().data).toHaveLength(2);
  const { email: own } = await database.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', ada.userId)
    .executeTakeFirstOrThrow();
  const rejected = await send(app, ada, ['POST', 'my-agency/invite', { emails: [freshEmail(), own] }]);
  expect(rejected.json().errors).toEqual({ 'emails.1': ['This user is already a member'] });
  const tooMany = Array.from({ length: 21 }, freshEmail);
  expect((await send(app, ada, ['POST', 'my-agency/invite', { emails: tooMany }])).statusCode).toBe(422);
});

it('moves all or none of the personal content of a new member, and merges equal domains', async () => {
  const { app, database, ada, eve, email, agencyId } = await start();
  await send(app, ada, ['POST', 'domains', { name: 'shared.example' }]);
  const mine = (await send(app, eve, ['POST', 'domains', { name: 'shared.example' }])).json().data.id;
  await send(app, eve, ['POST', 'domains', { name: 'only.example' }]);
  const saved = await saveProject(app, eve, { fields: { title: 'Brought', domain_id: String(mine) } });
  expect(saved.statusCode, saved.body).toBe(200);
  const { project_id: id } = saved.json().data;
  await waitForRun(app, eve, id);
  await invite(app, ada, email);
  expect((await accept(app, eve, agencyId, true)).statusCode).toBe(200);
  const shown = await send(app, ada, ['GET', `projects/${id}`]);
  expect(shown.json().data[0]).toMatchObject({ title: 'Brought', domain: 'shared.example' });
  const domains = (await send(app, ada, ['GET', 'domains'])).json<{ data: { name: string }[] }>().data;
  expect(domains.map(({ name }) => name)).toEqual(['only.example', 'shared.example']);
  expect((await send(app, eve, ['POST', 'my-agency/leave'])).statusCode).toBe(200);
  expect((await send(app, eve, ['GET', `projects/${id}`])).statusCode, 'it stays with the agency').toBe(404);
  expect(await runSql(database, `select id from domains where id = ${mine}`)).toEqual([]);
});

it('moves every table with content of customers', async () => {
  const { database } = await start();
  const tables = await runSql<{ name: string }>(
    database,
    `select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' and table_name not in ('members', 'invitations')`,
  );
  // Payments belong to the workspace that paid; what its plan keeps is copied.
  const staying = ['customers', 'subscriptions', 'kept_runs'];
  expect(new Set(tables.map(({ name }) => name))).toEqual(new Set([...BROUGHT_TABLES, ...staying]));
});

it('lets members leave or be removed, except the main admin', async () => {
  const { app, database, ada, ben, eve } = await start();
  const remove = (by: SignedInUser, id: number) => send(app, by, ['DELETE', `my-agency/members/${id}`]);
  expect((await remove(ben, ada.userId)).statusCode).toBe(403);
  expect((await remove(ada, ada.userId)).json().code).toBe('main_admin');
  expect((await send(app, ada, ['POST', 'my-agency/leave'])).json().code).toBe('main_admin');
  expect((await remove(ada, eve.userId)).statusCode).toBe(404);
  expect((await remove(ada, ben.userId)).statusCode).toBe(200);
  expect((await send(app, ben, ['POST', 'my-agency/leave'])).json().code).toBe('no_agency');
  const notifications = await runSql(
    database,
    `select notification from notifications where user_id = ${ben.userId} and link = '/my-agency'`,
  );
  expect(notifications).toEqual([
    {
      notification:
        'You are no longer a member of Agency.\nWhat you made there stays with Agency, but you can no longer open it. New projects and domains are personal.\nAda Lovelace made this change.',
    },
  ]);
});

it('lists 300 members in natural order with the main admin first, and finds them by name or email', async () => {
  const { app, database, ada, agencyId } = await start();
  const people = await addUsers(
    database.db,
    Array.from({ length: 298 }, () => ({ email: freshEmail() })),
  );
  await database.db
    .insertInto('members')
    .values(people.map(({ userId }) => ({ workspace_id: agencyId, user_id: userId, joined_at: new Date() })))
    .execute();
  for (const [index, { userId }] of people.slice(0, 11).entries())
    await runSql(
      database,
      `update users set first_name = 'Tech', last_name = 'Austin ${index + 1}' where id = ${userId}`,
    );
  await runSql(
    database,
    `update users set first_name = 'Zoe', last_name = 'Zuniga' where id = ${ada.userId}`,
  );
  const list = async (query: string) => {
    const response = await send(app, ada, ['GET', `my-agency?${query}`]);
    expect(response.statusCode, response.body).toBe(200);
    const { data, meta } = response.json<{
      data: { name: string; email: string }[];
      meta: { total: number };
    }>();
    return { names: data.map(({ name }) => name), data, meta };
  };
  const numbered = Array.from({ length: 11 }, (_, index) => `Tech Austin ${index + 1}`);
  const first = await list('per_page=12');
  expect(first.meta).toMatchObject({ total: 300, last_page: 25 });
  expect(first.names).toEqual(['Zoe Zuniga', ...numbered]);
  expect((await list('per_page=12&sort=-name&page=25')).names.slice(1)).toEqual(numbered.toReversed());
  expect((await list('per_page=1&sort=-name')).names).toEqual(['Zoe Zuniga']);
  expect(await list('search=austin 11')).toMatchObject({ names: ['Tech Austin 11'], meta: { total: 1 } });
  const [last] = (await list('per_page=1&page=300')).data;
  expect((await list(`search=${last?.email}`)).meta.total).toBe(1);
});

it('lets the main admin change name and branding', async () => {
  const { app, ada, ben, agencyId } = await start();
  const body = { name: 'Bright Pages', website: 'https://example.com', brand_color: '#FE6432' };
  expect((await send(app, ben, ['PUT', 'my-agency', body])).statusCode).toBe(403);
  const saved = await send(app, ada, ['PUT', 'my-agency', body]);
  expect(saved.json()).toMatchObject({ data: body, message: 'Agency was successfully updated!' });
  const shown = await send(app, ben, ['GET', 'my-agency?tab=branding']);
  expect(shown.json().data).toEqual([{ type: 'branding', id: agencyId, ...body }]);
  const rejected = await send(app, ada, ['PUT', 'my-agency', { name: ' ', website: 'javascript:alert(1)' }]);
  expect(rejected.json().errors).toEqual({ name: ['Name is required!'], website: ['Enter a valid URL'] });
});

it('rejects changes of name and branding of an inactive agency', async () => {
  const { app, database, ada, agencyId } = await start();
  await runSql(database, `update workspaces set status = 'not_active' where id = ${agencyId}`);
  const body = { name: 'Renamed', website: 'https://example.com', brand_color: '#FE6432' };
  const rejected = await send(app, ada, ['PUT', 'my-agency', body]);
  expect([rejected.statusCode, rejected.json().code]).toEqual([409, 'agency_not_active']);
  const shown = await send(app, ada, ['GET', 'my-agency?tab=branding']);
  expect(shown.json().data).toEqual([
    { type: 'branding', id: agencyId, name: 'Agency', website: '', brand_color: '' },
  ]);
});
