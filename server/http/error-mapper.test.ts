import { expect, it, onTestFinished } from 'vitest';
import { AppError } from '../app-error.ts';
import { createApp } from './app.ts';
import { answer } from './bind.ts';
import { noteContract } from './bind-fixture.ts';

async function failWith(error: unknown) {
  const log: string[] = [];
  const app = createApp({
    routes: answer(noteContract, {
      show: () => {
        throw error;
      },
      create: () => ({ id: 1, text: '' }),
      remove: () => ({}),
    }),
    authenticate: async () => undefined,
    webFolder: 'no-such-folder',
    version: '1.0.0',
    trustedProxies: [],
    log: { write: (line) => log.push(line) },
  });
  onTestFinished(() => app.close());
  const reply = await app.inject('/api/v1/notes/1');
  return { reply, log: log.join('') };
}

it('answers a known error with its status, text and code', async () => {
  const { reply } = await failWith(new AppError('too_large'));
  expect(reply.statusCode).toBe(413);
  expect(reply.json()).toEqual({
    success: false,
    message: 'The request is larger than the server accepts.',
    code: 'too_large',
    request_id: reply.headers['x-request-id'],
  });
});

it('carries its own text, fields, problems and headers', async () => {
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
  ['a text', 'secret'],
  ['nothing', undefined],
  ['an object', { code: 'secret' }],
])('answers %s that it does not know with a general text and logs the whole', async (_name, error) => {
  const { reply, log } = await failWith(error);
  expect(reply.statusCode).toBe(500);
  expect(reply.json()).toMatchObject({ success: false, code: 'internal' });
  expect(reply.body).not.toContain('secret');
  expect(log).toContain('internal error');
  expect(log).toContain(String(reply.headers['x-request-id']));
});
