/** The security log reports attacks without secrets or complete email addresses. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { addUser } from '#testkit/users.ts';
import { saveProject, sendForm, showProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { startTestApp, type TestApp, useTestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

/** The log of the shared server. */
const written: string[] = [];
const start = useTestApp({ onLogLine: (line) => written.push(line) });

const DAY_MS = 86_400_000;
const PASSWORD = 'canary otter 5f1c lamp';
const EMAIL = 'canary-of-ada@example.com';

function post({ app }: TestApp, path: string, payload: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url: `/api/v1/${path}`, payload, headers });
}

const formOf = (email: string) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email,
  password: PASSWORD,
  password_confirmation: PASSWORD,
});

/** The security lines so far, without the fields that every line has. */
function readLines({ log }: TestApp) {
  return log.flatMap(({ level: _level, time: _time, msg: _msg, ...line }) =>
    line.security === undefined ? [] : [line],
  );
}

describe('the security log', () => {
  it('reports sign-ups, sign-ins, failures and sign-outs, with the hash of the email address', async () => {
    const stage = await start();
    const registered = await post(stage, 'auth/register', formOf(EMAIL));
    await post(stage, 'auth/login', { email: EMAIL, password: PASSWORD });
    await post(stage, 'auth/login', { email: EMAIL.toUpperCase(), password: 'wrong' });
    await post(stage, 'auth/login', { email: 'nobody@example.com', password: 'wrong' });
    const headers = { authorization: `Bearer ${registered.json().data.access_token}` };
    await stage.app.inject({ method: 'POST', url: '/api/v1/auth/logout', headers });
    const lines = readLines(stage);
    const users = stage.database.db.selectFrom('users').select('id').where('email', '=', EMAIL);
    const { id: user } = await users.executeTakeFirstOrThrow();
    const base = { reqId: expect.any(String), ip: stage.ip };
    const email = expect.stringMatching(/^[\w-]{16}$/);
    expect(lines).toEqual([
      { ...base, security: 'user_created', user, email },
      // The new account is signed in immediately.
      { ...base, security: 'authn_login_success', user, email },
      { ...base, security: 'authn_login_success', user, email },
      { ...base, security: 'authn_login_fail', user, email },
      { ...base, security: 'authn_login_fail', email },
      { ...base, security: 'authn_token_delete', user },
    ]);
    // The same account has the same hash, however its email address is written.
    expect(new Set(lines.slice(0, 4).map((line) => line.email)).size).toBe(1);
    expect(lines[4]?.email).not.toBe(lines[3]?.email);
  });

  it('reports the use of an ended session, but not of a token that never existed', async () => {
    const stage = await start();
    const late = await addUser(stage.database.db, { signedInAt: new Date(Date.now() - DAY_MS) });
    const disabled = await addUser(stage.database.db, { isDisabled: true });
    for (const { headers } of [late, disabled]) await stage.app.inject({ url: '/api/v1/account', headers });
    const headers = { authorization: `Bearer geoloom_${'A'.repeat(43)}` };
    await stage.app.inject({ url: '/api/v1/account', headers });
    expect(readLines(stage)).toMatchObject([
      { security: 'session_use_after_expire', user: late.userId },
      { security: 'session_use_after_expire', user: disabled.userId },
    ]);
  });

  it('reports rate limits, denied access and rejected uploads, with the user and the route', async () => {
    const stage = await start();
    const { app, user } = stage;
    const { headers } = user;
    for (let tries = 0; tries < 21; tries += 1) await post(stage, 'save-test', {}, headers);
    await app.inject(`/api/v1/files/zip/1/a.zip?owner=1&expires=9999999999&signature=${'A'.repeat(43)}`);
    const file = { name: 'page.html', bytes: Buffer.from('<html>'), type: 'text/html' };
    await sendForm(app, user, { url: '/api/v1/upload', fields: { type: 'wordpress' }, file });
    expect(readLines(stage)).toEqual([
      expect.objectContaining({
        security: 'excess_rate_limit_exceeded',
        user: user.userId,
        route: '/api/v1/save-test',
        code: 'too_many',
      }),
      expect.objectContaining({ security: 'authz_fail', route: '/api/v1/files/:kind/:id/:name' }),
      expect.objectContaining({ security: 'upload_validation', user: user.userId, code: 'invalid' }),
    ]);
  });

  it("keeps browsers' reports of policy violations, without query strings", async () => {
    const stage = await start();
    const body = {
      documentURL: 'https://geoloom.example/setup?token=secret#x',
      blockedURL: 'https://evil.example/x.js?stolen=secret',
      effectiveDirective: 'script-src-elem',
      disposition: 'enforce',
      sample: 'secret',
      lineNumber: 7,
    };
    const payload = JSON.stringify([
      { type: 'csp-violation', age: 1, url: 'https://geoloom.example/', body },
      { type: 'deprecation', body: { documentURL: 'https://geoloom.example/other' } },
    ]);
    const send = (type: string) =>
      stage.app.inject({
        method: 'POST',
        url: '/api/v1/csp-report',
        payload,
        headers: { 'content-type': type },
      });
    expect((await send('application/reports+json')).statusCode).toBe(200);
    expect(readLines(stage)).toEqual([
      expect.objectContaining({
        security: 'csp_violation',
        directive: 'script-src-elem',
        page: 'https://geoloom.example/setup',
        blocked: 'https://evil.example/x.js',
      }),
    ]);
    expect(JSON.stringify(stage.log)).not.toContain('secret');
    expect((await send('text/plain')).statusCode).toBe(415);
    expect((await send('application/csp-report')).statusCode).toBe(415);
  });

  it('has one line for all violations that a browser reports at once, and caps a flood at the rate limit', async () => {
    const { app, log } = startBareApp();
    const reports = Array.from({ length: 50 }, () => ({ type: 'csp-violation', body: {} }));
    const send = () =>
      app.inject({
        method: 'POST',
        url: '/api/v1/csp-report',
        payload: JSON.stringify(reports),
        headers: { 'content-type': 'application/reports+json' },
      });
    const statuses: number[] = [];
    for (let index = 0; index < 200; index += 1) statuses.push((await send()).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(180);
    // One line for each accepted report, and two for the first rejected one.
    expect(log).toHaveLength(22);
    expect(log.filter(({ security }) => security === 'excess_rate_limit_exceeded')).toHaveLength(1);
  });

  it('has no line for health checks', async () => {
    const { app, log } = startBareApp();
    for (let index = 0; index < 1000; index += 1) await app.inject('/api/v1/health');
    expect(log).toHaveLength(2);
    expect(log.map(({ status }) => status).filter(Boolean)).toEqual([429]);
  });
});

/** All files below a folder, as one text. */
function readTree(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

describe('secrets', () => {
  it('appear nowhere: not in logs, tables, jobs, files or replies (P1)', async () => {
    const secretKey = 'canary-key-of-the-server-0123456789abcdef';
    const stage = await startTestApp({ config: { secretKey } });
    const { app, database, server, dataFolder } = stage;
    const setUp = (await server.account.prepareSetUp()) ?? '';
    const { password_confirmation: _again, ...first } = formOf('canary-of-owner@example.com');
    const answers: string[] = [];
    const made = await post(stage, 'setup', { ...first, token: setUp, sample_data: true });
    const registered = await post(stage, 'auth/register', formOf(EMAIL));
    const tokens = [made, registered].map((reply) => String(reply.json().data.access_token));
    const user = { userId: 2, headers: { authorization: `Bearer ${tokens[1]}` } };
    // Everything that could leak one of them: rejections, server errors, repeated and malformed calls.
    for (const payload of [formOf(EMAIL), { ...formOf(EMAIL), email: PASSWORD }, { password: PASSWORD }]) {
      for (const path of ['auth/register', 'auth/login', 'setup', `auth/login?password=${PASSWORD}`]) {
        answers.push((await post(stage, path, { ...payload, token: setUp }, user.headers)).body);
      }
    }
    const saved = await saveProject(app, user, { fields: { script: townsCsv(2) } });
    await waitForRun(app, user, saved.json().data.project_id);
    answers.push(JSON.stringify(await showProject(app, user, saved.json().data.project_id)));
    await runSql(database, 'alter table notifications rename to lost');
    answers.push((await app.inject({ url: '/api/v1/account/user-data', headers: user.headers })).body);
    await runSql(database, 'alter table lost rename to notifications');
    // PostgreSQL's error contains the whole rejected row.
    await runSql(database, "alter table users add constraint no_eve check (email not like '%eve%')");
    answers.push((await post(stage, 'auth/register', formOf('canary-of-eve@example.com'))).body);
    await runSql(database, 'alter table users drop constraint no_eve');
    answers.push((await post(stage, 'auth/logout', {}, user.headers)).body);

    const tables = await database.db.introspection.getTables();
    const dump: string[] = [];
    for (const { schema, name } of tables) {
      const rows = await database.db
        .selectFrom(`${schema}.${name}` as 'users')
        .selectAll()
        .execute();
      dump.push(JSON.stringify(rows));
    }
    const log = JSON.stringify(stage.log);
    const places = { log, answers: answers.join('\n'), tables: dump.join('\n'), files: readTree(dataFolder) };
    const secrets = [PASSWORD, encodeURIComponent(PASSWORD), setUp, secretKey, ...tokens];
    const hits = Object.entries(places).flatMap(([place, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${place}`),
    );
    expect(hits).toEqual([]);
    // Server errors were among them, and their queries contain hashes and email addresses.
    expect(stage.log.filter(({ level }) => Number(level) >= 50).length).toBeGreaterThanOrEqual(2);
    for (const part of ['canary-of-', 'argon2id', 'Bearer']) expect(log, part).not.toContain(part);
    console.log(
      `${stage.log.length} log lines, ${tables.length} tables, ${places.files.length} bytes of files`,
    );
  });

  it("of the implementation aren't in error replies (P2)", async () => {
    const stage = await start();
    const { headers } = stage.user;
    await runSql(stage.database, 'alter table notifications rename to lost');
    const reply = await stage.app.inject({ url: '/api/v1/notifications', headers });
    await runSql(stage.database, 'alter table lost rename to notifications');
    expect(reply.statusCode).toBe(500);
    expect(Object.keys(reply.json()).toSorted()).toEqual(['code', 'message', 'request_id', 'success']);
    for (const word of ['notifications', 'select', 'relation', '/work', '.ts', 'kysely']) {
      expect(reply.body.toLowerCase()).not.toContain(word);
    }
  });
});

it('writes one line for each entry, whatever names and headers contain (P2)', async () => {
  const stage = await start();
  written.length = 0;
  const evil = 'x\r\n{"level":30,"security":"authn_login_success"}\u001b[2J\u2028';
  await post(stage, 'auth/login', { email: evil, password: evil });
  await post(stage, 'auth/register', { ...formOf('eve@example.com'), first_name: evil });
  await stage.app.inject({
    url: '/api/v1/health',
    headers: { 'user-agent': 'x\u001b[31m', 'x-request-id': 'a"b,c\u001b' },
  });
  expect(written.length).toBeGreaterThanOrEqual(3);
  for (const line of written) {
    expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true);
    expect(() => JSON.parse(line)).not.toThrow();
    expect(line).not.toContain('\u001b');
  }
  expect(stage.log.filter(({ security }) => security === 'authn_login_success')).toEqual([]);
});
