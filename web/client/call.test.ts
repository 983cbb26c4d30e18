/**
 * Calls over a real connection to a small server whose responses the test defines.
 * @vitest-environment node
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { defineContract } from '#contract/endpoint.ts';
import { operationContract } from '#contract/operation.contract.ts';
import { ApiError, call, MAX_BUSY_RETRY_MS } from './call.ts';

const notes = defineContract({
  show: {
    id: 'notes.show',
    method: 'GET',
    path: '/api/v1/notes/{id}',
    access: 'public',
    summary: 'Shows a note.',
    params: z.object({ id: z.string() }),
    query: z.object({ search: z.string().optional(), tags: z.array(z.string()).optional() }),
    reply: z.object({ text: z.string() }),
  },
  create: {
    id: 'notes.create',
    method: 'POST',
    path: '/api/v1/notes',
    access: 'public',
    summary: 'Writes a note.',
    body: z.object({ text: z.string() }),
    reply: z.object({ id: z.number() }),
  },
});

interface Seen {
  method: string | undefined;
  url: string | undefined;
  type: string | undefined;
  body: string;
}

let server: Server;
let seen: Seen[];
let served: { status: number; body: string; retryAfter?: string };
const BUSY = '{"success":false,"code":"busy","message":"The server is busy.","request_id":"r-1"}';
const ownFetch = globalThis.fetch;

beforeEach(async () => {
  seen = [];
  served = { status: 200, body: '{"success":true,"data":{}}' };
  server = createServer((request, response) => {
    void describeRequest(request).then((description) => {
      seen.push(description);
      if (served.retryAfter !== undefined) response.setHeader('retry-after', served.retryAfter);
      response.writeHead(served.status, { 'content-type': 'application/json' }).end(served.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  // Endpoint URLs are relative to the page, and a test has no page.
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string') throw new TypeError('call passes the URL as a string');
    return ownFetch(`http://127.0.0.1:${port}${input}`, init);
  };
});

afterEach(() => {
  globalThis.fetch = ownFetch;
  server.close();
});

async function describeRequest(request: IncomingMessage): Promise<Seen> {
  let body = '';
  for await (const part of request) body += part;
  return { method: request.method, url: request.url, type: request.headers['content-type'], body };
}

describe('a call', () => {
  it('returns the data of the reply', async () => {
    served.body = '{"success":true,"data":{"name":"geoloom","version":"1.0.0"}}';
    expect(await call(operationContract.version)).toEqual({ name: 'geoloom', version: '1.0.0' });
    expect(seen).toEqual([{ method: 'GET', url: '/api/v1/version', type: undefined, body: '' }]);
  });

  it('encodes params in the URL', async () => {
    await call(notes.show, { params: { id: 'a/b?c' }, query: {} });
    expect(seen[0]?.url).toBe('/api/v1/notes/a%2Fb%3Fc');
  });

  it('sends the query with comma-joined lists, and leaves out undefined values', async () => {
    await call(notes.show, { params: { id: '1' }, query: { search: 'a&b', tags: ['x', 'y'] } });
    expect(seen[0]?.url).toBe('/api/v1/notes/1?search=a%26b&tags=x%2Cy');
    await call(notes.show, { params: { id: '1' }, query: { search: undefined } });
    expect(seen[1]?.url).toBe('/api/v1/notes/1');
  });

  it('sends the body as JSON', async () => {
    await call(notes.create, { body: { text: 'é' } });
    expect(seen).toEqual([
      { method: 'POST', url: '/api/v1/notes', type: 'application/json', body: '{"text":"é"}' },
    ]);
  });

  it('throws the server’s failure', async () => {
    const failure = {
      success: false,
      message: 'Some fields aren’t valid.',
      code: 'invalid',
      errors: { text: ['Text is required'] },
      request_id: 'abc-123456',
    };
    served = { status: 422, body: JSON.stringify(failure) };
    const error = await call(notes.create, { body: { text: '' } }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'invalid', status: 422, message: failure.message, failure });
  });

  it.each([
    ['an HTML page of a proxy', 502, '<html>Bad gateway</html>'],
    ['an empty body', 200, ''],
    ['other JSON', 200, '{"ok":true}'],
    ['a failure without the expected fields', 500, '{"success":false,"message":"x"}'],
  ])('reports %s as an unreadable reply', async (_name, status, body) => {
    served = { status, body };
    await expect(call(operationContract.health)).rejects.toMatchObject({
      name: 'ApiError',
      code: 'unreachable',
      status,
      message: `The server sent an unexpected reply (${status}). Try again in a moment.`,
    });
  });

  it('reports that a proxy rejected the size of the request', async () => {
    served = { status: 413, body: '<html>Request Entity Too Large</html>' };
    await expect(call(operationContract.health)).rejects.toMatchObject({
      status: 413,
      message: 'This is larger than the server accepts (413).',
    });
  });

  it('reports an unreachable server', async () => {
    globalThis.fetch = () => ownFetch('http://127.0.0.1:1/');
    await expect(call(operationContract.health)).rejects.toMatchObject({
      code: 'unreachable',
      status: undefined,
    });
  });

  it('is repeated if the server is too busy to handle it, not before the server allows it', async () => {
    served = { status: 503, body: BUSY, retryAfter: '1' };
    const began = performance.now();
    const reply = call(notes.create, { body: { text: 'é' } });
    await expect.poll(() => seen.length).toBe(1);
    served = { status: 200, body: '{"success":true,"data":{"id":7}}' };
    expect(await reply).toEqual({ id: 7 });
    expect(seen.map(({ body }) => body)).toEqual(['{"text":"é"}', '{"text":"é"}']);
    expect(performance.now() - began).toBeGreaterThan(990);
  });

  it('fails if the server stays busy for half a minute', async () => {
    served = { status: 503, body: BUSY, retryAfter: '1' };
    const began = Date.now();
    const now = vi.spyOn(Date, 'now');
    onTestFinished(() => now.mockRestore());
    now.mockImplementation(() => (seen.length < 2 ? began : began + MAX_BUSY_RETRY_MS));
    await expect(call(operationContract.health)).rejects.toMatchObject({ code: 'busy', status: 503 });
    expect(seen).toHaveLength(2);
  });

  it('fails at once if the server asks for a longer wait', async () => {
    served = { status: 503, body: BUSY, retryAfter: '60' };
    await expect(call(operationContract.health)).rejects.toMatchObject({ code: 'busy', status: 503 });
    expect(seen).toHaveLength(1);
  });

  it('is not repeated after an error that may have come after a part of the work', async () => {
    served = { status: 503, body: BUSY.replace('"busy"', '"overloaded"') };
    await expect(call(operationContract.health)).rejects.toMatchObject({ code: 'overloaded' });
    expect(seen).toHaveLength(1);
  });

  it('is aborted while it waits for a busy server', async () => {
    served = { status: 503, body: BUSY, retryAfter: '20' };
    const controller = new AbortController();
    const reply = call(operationContract.health, undefined, controller.signal);
    await expect.poll(() => seen.length).toBe(1);
    controller.abort(new Error('the page was closed'));
    await expect(reply).rejects.toThrow('the page was closed');
  });

  it('can be aborted', async () => {
    const signal = AbortSignal.abort(new Error('the page was closed'));
    await expect(call(operationContract.health, undefined, signal)).rejects.toThrow('the page was closed');
  });
});

it('can be aborted during the response', async () => {
  const half = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"success":');
  });
  await new Promise<void>((resolve) => half.listen(0, '127.0.0.1', resolve));
  const address = half.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const controller = new AbortController();
  globalThis.fetch = async (_input, init) => {
    const response = await ownFetch(`http://127.0.0.1:${port}/`, init);
    controller.abort(new Error('the page was closed'));
    return response;
  };
  await expect(call(operationContract.health, undefined, controller.signal)).rejects.toThrow(
    'the page was closed',
  );
  half.closeAllConnections();
  half.close();
});

describe('the compiler', () => {
  it('rejects missing and wrong parts', async () => {
    // @ts-expect-error the parts are missing
    await call(notes.show);
    // @ts-expect-error the id is missing
    await call(notes.show, { params: {}, query: {} });
    // @ts-expect-error the body has another form
    await call(notes.create, { body: { texts: '' } });
    // @ts-expect-error this endpoint takes nothing
    await call(operationContract.health, { query: {} });
    expect(seen).toHaveLength(4);
  });

  it('infers the type of the reply', async () => {
    const reply = await call(operationContract.version);
    // @ts-expect-error the version has no date
    expect(reply.date).toBeUndefined();
  });
});
