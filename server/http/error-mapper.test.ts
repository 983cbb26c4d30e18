import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { ERRORS } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { createRoutes } from './bind.ts';
import { noteContract } from './bind-fixture.ts';

type ShowNote = (_input: unknown, caller: { signal: AbortSignal }) => never | Promise<never>;

const startNotes = (show: ShowNote) =>
  startBareApp({
    routes: createRoutes(noteContract, { show, create: () => ({ id: 1, text: '' }), remove: () => ({}) }),
  });

async function failWith(error: unknown) {
  const { app, log } = startNotes(() => {
    throw error;
  });
  const reply = await app.inject('/api/v1/notes/1');
  const fault = log.find(({ msg }) => msg === 'internal error');
  return { reply, log: JSON.stringify(log), fault };
}

it('sends the status, message and code of a known error', async () => {
  const { reply } = await failWith(new AppError('too_large'));
  expect(reply.statusCode).toBe(413);
  expect(reply.json()).toEqual({
    success: false,
    message: 'The request is too large.',
    code: 'too_large',
    request_id: reply.headers['x-request-id'],
  });
});

it("sends the error's own message, fields, problems and headers", async () => {
  const problems = [{ code: 'sheet-empty', severity: 'fault' as const, text: 'The sheet is empty.' }];
  const { reply } = await failWith(
    new AppError('invalid', {
      message: 'Look again.',
      fields: { title: ['Title is required'] },
      problems,
      headers: { 'retry-after': '9' },
    }),
  );
  expect(reply.statusCode).toBe(422);
  expect(reply.headers['retry-after']).toBe('9');
  expect(reply.json()).toMatchObject({
    message: 'Look again.',
    errors: { title: ['Title is required'] },
    problems,
  });
});

it.each([
  ['an error', new Error('password=secret at /etc/x')],
  ['a string', 'secret'],
  ['nothing', undefined],
  ['an object', { code: 'secret' }],
])('responds to %s outside the catalog with a generic message and logs all of it', async (_name, error) => {
  const { reply, log } = await failWith(error);
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toMatchObject({ success: false, code: 'internal' });
  expect(reply.body).not.toContain('secret');
  expect(log).toContain('internal error');
  expect(log).toContain(String(reply.headers['x-request-id']));
});

it.each([
  ['57P01', 'not_ready'],
  ['57P03', 'not_ready'],
  ['08006', 'not_ready'],
  ['53300', 'not_ready'],
  ['ECONNREFUSED', 'not_ready'],
  ['57014', 'overloaded'],
  ['55P03', 'overloaded'],
  ['40P01', 'overloaded'],
  ['53100', 'no_space'],
  ['ENOSPC', 'no_space'],
  ['23505', 'internal'],
  ['42P01', 'internal'],
  ['ENOENT', 'internal'],
] as const)('maps the database or disk error %s to %s', async (code, expected) => {
  const { reply, log } = await failWith(Object.assign(new Error('canary'), { code }));
  expect([reply.json().code, reply.statusCode]).toEqual([expected, ERRORS[expected].status]);
  expect(reply.headers['retry-after']).toBe(reply.statusCode === 503 ? '2' : undefined);
  expect(reply.body).not.toContain('canary');
  expect(log).toContain('canary');
});

it.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  'treats a lost connection without a driver code as an unavailable database: %s',
  async (message) => {
    expect((await failWith(new Error(message))).reply.json().code).toBe('not_ready');
    expect((await failWith(new Error(`Saving: ${message}`))).reply.json().code).toBe('internal');
  },
);

it('logs the type, message, code, stack and causes of an error, and no attached values', async () => {
  const cause = Object.assign(new Error('inner'), { detail: 'Failing row contains (canary-1)' });
  const error = Object.assign(new Error('outer', { cause }), {
    code: '23514',
    constraint: 'no_eve',
    params: ['canary-2'],
    query: 'insert into users',
    request: { headers: { authorization: 'Bearer canary-3' } },
  });
  const { log, fault } = await failWith(error);
  expect(fault?.err).toEqual({
    type: 'Error',
    message: 'outer',
    code: '23514',
    constraint: 'no_eve',
    stack: expect.stringContaining('error-mapper.test.ts'),
    cause: { type: 'Error', message: 'inner', stack: expect.any(String) },
  });
  expect(log).not.toContain('canary');
});

it("logs the message of a thrown object that isn't an Error, such as those of the queue", async () => {
  const { log, fault } = await failWith({ message: 'no connection', code: 'X', detail: 'canary-4' });
  expect(fault?.err).toMatchObject({ type: 'object', message: 'no connection' });
  expect(log).not.toContain('canary');
});

/** A server whose note never becomes ready; the waiting client gets the reason. */
function startWaiting() {
  const asked = Promise.withResolvers<AbortSignal>();
  const started = startNotes(async (_input, { signal }) => {
    asked.resolve(signal);
    await once(signal, 'abort');
    throw signal.reason;
  });
  return { ...started, asked: asked.promise };
}

it('asks waiting clients to retry while the server stops, and logs no error', async () => {
  const { app, log, asked } = startWaiting();
  const waiting = app.inject('/api/v1/notes/1');
  await asked;
  const closing = app.close();
  const reply = await waiting;
  await closing;
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({ code: 'not_ready' });
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});

it('logs nothing when the client disconnects before the reply', async () => {
  const { app, log, asked, listen } = startWaiting();
  const socket = connect(await listen(), '127.0.0.1');
  socket.write('GET /api/v1/notes/1 HTTP/1.1\r\nhost: x\r\n\r\n');
  const signal = await asked;
  socket.destroy();
  if (!signal.aborted) await once(signal, 'abort');
  await app.close();
  expect(log.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});
