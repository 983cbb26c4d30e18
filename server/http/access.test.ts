/** Every endpoint of the table is there, nothing else is, and each lets in whom it names. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { EXAMPLES } from '#contract/examples.ts';
import type { Db } from '#server/db/open.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addAgency, addUser } from '#testkit/users.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { DOCUMENT_PAGE } from './document-page.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const;
const DAY_MS = 86_400_000;

/** An address of this endpoint with something in its braces that nobody has. */
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, '999999');

/** The addresses of all registered routes, read from the tree that the framework prints. */
function listRegistered(app: FastifyInstance): string[] {
  const parents: string[] = [];
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)( \(.+\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      const path = (parents[depth - 1] ?? '') + part;
      parents[depth] = path;
      return methods === undefined ? [] : [path];
    });
}

interface Call {
  method: string;
  url: string;
  headers?: Record<string, string>;
  payload?: string | object;
}

/** A consent begins without a word to Google. */
const bases = { oauthBase: undefined, searchConsoleBase: undefined, sheetsApiBase: undefined };
const google = { clientId: 'id', clientSecret: 'secret', ...bases };

const start = useTestApp({ web: { 'index.html': 'page' }, config: { google, isTwoFactorRequired: true } });

let calls = 0;

/** Each call comes from a network of its own, so that none uses up the limit of the next. */
function nextAddress(): string {
  calls += 1;
  return `10.${200 + (calls >> 16)}.${(calls >> 8) & 255}.${calls & 255}`;
}

/** Streams of events never end by themselves, so only the head of each answer is waited for. */
async function call(app: FastifyInstance, { method, ...rest }: Call) {
  // The types of `inject` do not know every method that the server does.
  const reply = await app.inject({
    ...rest,
    method: method as 'GET',
    payloadAsStream: true,
    remoteAddress: nextAddress(),
  });
  reply.raw.res.destroy();
  return reply;
}

type Actor =
  | 'anonymous'
  | 'garbage'
  | 'expired'
  | 'disabled'
  | 'user'
  | 'member'
  | 'leader'
  | 'former'
  | 'admin'
  | 'impersonated'
  | 'unprotected'
  | 'unprotectedImpersonated'
  | 'superadmin';
const RANKS: Record<Actor, number> = {
  anonymous: 0,
  garbage: 0,
  expired: 0,
  disabled: 0,
  user: 1,
  member: 1,
  leader: 1,
  former: 1,
  admin: 2,
  impersonated: 2,
  unprotected: 3,
  unprotectedImpersonated: 2,
  superadmin: 3,
};
const NEEDED: Record<Access, number> = { public: 0, user: 1, admin: 2, superadmin: 3 };
const ACTORS = Object.keys(RANKS) as Actor[];

/** Headers of an actor; each change gets a new user, because it may end the session. */
async function dress(db: Db, actor: Actor): Promise<Record<string, string>> {
  switch (actor) {
    case 'anonymous':
      return {};
    case 'garbage':
      return { authorization: `Bearer geoloom_${'A'.repeat(43)}` };
    case 'expired':
      return { ...(await addUser(db, { signedInAt: new Date(Date.now() - DAY_MS) })).headers };
    case 'disabled':
      return { ...(await addUser(db, { isDisabled: true })).headers };
    case 'member':
    case 'leader': {
      const [leader, member] = [await addUser(db), await addUser(db)];
      await addAgency(db, [leader, member]);
      return { ...(actor === 'leader' ? leader : member).headers };
    }
    // Somebody whose agency was deleted.
    case 'former': {
      const [leader, member] = [await addUser(db), await addUser(db)];
      const id = await addAgency(db, [leader, member]);
      await db.updateTable('workspaces').set({ status: 'deleted' }).where('id', '=', id).execute();
      return { ...member.headers };
    }
    case 'impersonated':
      return impersonate(db, { hasTwoFactor: true });
    // The server requires two-factor sign-in of superadmins.
    case 'unprotected':
      return { ...(await addUser(db, { role: 'superadmin' })).headers };
    case 'unprotectedImpersonated':
      return impersonate(db, { hasTwoFactor: false });
    case 'superadmin':
      return { ...(await addUser(db, { role: actor, hasTwoFactor: true })).headers };
    default:
      return { ...(await addUser(db, { role: actor })).headers };
  }
}

/** A superadmin who is signed in as an administrator. */
async function impersonate(db: Db, options: { hasTwoFactor: boolean }): Promise<Record<string, string>> {
  const { sessionId: parentId } = await addUser(db, { role: 'superadmin', ...options });
  return { ...(await addUser(db, { role: 'admin', parentId })).headers };
}

/** The statuses that say who may not: anything else means that the door was open. */
function describeDoor(status: number): string {
  if (status === 401 || status === 403) return String(status);
  return status === 405 || status === 429 || status >= 500 ? `broken: ${status}` : 'open';
}

function getExpectedAnswer(endpoint: Endpoint, actor: Actor): string {
  const { access, personal, isForMainAdmin } = endpoint;
  const isUnprotected = actor === 'unprotected' || actor === 'unprotectedImpersonated';
  if (isUnprotected && access !== 'public' && endpoint.isOpenWithoutTwoFactor !== true) return '403';
  if (actor === 'member' && isForMainAdmin === true) return '403';
  if (/impersonated$/i.test(actor) && personal !== undefined) return '403';
  if (RANKS[actor] >= NEEDED[access]) return 'open';
  return RANKS[actor] === 0 ? '401' : '403';
}

const OPEN_WHILE_IMPERSONATING: readonly string[] = [
  'account.signOut',
  'billing.show',
  'domains.create',
  'domains.update',
  'drafts.discard',
  'drafts.dropSeed',
  'drafts.dropSheet',
  'drafts.fetchSheet',
  'drafts.fix',
  'drafts.inspect',
  'drafts.keep',
  'drafts.open',
  'drafts.putSheet',
  'drafts.readSheetAs',
  'drafts.restore',
  'integrations.choose',
  'myAgency.update',
  'notifications.read',
  'profile.loginBack',
  'projects.orderImages',
  'projects.recognize',
  'projects.remove',
  'projects.removeImage',
  'projects.save',
  'projects.test',
  'projects.update',
  'projects.upload',
  'projects.uploadPrimary',
  'runs.cancel',
  'runs.pin',
  'runs.restore',
  'runs.unpin',
  'scans.cancel',
  'scans.create',
];

const guarded = allEndpoints.filter(({ access }) => access !== 'public');
const mutating = allEndpoints.filter(({ method }) => method !== 'GET');

describe('the routes', () => {
  it('are exactly those of the table, and the document about it', async () => {
    const { app } = await start();
    await app.ready();
    const inTable = allEndpoints.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    // Metrics have a token of their own (metrics.test.ts), and no line in the table.
    const registered = listRegistered(app).filter(
      (path) => !path.startsWith(DOCUMENT_PAGE) && path !== '/metrics',
    );
    expect(registered.toSorted()).toEqual([...new Set(inTable)].toSorted());
    for (const { method, path } of allEndpoints) {
      expect(app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }), path).toBe(true);
    }
  });

  it('let in exactly those whom the table names (F1)', async () => {
    const { app, database } = await start();
    const wrong: string[] = [];
    let cells = 0;
    const dressed: Partial<Record<Actor, Record<string, string>>> = {};
    for (const actor of ACTORS) dressed[actor] = await dress(database.db, actor);
    for (const endpoint of allEndpoints) {
      for (const actor of ACTORS) {
        // Reads, and calls without a session, don't end a session.
        const mayEnd = endpoint.method !== 'GET' && RANKS[actor] > 0;
        const headers = mayEnd ? await dress(database.db, actor) : dressed[actor];
        // Checks that depend on the row come after the body was read.
        const { body } = (endpoint.isForMainAdmin && EXAMPLES[endpoint.id]) || {};
        const { statusCode } = await call(app, {
          method: endpoint.method,
          url: fill(endpoint.path),
          ...(headers && { headers }),
          ...(body ? { payload: body } : {}),
        });
        const expected = getExpectedAnswer(endpoint, actor);
        if (describeDoor(statusCode) !== expected)
          wrong.push(`${endpoint.id} × ${actor}: ${statusCode}, not ${expected}`);
        cells += 1;
      }
    }
    console.log(`${allEndpoints.length} endpoints × ${ACTORS.length} actors = ${cells} cells`);
    expect(wrong).toEqual([]);
    expect(cells).toBe(allEndpoints.length * ACTORS.length);
  });

  // Each new endpoint that changes something is either personal or listed here.
  it('let a superadmin who is signed in as a user change exactly these', () => {
    const open = allEndpoints.filter(
      ({ access, method, personal }) => access === 'user' && method !== 'GET' && personal === undefined,
    );
    expect(open.map(({ id }) => id).toSorted()).toEqual(OPEN_WHILE_IMPERSONATING);
  });

  it('are open to a superadmin without the required second factor only if they lead to it', () => {
    const open = allEndpoints.filter(({ isOpenWithoutTwoFactor }) => isOpenWithoutTwoFactor);
    expect(open.map(({ id }) => id).toSorted()).toEqual([
      'account.signOut',
      'account.userData',
      'profile.loginBack',
      'twoFactor.confirm',
      'twoFactor.show',
      'twoFactor.start',
    ]);
  });

  it('refuse every other method with 405', async () => {
    const { app } = await start();
    const paths = new Set(allEndpoints.map(({ path }) => path));
    for (const path of paths) {
      const listed = new Set<string>(
        allEndpoints.filter((each) => each.path === path).map(({ method }) => method),
      );
      for (const method of METHODS.filter((each) => !listed.has(each))) {
        const reply = await app.inject({
          method: method as 'GET',
          url: fill(path),
          remoteAddress: nextAddress(),
        });
        expect(reply.statusCode, `${method} ${path}`).toBe(405);
        expect(reply.headers.allow, `${method} ${path}`).toBeTruthy();
        expect(reply.json(), `${method} ${path}`).toMatchObject({
          success: false,
          code: 'method_not_allowed',
        });
      }
    }
  });

  it('are nowhere else', async () => {
    const { app } = await start();
    const nowhere = ['', '/', '/v1', '/v1/nothing', '/v2/health', '/v1/health/x', '/v1/HEALTH'];
    for (const path of nowhere) {
      const reply = await app.inject(`/api${path}`);
      expect(reply.statusCode, path).toBe(404);
      expect(reply.json(), path).toMatchObject({ success: false, code: 'not_found' });
    }
  });
});

const PASSWORD = 'nine orange ladders';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

/** Changes that end all sessions of a user, made by that user or by a superadmin. */
const ENDINGS: Readonly<Record<string, (of: { own: Call; user: string; all: string }) => Call>> = {
  'their session was ended': ({ all }) => ({ method: 'DELETE', url: all }),
  'their account was disabled': ({ user }) => ({ method: 'PUT', url: user, payload: { is_disabled: true } }),
  'their role was changed': ({ user }) => ({ method: 'PUT', url: user, payload: { role: 'admin' } }),
  'they signed out': ({ own }) => ({ ...own, method: 'POST', url: '/api/v1/auth/logout' }),
  'they changed their password': ({ own }) => ({
    ...own,
    method: 'PUT',
    url: '/api/v1/account/set-password',
    payload: {
      current_password: PASSWORD,
      password: `${PASSWORD} two`,
      password_confirmation: `${PASSWORD} two`,
    },
  }),
  'they deleted their account': ({ own }) => ({
    ...own,
    method: 'DELETE',
    url: '/api/v1/account',
    payload: { password: PASSWORD },
  }),
};

describe('a token', () => {
  it.each(Object.entries(ENDINGS))('opens nothing any more once %s (B2)', async (_what, end) => {
    const { app, database, user } = await start({ passwordHash });
    const { headers } = user;
    const superadmin = await addUser(database.db, { role: 'superadmin', hasTwoFactor: true });
    expect((await app.inject({ url: '/api/v1/account', headers })).statusCode).toBe(200);
    const account = `/api/v1/users/${user.userId}`;
    const ending = end({
      own: { method: 'POST', url: '', headers },
      user: account,
      all: `${account}/sessions`,
    });
    const ended = await app.inject({
      headers: superadmin.headers,
      ...ending,
      method: ending.method as 'PUT',
    });
    expect(ended.statusCode, ended.body).toBe(200);
    for (const { method, path } of guarded) {
      expect((await call(app, { method, url: fill(path), headers })).statusCode, path).toBe(401);
    }
  });

  it('is taken from the header alone, never from the address or a cookie (B5, B6)', async () => {
    const { app, user } = await start();
    const { token } = user;
    for (const { method, path } of guarded) {
      const url = `${fill(path)}?access_token=${token}&token=${token}`;
      const headers = { cookie: `access_token=${token}; token=${token}; userData=${token}` };
      expect((await call(app, { method, url, headers })).statusCode, path).toBe(401);
    }
  });

  it.each(['Basic', 'Token', 'Bearer Bearer', ''])(
    'needs the word Bearer before it, not %j',
    async (scheme) => {
      const { app, user } = await start();
      const { token } = user;
      const headers = { authorization: `${scheme} ${token}` };
      expect((await app.inject({ url: '/api/v1/account', headers })).statusCode).toBe(401);
    },
  );
});

describe('a page of somebody else', () => {
  it('changes nothing by a request that a browser sends without asking (B6)', async () => {
    const { app } = await start();
    const headers = { 'content-type': 'text/plain', origin: 'https://evil.example', cookie: 'a=b' };
    for (const { id, access, method, path } of mutating) {
      const reply = await call(app, { method, url: fill(path), headers, payload: '{}' });
      expect(reply.statusCode, id).toBe(access === 'public' ? 415 : 401);
      expect(reply.headers['set-cookie'], id).toBeUndefined();
      expect(reply.headers['access-control-allow-origin'], id).toBeUndefined();
    }
    const cancel = await app.inject({
      url: '/api/v1/project/cancel-project',
      headers: { origin: 'https://evil.example' },
    });
    expect(cancel.statusCode).toBe(401);
  });
});
