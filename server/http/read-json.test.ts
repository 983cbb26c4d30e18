/** Large JSON bodies: the one large text of a form is taken, a mountain of small values is not. */
import { request as sendRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import { defineContract } from '#contract/endpoint.ts';
import { answer } from './bind.ts';
import { authenticateAnybody } from './bind-fixture.ts';
import { BODY_BYTES, JSON_MARKS } from './limits.ts';

const MIB = 1024 * 1024;

const contract = defineContract({
  keep: {
    id: 'things.keep',
    method: 'PUT',
    path: '/api/v1/things',
    access: 'user',
    summary: 'Keeps a thing.',
    body: z.object({ script: z.string(), fields: z.object({ title: z.string() }).optional() }),
    bodyBytes: 40 * MIB,
    reply: z.object({ length: z.int() }),
  },
  send: {
    id: 'things.send',
    method: 'POST',
    path: '/api/v1/things',
    access: 'user',
    summary: 'Takes a thing.',
    body: z.object({}),
    upload: { field: 'file', maxBytes: MIB },
    bodyBytes: 60 * MIB,
    reply: z.object({}),
  },
});

const HEADERS = { authorization: `Bearer ${'t'.repeat(40)}`, 'content-type': 'application/json' };

const startThings = () =>
  startBareApp({
    routes: answer(contract, { keep: ({ body }) => ({ length: body.script.length }), send: () => ({}) }),
    authenticate: authenticateAnybody,
  }).app;

const put = (payload: string) =>
  startThings().inject({ method: 'PUT', url: '/api/v1/things', payload, headers: HEADERS });

describe('a large body', () => {
  it.each([
    ['plain text', 'Town 1,town-1\n'.repeat(500_000)],
    ['marks of its own and quotes', '{"[,\\"}'.repeat(500_000)],
    ['backslashes', '\\'.repeat(2 * MIB)],
    ['signs of several bytes', 'Zürich 👩‍🔧,'.repeat(200_000)],
  ])('is taken whose text is %s', async (_name, script) => {
    const reply = await put(JSON.stringify({ fields: { title: '"a"' }, script }));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ data: { length: script.length } });
  });

  it.each([
    ['small objects', `{"script":"","x":[${'{},'.repeat(13 * MIB)}{}]}`],
    ['lists in lists', `${'['.repeat(10 * MIB)}${']'.repeat(10 * MIB)}`],
    ['many short texts', `["${'","'.repeat(5 * MIB)}"]`],
    ['blanks', `{"script":""${' '.repeat(2 * MIB)}}`],
    ['digits', `{"script":${'9'.repeat(2 * MIB)}}`],
  ])('of %s is refused before it is parsed (N1)', async (_name, payload) => {
    const before = process.memoryUsage().heapUsed;
    const reply = await put(payload);
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ success: false, code: 'too_large' });
    console.log(`${((process.memoryUsage().heapUsed - before) / MIB).toFixed(0)} MiB more`);
  });

  it('may have so many values and no more', async () => {
    const body = (values: number) =>
      `{"script":"${'x'.repeat(BODY_BYTES)}","x":[${Array(values).fill(0).join()}]}`;
    // Two lists, one comma between the fields, and one less than values between these.
    expect((await put(body(JSON_MARKS - 2))).statusCode).toBe(200);
    expect((await put(body(JSON_MARKS - 1))).statusCode).toBe(413);
  });

  it.each(['{"script":"', '{"script":"\\', '{"script":"\\"'])(
    'that ends within a text is no JSON: %s',
    async (text) => {
      const reply = await put(`${' '.repeat(1000)}{"x":"${'x'.repeat(BODY_BYTES)}",${text}`);
      expect(reply.statusCode).toBe(400);
    },
  );
});

it('a form is refused for its type before any of its body has come', async () => {
  const app = startThings();
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const headers = { ...HEADERS, 'content-length': String(59 * MIB) };
  const status = await new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/api/v1/things', method: 'POST', headers };
    const request = sendRequest(options, (response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    request.on('error', reject);
    request.write('{');
  });
  expect(status).toBe(415);
});
