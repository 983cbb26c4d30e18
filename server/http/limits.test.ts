import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { createRoutes } from './bind.ts';
import { authenticateAny, noteContract } from './bind-fixture.ts';
import { MAX_URL_BYTES, MAX_BODY_BYTES, MAX_HEADER_BYTES } from './limits.ts';
import { throwIfLate } from './loop-guard.ts';

const TOKEN = { authorization: `Bearer ${'t'.repeat(40)}` };

function startNotes() {
  const routes = createRoutes(noteContract, {
    show: ({ params }) => ({ id: params.id, text: '' }),
    create: ({ body }) => ({ id: 1, text: body.text.slice(0, 1) }),
    remove: () => ({}),
  });
  return startBareApp({ routes });
}

function post(payload: string, contentType = 'application/json') {
  return startNotes().app.inject({
    method: 'POST',
    url: '/api/v1/notes',
    payload,
    headers: { 'content-type': contentType },
  });
}

/** Sends bytes over a real connection and returns everything it receives. */
async function talk(text: string): Promise<string> {
  const port = await startNotes().listen();
  return new Promise((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(text));
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      response += part;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
  });
}

describe('a body', () => {
  const frame = (text: string) => JSON.stringify({ text, author: { name: 'A' } });
  const room = MAX_BODY_BYTES - frame('').length;

  it('may be as large as the limit', async () => {
    expect((await post(frame('x'.repeat(room)))).statusCode).toBe(201);
  });

  it('is rejected if it is one byte larger', async () => {
    const reply = await post(frame('x'.repeat(room + 1)));
    expect(reply.statusCode).toBe(413);
    expect(reply.json()).toMatchObject({ success: false, code: 'too_large' });
  });

  it.each(['{', '{"text":}', '[1,', 'null x'])("that isn't JSON is rejected: %s", async (payload) => {
    const reply = await post(payload);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ success: false, code: 'malformed' });
  });

  it.each([
    ['nested arrays', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['nested objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['a number of a million digits', `{"text":${'9'.repeat(1_000_000)}}`],
    [
      'a hundred thousand keys',
      `{${Array.from({ length: 100_000 }, (_none, index) => `"${index}":1`).join()}}`,
    ],
  ])('of %s is rejected, in time and without a server error (N1)', async (_name, payload) => {
    const reply = await post(payload);
    expect([400, 413, 422], reply.body.slice(0, 200)).toContain(reply.statusCode);
    expect(reply.json()).toMatchObject({ success: false });
  });

  it.each(['{"__proto__":{"x":1}}', '{"text":"x","constructor":{"prototype":{}}}'])(
    'that targets prototypes is rejected: %s',
    async (payload) => {
      const reply = await post(payload);
      expect(reply.statusCode).toBe(400);
      expect(reply.json()).toMatchObject({ success: false, code: 'malformed' });
    },
  );

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
    'of the type %s is rejected',
    async (type) => {
      const reply = await post('text=x', type);
      expect(reply.statusCode).toBe(415);
      expect(reply.json()).toMatchObject({ success: false, code: 'unsupported_type' });
    },
  );
});

describe('a content type', () => {
  it.each([
    ['JSON with another content type', '/api/v1/notes', 'application/reports+json'],
    ['a form', '/api/v1/notes', 'multipart/form-data; boundary=x'],
    ['no content type', '/api/v1/notes', ''],
  ])('is accepted only by its own endpoint: %s is rejected by JSON endpoints', async (_name, url, type) => {
    const headers = { 'content-type': type };
    const reply = await startNotes().app.inject({ method: 'POST', url, payload: '{"text":"x"}', headers });
    expect(reply.statusCode).toBe(415);
    expect(reply.json()).toMatchObject({ success: false, code: 'unsupported_type' });
  });

  it("of reports is accepted by the report endpoint, and JSON isn't", async () => {
    const { app } = startBareApp();
    const report = (type: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/csp-report',
        payload: '[]',
        headers: { 'content-type': type },
      });
    expect((await report('application/reports+json')).statusCode).toBe(200);
    expect((await report('application/json')).statusCode).toBe(415);
  });

  it.each(['/api/nothing', '/api/v1/nothing', '/nothing.js'])(
    "isn't parsed at the unknown URL %s",
    async (url) => {
      const headers = { 'content-type': 'application/json' };
      const reply = await startNotes().app.inject({ method: 'POST', url, payload: '{', headers });
      expect(reply.statusCode).toBe(404);
    },
  );
});

describe('a call without a body', () => {
  /** A server with all endpoints without a body, and the ids of those that were called. */
  function startBodiless() {
    const called = new Set<string>();
    const bodiless = allEndpoints.filter(
      ({ body, method, signature, upload }) =>
        method !== 'GET' && body === undefined && signature === undefined && upload === undefined,
    );
    const { app } = startBareApp({
      routes: bodiless.map(({ params: _params, query: _query, ...endpoint }) => ({
        endpoint: { ...endpoint, reply: z.unknown() },
        handle: () => {
          called.add(endpoint.id);
          return { data: {}, message: 'Done.', meta: { page: 1, per_page: 1, total: 0, last_page: 1 } };
        },
      })),
      authenticate: async (token, visitor) => ({
        ...(await authenticateAny(token, visitor)),
        role: 'superadmin',
      }),
      countCall: () => undefined,
    });
    const send = ({ method, path }: Endpoint, payload: string | undefined) =>
      app.inject({
        method,
        url: path.replaceAll(/\{\w+\}/g, '1'),
        headers: { ...TOKEN, 'content-type': 'application/json' },
        ...(payload === undefined ? {} : { payload }),
      });
    return { bodiless, called, send };
  }

  it.each([
    ['an empty JSON object', ' {\n} '],
    ['an empty body with the JSON type', ''],
    ['no body but the JSON type', undefined],
  ])('accepts %s', async (_what, payload) => {
    const { bodiless, called, send } = startBodiless();
    for (const endpoint of bodiless) await send(endpoint, payload);
    expect(bodiless.length).toBeGreaterThan(20);
    expect([...called]).toEqual(bodiless.map(({ id }) => id));
  });

  it.each(['{"a":1}', '[]', '{', `{}${' '.repeat(2000)}`])('rejects any other body: %s', async (payload) => {
    const { bodiless, called, send } = startBodiless();
    for (const endpoint of bodiless) {
      const { statusCode } = await send(endpoint, payload);
      expect(statusCode, endpoint.id).toBe(payload.length > 1024 ? 413 : 400);
    }
    expect([...called]).toEqual([]);
  });
});

it.each(['account.signIn', 'account.register', 'account.setUp'])('%s accepts at most 16 KiB', (id) => {
  expect(allEndpoints.find((endpoint) => endpoint.id === id)?.bodyBytes).toBe(16 * 1024);
});

describe('a URL', () => {
  const padding = MAX_URL_BYTES - '/api/v1/notes/1?tags='.length;

  it('may be as long as the limit', async () => {
    const reply = await startNotes().app.inject(`/api/v1/notes/1?tags=${'x'.repeat(padding)}`);
    expect(reply.statusCode).toBe(200);
  });

  it('is rejected if it is one byte longer', async () => {
    const reply = await startNotes().app.inject(`/api/v1/notes/1?tags=${'x'.repeat(padding + 1)}`);
    expect(reply.statusCode).toBe(414);
    expect(reply.json()).toMatchObject({ success: false, code: 'address_too_long' });
  });

  it('with malformed percent-encoding is rejected', async () => {
    const reply = await startNotes().app.inject('/api/v1/notes/%zz');
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ success: false, code: 'malformed' });
  });
});

describe('a connection', () => {
  it('with headers above the limit gets 431', async () => {
    const response = await talk(
      `GET /api/v1/notes/1 HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(MAX_HEADER_BYTES)}\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 431 /);
    expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({
      success: false,
      code: 'headers_too_large',
    });
  });

  it("that doesn't speak HTTP gets 400", async () => {
    const response = await talk('hello\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).toContain('"code":"malformed"');
    expect(response).toContain('x-content-type-options: nosniff');
    expect(response).toContain("content-security-policy: default-src 'none'");
  });

  it.each(['/api/v1/notes/1', '/'])('whose request for %s has no Host header gets 400', async (path) => {
    const response = await talk(`GET ${path} HTTP/1.1\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({
      success: false,
      code: 'malformed',
    });
  });

  it('with HTTP/1.0 needs no Host header', async () => {
    expect(await talk('GET /api/v1/notes/1 HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('has timeouts for its headers, its request and idle time', () => {
    const { server } = startNotes().app;
    expect(server.headersTimeout).toBe(15_000);
    expect(server.requestTimeout).toBe(120_000);
    expect(server.keepAliveTimeout).toBe(5000);
  });
});

describe('the loop guard', () => {
  it("accepts requests while the loop isn't late", () => {
    expect(() => throwIfLate([0, 0])).not.toThrow();
    expect(() => throwIfLate([500, 500])).not.toThrow();
  });

  it('accepts requests after a single long task', () => {
    expect(() => throwIfLate([0, 2000])).not.toThrow();
    expect(() => throwIfLate([2000, 0])).not.toThrow();
  });

  it('rejects requests while the loop stays late, with a time to retry', () => {
    expect(() => throwIfLate([501, 501])).toThrow(
      expect.objectContaining({ code: 'busy', details: { headers: { 'retry-after': '2' } } }),
    );
  });

  it('still reports health and version', async () => {
    const { app } = startBareApp({
      routes: allEndpoints.map((endpoint) => ({
        endpoint,
        handle: () => ({ status: 'ok', name: '', version: '' }),
      })),
      // Any delay exceeds this limit.
      times: { maxLoopDelayMs: -1 },
    });
    const ask = async (path: string) => (await app.inject(`/api/v1/${path}`)).statusCode;
    expect([await ask('health'), await ask('version'), await ask('ready')]).toEqual([200, 200, 503]);
  });
});
