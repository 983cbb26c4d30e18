/** Large JSON bodies: one large text is accepted, many small values aren't. */
import { request as sendRequest } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import { defineContract } from '#contract/endpoint.ts';
import { createRoutes } from './bind.ts';
import { authenticateAny } from './bind-fixture.ts';
import { MAX_BODY_BYTES, MAX_JSON_VALUES } from './limits.ts';

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
    routes: createRoutes(contract, {
      keep: ({ body }) => ({ length: body.script.length }),
      send: () => ({}),
    }),
    authenticate: authenticateAny,
  }).app;

const put = (payload: string) =>
  startThings().inject({ method: 'PUT', url: '/api/v1/things', payload, headers: HEADERS });

describe('a large body', () => {
  it.each([
    ['plain text', 'Town 1,town-1\n'.repeat(500_000)],
    ['separators and quotes', '{"[,\\"}'.repeat(500_000)],
    ['backslashes', '\\'.repeat(2 * MIB)],
    ['multibyte characters', 'Zürich 👩‍🔧,'.repeat(200_000)],
  ])('is accepted if its text is %s', async (_name, script) => {
    const reply = await put(JSON.stringify({ fields: { title: '"a"' }, script }));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.json()).toMatchObject({ data: { length: script.length } });
  });

  it.each([
    ['small objects', `{"script":"","x":[${'{},'.repeat(13 * MIB)}{}]}`],
    ['nested arrays', `${'['.repeat(10 * MIB)}${']'.repeat(10 * MIB)}`],
    ['many short texts', `["${'","'.repeat(5 * MIB)}"]`],
    ['blanks', `{"script":""${' '.repeat(2 * MIB)}}`],
    ['digits', `{"script":${'9'.repeat(2 * MIB)}}`],
  ])('of %s is rejected before it is parsed (N1)', async (_name, payload) => {
    const before = process.memoryUsage().heapUsed;
    const reply = await put(payload);
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ success: false, code: 'too_large' });
    console.log(`${((process.memoryUsage().heapUsed - before) / MIB).toFixed(0)} MiB more`);
  });

  it('may have this many values and no more', async () => {
    const body = (values: number) =>
      `{"script":"${'x'.repeat(MAX_BODY_BYTES)}","x":[${Array(values).fill(0).join()}]}`;
    // Two arrays: one comma between the fields, and one comma less than values in each array.
    expect((await put(body(MAX_JSON_VALUES - 2))).statusCode).toBe(200);
    expect((await put(body(MAX_JSON_VALUES - 1))).statusCode).toBe(413);
  });

  it.each(['{"script":"', '{"script":"\\', '{"script":"\\"'])(
    "that ends within a string isn't JSON: %s",
    async (text) => {
      const reply = await put(`${' '.repeat(1000)}{"x":"${'x'.repeat(MAX_BODY_BYTES)}",${text}`);
      expect(reply.statusCode).toBe(400);
    },
  );
});

it('a form is rejected for its type before any of its body arrives', async () => {
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
