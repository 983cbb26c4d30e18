/** The registered routes are those of the contract, and each admits exactly the roles that it lists. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { EXAMPLES } from '#contract/examples.ts';
import type { Db } from '#server/db/open.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addAgency, addUser } from '#testkit/users.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { DOCS_PATH } from './document-page.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const;
const DAY_MS = 86_400_000;

/** A URL of this endpoint with an id that doesn't exist in each placeholder. */
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, '999999');

/** URLs of all registered routes, parsed from the tree that Fastify prints. */
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

/** The first step of a Google consent doesn't call Google. */
const bases = { oauthBase: undefined, searchConsoleBase: undefined, sheetsApiBase: undefined };
const google = { clientId: 'id', clientSecret: 'secret', ...bases };

const start = useTestApp({ web: { 'index.html': 'page' }, config: { google, isTwoFactorRequired: true } });

let calls = 0;

/** Each call comes from a different network, so that rate limits don't add up. */
function nextAddress(): string {
  calls += 1;
  return `10.${200 + (calls >> 16)}.${(calls >> 8) & 255}.${calls & 255}`;
}

/** Event streams never end, so only the headers of each reply are awaited. */
async function call(app: FastifyInstance, { method, ...rest }: Call) {
  // The types of `inject` lack some of the methods that the server supports.
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
async function signInAs(db: Db, actor: Actor): Promise<Record<string, string>> {
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
    // A user whose agency was deleted.
    case 'former': {
      const [leader, member] = [await addUser(db), await addUser(db)];
      const id = await addAgency(db, [leader, member]);
      await db.updateTable('workspaces').set({ status: 'deleted' }).where('id', '=', id).execute();
      return { ...member.headers };
    }
    case 'impersonated':
      return impersonate(db, { hasTwoFactor: true });
    // Superadmins are required to use two-factor sign-in.
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

/** Statuses of denied access; any other status means that access was granted. */
function describeAccess(status: number): string {
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
  'drafts.addTowns',
  'drafts.discard',
  'drafts.dropCombined',
  'drafts.dropSeed',
  'drafts.dropSheet',
  'drafts.fetchSheet',
  'drafts.fix',
  'drafts.inspect',
  'drafts.keep',
  'drafts.open',
  'drafts.preview',
  'drafts.putCombined',
  'drafts.putSheet',
  'drafts.readSheetAs',
  'drafts.restore',
  'integrations.choose',
  'myAgency.update',
  'notifications.read',
  'pageDecisions.decide',
  'profile.loginBack',
  'projects.orderImages',
  'projects.recognize',
  'projects.remove',
  'projects.removeImage',
  'projects.save',
  'projects.setQualityGate',
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
  it('match the contract and the OpenAPI document', async () => {
    const { app } = await start();
    await app.ready();
    const inTable = allEndpoints.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    // Metrics have their own token (metrics.test.ts) and aren't in the contract.
    const registered = listRegistered(app).filter(
      (path) => !path.startsWith(DOCS_PATH) && path !== '/metrics',
    );
    expect(registered.toSorted()).toEqual([...new Set(inTable)].toSorted());
    for (const { method, path } of allEndpoints) {
      expect(app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }), path).toBe(true);
    }
  });

  it('admit exactly the roles that the contract names (F1)', async () => {
    const { app, database } = await start();
    const wrong: string[] = [];
    let cells = 0;
    const signedIn: Partial<Record<Actor, Record<string, string>>> = {};
    for (const actor of ACTORS) signedIn[actor] = await signInAs(database.db, actor);
    for (const endpoint of allEndpoints) {
      for (const actor of ACTORS) {
        // Reads and calls without a session don't end a session.
        const mayEnd = endpoint.method !== 'GET' && RANKS[actor] > 0;
        const headers = mayEnd ? await signInAs(database.db, actor) : signedIn[actor];
        // Checks that depend on the row need a valid body.
        const { body } = (endpoint.isForMainAdmin && EXAMPLES[endpoint.id]) || {};
        const { statusCode } = await call(app, {
          method: endpoint.method,
          url: fill(endpoint.path),
          ...(headers && { headers }),
          ...(body ? { payload: body } : {}),
        });
        const expected = getExpectedAnswer(endpoint, actor);
        if (describeAccess(statusCode) !== expected)
          wrong.push(`${endpoint.id} × ${actor}: ${statusCode}, not ${expected}`);
        cells += 1;
      }
    }
    console.log(`${allEndpoints.length} endpoints × ${ACTORS.length} actors = ${cells} cells`);
    expect(wrong).toEqual([]);
    expect(cells).toBe(allEndpoints.length * ACTORS.length);
  });

  // Each new endpoint that makes a change must be either personal or listed here.
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

  it('reject every other method with 405', async () => {
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

  it('respond only at their own paths', async () => {
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
  it.each(Object.entries(ENDINGS))('is no longer valid once %s (B2)', async (_what, end) => {
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

  it('is read only from the header, never from the URL or a cookie (B5, B6)', async () => {
    const { app, user } = await start();
    const { token } = user;
    for (const { method, path } of guarded) {
      const url = `${fill(path)}?access_token=${token}&token=${token}`;
      const headers = { cookie: `access_token=${token}; token=${token}; userData=${token}` };
      expect((await call(app, { method, url, headers })).statusCode, path).toBe(401);
    }
  });

  it.each(['Basic', 'Token', 'Bearer Bearer', ''])('must follow the word Bearer, not %j', async (scheme) => {
    const { app, user } = await start();
    const { token } = user;
    const headers = { authorization: `${scheme} ${token}` };
    expect((await app.inject({ url: '/api/v1/account', headers })).statusCode).toBe(401);
  });
});

describe('a page of another site', () => {
  it('can change nothing with the requests that a browser sends on its own (B6)', async () => {
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
