/** Each error of the whole server: its status, the envelope, and a request id that appears in the log. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { failure } from '#contract/envelope.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { addUser } from '#testkit/users.ts';
import { type RequestUser, saveProject, sendForm, townSeed, townsCsv } from '#testkit/project-calls.ts';
import { type Stage, startTestApp, useTestApp } from '#testkit/test-app.ts';
import { startGoogleSheets } from '../../sim/google-sheets.ts';

/** Link to a sheet that Google temporarily fails to serve. */
let brokenLink: string;
const start = useTestApp(async (onEnd) => {
  const google = await startGoogleSheets();
  onEnd(() => google.close());
  brokenLink = google.share({ title: 'Towns', tabs: [], trouble: 'down' });
  return { config: { sheetsBase: google.base } };
});

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

function send(app: FastifyInstance, { headers }: RequestUser, payload: string, type = 'application/json') {
  const url = '/api/v1/projects/drafts';
  return app.inject({ method: 'POST', url, payload, headers: { ...headers, 'content-type': type } });
}

/** A request for each status. */
const WAYS: [ErrorCode, (stage: Stage) => Promise<Reply>][] = [
  ['malformed', ({ app, user }) => send(app, user, '{"type":')],
  ['unauthenticated', ({ app }) => app.inject('/api/v1/projects')],
  [
    'forbidden',
    ({ app }) =>
      app.inject(`/api/v1/files/zip/1/all.zip?owner=1&expires=9999999999&signature=${'A'.repeat(43)}`),
  ],
  ['not_found', ({ app, user }) => app.inject({ url: '/api/v1/projects/4711', headers: user.headers })],
  ['method_not_allowed', ({ app }) => app.inject({ method: 'PATCH', url: '/api/v1/projects' })],
  [
    'conflict',
    async ({ app, user }) => {
      const { project_id: id } = (await saveProject(app, user)).json().data;
      const fields = { title: 'Plumber', script: townsCsv(1), revision: '99' };
      return sendForm(app, user, { method: 'PUT', url: `/api/v1/projects/${id}`, fields });
    },
  ],
  ['too_large', ({ app, user }) => send(app, user, `"${'x'.repeat(41 * 1024 * 1024)}"`)],
  ['address_too_long', ({ app }) => app.inject(`/api/v1/health?${'x'.repeat(9000)}`)],
  ['unsupported_type', ({ app, user }) => send(app, user, 'type=wordpress', 'text/plain')],
  ['invalid', ({ app, user }) => send(app, user, '{"type":"typo3"}')],
  [
    'wrong_credentials',
    ({ app }) =>
      app.inject({ method: 'POST', url: '/api/v1/auth/login', payload: { email: 'a@b.cd', password: 'no' } }),
  ],
  [
    'too_many',
    async ({ app, user }) => {
      const ask = () =>
        app.inject({
          method: 'POST',
          url: '/api/v1/save-test',
          payload: {},
          headers: user.headers,
        });
      for (let tries = 0; tries < 20; tries += 1) await ask();
      return ask();
    },
  ],
  [
    'outside_service',
    async ({ app, user }) => {
      const drafts = callDrafts(app, user);
      const { id } = await openDraft(drafts);
      await drafts.keep(id, { google_spread_sheet: brokenLink });
      return drafts.fetchSheet(id);
    },
  ],
  ['not_ready', ({ app }) => app.inject('/api/v1/ready')],
];

function expectFailure(reply: Reply, code: ErrorCode): void {
  expect([reply.statusCode, reply.json().code], reply.body).toEqual([ERRORS[code].status, code]);
  expect(failure.safeParse(reply.json()).error).toBeUndefined();
  expect(reply.json().request_id).toBe(reply.headers['x-request-id']);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
  const mustWait = reply.statusCode === 429 || reply.statusCode === 503;
  expect(/^[1-9]\d*$/.test(String(reply.headers['retry-after']))).toBe(mustWait);
}

it.each(WAYS)('sends %s in the envelope, with its status and the id of the log line', async (...way) => {
  const [code, go] = way;
  const stage = await start();
  const reply = await go(stage);
  expectFailure(reply, code);
  const lines = stage.log.filter(({ reqId }) => reqId === reply.headers['x-request-id']);
  expect(lines.length).toBeGreaterThan(0);
});

describe('a full disk', () => {
  it('causes a 507 when the file store is full, and nothing is stored', async () => {
    const store = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(507).end());
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      store.close();
    });
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    const s3 = { bucket: 'b', region: 'x', endpoint, forcePathStyle: true };
    const keys = { accessKeyId: 'k', secretAccessKey: 's' };
    const { app, database } = await startTestApp({ config: { s3: { ...s3, ...keys } } });
    const user = await addUser(database.db);
    const file = { name: 'seed.xml', bytes: townSeed() };
    const fields = { type: 'wordpress' };
    expectFailure(await sendForm(app, user, { url: '/api/v1/upload', fields, file }), 'no_space');
    expectFailure(await saveProject(app, user), 'no_space');
    for (const table of ['uploads', 'drafts', 'projects', 'runs'] as const) {
      expect(await database.db.selectFrom(table).select('id').execute(), table).toEqual([]);
    }
  });
});

describe('an overloaded server', () => {
  it('rejects calls with 503 and Retry-After, and serves again afterward', async () => {
    const { app, log } = await startTestApp({ isEasilyLate: true });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const block = (ms: number) => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    };
    let isBusy = true;
    const keepBusy = () => {
      if (!isBusy) return;
      block(700);
      setTimeout(keepBusy, 0);
    };
    keepBusy();
    const ask = () => app.inject('/api/v1/setup');
    let rejected = await ask();
    const deadline = performance.now() + 30_000;
    while (rejected.statusCode === 200 && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      rejected = await ask();
    }
    isBusy = false;
    expectFailure(rejected, 'busy');
    await expect.poll(async () => (await ask()).statusCode).toBe(200);
    expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });
});
