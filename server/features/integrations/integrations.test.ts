/** Integrations over HTTP: consents, properties and their domains, revocation and disconnection. */
import { describe, expect, it } from 'vitest';
import type { Integration } from '#contract/integrations.contract.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addAgency, addUser, listOwn } from '#testkit/users.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';
import {
  addDomain,
  begin,
  connect,
  consent,
  finish,
  send,
  useGoogle,
  WAIT,
  waitForSource,
} from './integrations-fixture.ts';

const start = useGoogle(useTestApp);
const MINUTE_MS = 60_000;
const PASSWORD = 'a lamp in the window';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

describe('GET integrations', () => {
  it('lists the connected account with its properties and the domains that they fill', async () => {
    const { app, user } = await start();
    expect((await send(app, user, 'integrations')).json().data).toEqual([]);
    const id = await addDomain(app, user, 'example.com');
    await addDomain(app, user, 'elsewhere.example');
    const made = await connect(app, user);
    expect(made).toMatchObject({
      provider: 'google',
      account: 'ada@example.com',
      status: 'connected',
      connected_by: 'Ada Lovelace',
      properties: [
        { site: 'https://www.example.org/', permission: 'siteFullUser', domains: [] },
        { site: 'sc-domain:example.com', permission: 'siteOwner', domains: [{ id, name: 'example.com' }] },
      ],
    });
    await waitForSource(app, user, { name: 'example.com', state: 'ready' });
    expect((await send(app, user, 'integrations/providers')).json().data).toEqual([
      { provider: 'google', is_open: true, is_simulated: true },
    ]);
  });

  it('is shared by all members of an agency and hidden from others', async () => {
    const { app, database, user } = await start();
    const [ben, eve] = [await addUser(database.db), await addUser(database.db)];
    await addAgency(database.db, [user, ben]);
    await connect(app, user);
    expect((await send(app, ben, 'integrations')).json().data).toHaveLength(1);
    expect((await send(app, eve, 'integrations')).json().data).toEqual([]);
  });
});

describe('a consent at Google', () => {
  it('uses PKCE, redirects to /integrations and stores its token encrypted', async () => {
    const { app, database, user } = await start();
    const url = new URL(await begin(app, user));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      redirect_uri: 'https://app.example/integrations',
      code_challenge_method: 'S256',
      access_type: 'offline',
      scope: expect.stringContaining('webmasters.readonly'),
    });
    await finish(app, user, await consent(url.href));
    const rows = await runSql<{ sealed_token: string }>(
      database,
      `select sealed_token from integrations where workspace_id = ${user.workspaceId}`,
    );
    expect(rows).toHaveLength(1);
    const sealed = rows[0]?.sealed_token ?? '';
    // Refresh tokens of the simulator are UUIDs.
    const texts = [sealed, Buffer.from(sealed, 'base64url').toString('latin1')];
    for (const text of texts) expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    const log = await runSql<{ after: object }>(
      database,
      `select after from audit_log where object_kind = 'integration' and actor_id = ${user.userId}`,
    );
    expect(log).toEqual([{ after: { provider: 'google', account: 'ada@example.com' } }]);
  });

  it('can be used once: rejects a state that is forged, used, expired or of another user', async () => {
    const { app, database, user, pass } = await start();
    const other = await addUser(database.db);
    const back = await consent(await begin(app, user));
    const forged = new URLSearchParams({ code: back.get('code') ?? '', state: 'x'.repeat(43) });
    for (const [caller, state] of [
      [user, forged],
      [other, back],
    ] as const)
      expect((await finish(app, caller, state)).json()).toMatchObject({ code: 'consent_over' });
    expect((await finish(app, user, back)).statusCode).toBe(201);
    expect((await finish(app, user, back)).json()).toMatchObject({ code: 'consent_over' });
    const late = await consent(await begin(app, user));
    pass(16 * MINUTE_MS);
    expect((await finish(app, user, late)).statusCode).toBe(409);
    expect(await runSql(database, `select from consents where user_id = ${user.userId}`)).toHaveLength(1);
  });

  it('is rejected in another session of the same user and accepted in the one that started it', async () => {
    const email = 'two-sessions@example.com';
    const { app, user } = await start({ email, passwordHash });
    const payload = { email, password: PASSWORD };
    const signedIn = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
    const token = signedIn.json<{ data: { access_token: string } }>().data.access_token;
    const other = { ...user, headers: { authorization: `Bearer ${token}` } };
    const back = await consent(await begin(app, user));
    expect((await finish(app, other, back)).json()).toMatchObject({ code: 'consent_over' });
    expect((await send(app, other, 'integrations')).json().data).toEqual([]);
    expect((await finish(app, user, back)).statusCode).toBe(201);
  });

  it('is rejected if its code was used before', async () => {
    const { app, user } = await start();
    const first = await consent(await begin(app, user));
    expect((await finish(app, user, first)).statusCode).toBe(201);
    const second = await consent(await begin(app, user));
    second.set('code', first.get('code') ?? '');
    expect((await finish(app, user, second)).json()).toMatchObject({ code: 'consent_over' });
  });

  it('connects nothing if it is denied or lacks Search Console', async () => {
    const { app, google, user } = await start();
    google.account = 'choosy@example.com';
    const denied = await consent(await begin(app, user), { choice: 'deny' });
    expect(denied.get('error')).toBe('access_denied');
    expect((await finish(app, user, denied)).statusCode).toBe(422);
    const url = await begin(app, user);
    const reply = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'allow' }),
      redirect: 'manual',
    });
    const partial = new URL(reply.headers.get('location') ?? '').searchParams;
    expect((await finish(app, user, partial)).json()).toMatchObject({ code: 'scope_missing' });
    expect((await send(app, user, 'integrations')).json().data).toEqual([]);
  });

  it('is denied to a superadmin who is signed in as the user', async () => {
    const { app, database } = await start();
    const { sessionId: parentId } = await addUser(database.db, { role: 'superadmin' });
    const user = await addUser(database.db, { parentId });
    const reply = await send(app, user, 'integrations/google/connect');
    expect(reply.json()).toMatchObject({ code: 'impersonating' });
  });
});

describe('GET integrations/gsc-check-connection', () => {
  const check = 'integrations/gsc-check-connection';

  it('reports the connection and reads the properties again', async () => {
    const { app, google, user } = await start();
    const id = await addDomain(app, user, 'later.example');
    expect((await send(app, user, check)).json().data).toEqual({
      connected: false,
      property: null,
      properties: [],
      message: 'No Google account is connected.',
    });
    await connect(app, user);
    expect((await send(app, user, `${check}?domain_id=${id}`)).json().data).toMatchObject({
      connected: true,
      property: null,
      message: 'Google doesn’t give us access to a property for this domain.',
    });
    google.sites.push({ siteUrl: 'https://www.later.example/', permissionLevel: 'siteOwner' });
    expect((await send(app, user, `${check}?domain_id=${id}`)).json().data).toMatchObject({
      connected: true,
      property: 'https://www.later.example/',
      message: 'The connection to Google works.',
    });
  });

  it('distinguishes an exceeded quota from a revoked connection and reports a revocation once', async () => {
    const { app, database, google, user } = await start();
    await addDomain(app, user, 'example.com');
    await connect(app, user);
    await waitForSource(app, user, { name: 'example.com', state: 'ready' });
    google.trouble = 'quota';
    const limited = (await send(app, user, check)).json().data;
    expect(limited.message).toBe('The Search Console quota is used up. Try again later.');
    google.trouble = undefined;
    google.revokeAll();
    for (const _ of [1, 2])
      expect((await send(app, user, check)).json().data).toMatchObject({
        connected: false,
        message: 'Google no longer accepts this connection. Connect Google again.',
      });
    const [shown] = (await send(app, user, 'integrations')).json<{ data: Integration[] }>().data;
    expect(shown?.status).toBe('revoked');
    expect(shown?.properties[1]?.domains[0]).toMatchObject({ state: 'failed' });
    const sent = await listOwn(database, user, 'notifications');
    expect(sent.filter(({ link }) => link === '/integrations')).toHaveLength(1);
    // Connecting again is enough.
    await connect(app, user);
    await waitForSource(app, user, { name: 'example.com', state: 'ready' });
    expect((await send(app, user, check)).json().data).toMatchObject({ connected: true });
    // A second revocation is reported again.
    google.revokeAll();
    expect((await send(app, user, check)).json().data).toMatchObject({ connected: false });
    const later = await listOwn(database, user, 'notifications');
    expect(later.filter(({ link }) => link === '/integrations')).toHaveLength(2);
  });
});

describe('PUT integrations/properties', () => {
  it('sets, changes and removes the property of a domain', async () => {
    const { app, user } = await start();
    const id = await addDomain(app, user, 'other.example');
    const { properties } = await connect(app, user);
    const choose = async (property_id?: number) => {
      const payload = { domain_id: id, ...(property_id && { property_id }) };
      const reply = await send(app, user, 'integrations/properties', { method: 'PUT', payload });
      const [shown] = reply.json<{ data: Integration[] }>().data;
      return shown?.properties.map(({ domains }) => domains.map(({ name }) => name));
    };
    expect(await choose(properties[0]?.id)).toEqual([['other.example'], []]);
    expect(await choose(properties[1]?.id)).toEqual([[], ['other.example']]);
    expect(await choose()).toEqual([[], []]);
  });

  it('rejects a property that the account may not read and one of another workspace', async () => {
    const { app, database, google, user } = await start();
    google.sites = [{ siteUrl: 'sc-domain:unread.example', permissionLevel: 'siteUnverifiedUser' }];
    const id = await addDomain(app, user, 'unread.example');
    const { properties } = await connect(app, user);
    expect(properties[0]?.domains).toEqual([]);
    const payload = { domain_id: id, property_id: properties[0]?.id };
    const reply = await send(app, user, 'integrations/properties', { method: 'PUT', payload });
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['property_id']]);
    await addAgency(database.db, [user]);
    const ofAgency = await addDomain(app, user, 'agency.example');
    const crossed = { domain_id: ofAgency, property_id: properties[0]?.id };
    const rejected = await send(app, user, 'integrations/properties', { method: 'PUT', payload: crossed });
    expect(rejected.statusCode).toBe(404);
  });

  it('rejects a property of an account whose connection Google revoked', async () => {
    const { app, google, user } = await start();
    const id = await addDomain(app, user, 'other.example');
    const { properties } = await connect(app, user);
    google.revokeAll();
    await send(app, user, 'integrations/gsc-check-connection');
    const payload = { domain_id: id, property_id: properties[0]?.id };
    const reply = await send(app, user, 'integrations/properties', { method: 'PUT', payload });
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'google_revoked']);
  });
});

describe('DELETE integrations/{id}', () => {
  it('disconnects once for concurrent calls', async () => {
    const { app, database, user } = await start();
    const { id } = await connect(app, user);
    const remove = () => send(app, user, `integrations/${id}`, { method: 'DELETE' });
    const replies = await Promise.all([remove(), remove(), remove()]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404]);
    const log = `select from audit_log where object_kind = 'integration' and verb = 'delete'
      and actor_id = ${user.userId}`;
    expect(await runSql(database, log)).toHaveLength(1);
  });

  it('disconnects here and at Google and keeps collected figures', async () => {
    const { app, google, user } = await start();
    google.account = 'leaving@example.com';
    const domainId = await addDomain(app, user, 'example.com');
    const { id } = await connect(app, user);
    await waitForSource(app, user, { name: 'example.com', state: 'ready' });
    const stat = `integrations/gsc-stat?period=7d&domain_id=${domainId}`;
    const before = (await send(app, user, stat)).json().data;
    expect(before.totals.impressions).toBeGreaterThan(0);
    const reply = await send(app, user, `integrations/${id}`, { method: 'DELETE' });
    expect(reply.json().message).toBe('Disconnected leaving@example.com. Figures collected so far are kept.');
    expect((await send(app, user, 'integrations')).json().data).toEqual([]);
    const after = (await send(app, user, stat)).json().data;
    expect(after).toEqual({ ...before, state: 'none' });
    expect(await send(app, user, `integrations/${id}`, { method: 'DELETE' })).toMatchObject({
      statusCode: 404,
    });
    await expect.poll(() => google.isConnected(), WAIT).toBe(false);
  });

  it.each(['account', 'agency'])('revokes our access at Google when the %s is deleted', async (deleted) => {
    const { app, database, google, user } = await start({ passwordHash });
    google.account = `${deleted}@example.com`;
    const admin = await addUser(database.db, { role: 'admin' });
    const agencyId = deleted === 'agency' ? await addAgency(database.db, [user]) : undefined;
    await connect(app, user);
    expect(google.isConnected()).toBe(true);
    const reply =
      agencyId === undefined
        ? await send(app, user, 'account', { method: 'DELETE', payload: { password: PASSWORD } })
        : await send(app, admin, `agencies/${agencyId}`, { method: 'DELETE' });
    expect(reply.statusCode, reply.body).toBe(200);
    await expect.poll(() => google.isConnected(), WAIT).toBe(false);
  });

  it('retries the revocation while Google is down', async () => {
    const { app, database, google, user } = await start();
    google.account = 'later@example.com';
    const { id } = await connect(app, user);
    google.trouble = 'down';
    await send(app, user, `integrations/${id}`, { method: 'DELETE' });
    const find = () =>
      runSql<{ seconds: number }>(
        database,
        `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
        where name = 'search-figures' and data ->> 'account' = 'later@example.com'
          and data ->> 'tries' = '1' and state < 'active'`,
      );
    await expect.poll(find, WAIT).toHaveLength(1);
    expect((await find())[0]?.seconds).toBeGreaterThan(40);
    expect(google.isConnected()).toBe(true);
  });

  it('keeps the access of other users of the same account until the last one disconnects', async () => {
    const { app, database, google, user } = await start();
    google.account = 'shared@example.com';
    const ben = await addUser(database.db);
    const [{ id }, other] = [await connect(app, user), await connect(app, ben)];
    await send(app, user, `integrations/${id}`, { method: 'DELETE' });
    const isDone = `select from pgboss.job where name = 'search-figures' and state = 'completed'
      and data ->> 'account' = 'shared@example.com'`;
    await expect.poll(() => runSql(database, isDone), WAIT).toHaveLength(1);
    expect((await send(app, ben, 'integrations/gsc-check-connection')).json().data.connected).toBe(true);
    await send(app, ben, `integrations/${other.id}`, { method: 'DELETE' });
    await expect.poll(() => google.isConnected(), WAIT).toBe(false);
  });
});
