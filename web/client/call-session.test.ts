/**
 * Calls and the session over a real connection: tokens, 401s and file uploads.
 * @vitest-environment node
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineContract } from '#contract/endpoint.ts';
import { ApiError, call, send } from './call.ts';
import { clearStorage, readUserData, storeUserData } from './session.ts';

const notes = defineContract({
  list: {
    id: 'notes.list',
    method: 'GET',
    path: '/api/v1/notes',
    access: 'user',
    summary: 'Lists notes.',
    reply: z.array(z.string()),
    replyType: 'list',
  },
  upload: {
    id: 'notes.upload',
    method: 'POST',
    path: '/api/v1/notes',
    access: 'user',
    summary: 'Uploads a note.',
    body: z.object({ type: z.string(), count: z.number().optional() }),
    upload: { field: 'file', maxBytes: 100 },
    reply: z.object({}),
  },
  hello: {
    id: 'notes.hello',
    method: 'GET',
    path: '/api/v1/hello',
    access: 'public',
    summary: 'Says hello.',
    reply: z.object({}),
  },
});

const user = { access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' } as const;
const REFUSED =
  '{"success":false,"message":"Please sign in first.","code":"unauthenticated","request_id":"abc"}';

let server: Server;
let seen: { authorization: string | undefined; type: string | undefined; body: string }[];
let served: { status: number; body: string };
const ownFetch = globalThis.fetch;
let warnings: string[];

beforeEach(async () => {
  seen = [];
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
  served = {
    status: 200,
    body: '{"success":true,"data":[],"meta":{"page":1,"per_page":25,"total":0,"last_page":1}}',
  };
  server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const { authorization, 'content-type': type } = request.headers;
      seen.push({ authorization, type, body });
      response.writeHead(served.status, { 'content-type': 'application/json' }).end(served.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string') throw new TypeError('call passes the URL as a string');
    return ownFetch(`http://127.0.0.1:${port}${input}`, init);
  };
  clearStorage();
  storeUserData(user);
});

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return body;
}

afterEach(() => {
  globalThis.fetch = ownFetch;
  server.close();
});

test('a call that requires sign-in sends the token, a public one does not', async () => {
  await call(notes.list);
  await call(notes.hello);
  expect(seen.map(({ authorization }) => authorization)).toEqual(['Bearer token-1', undefined]);
});

test('a list includes its metadata', async () => {
  expect((await send(notes.list, undefined)).meta).toEqual({ page: 1, per_page: 25, total: 0, last_page: 1 });
});

test('a file is sent as a form, after its fields; undefined fields are left out', async () => {
  const file = new File(['<xml/>'], 'seed.xml', { type: 'text/xml' });
  await call(notes.upload, { body: { type: 'wordpress', count: undefined }, file });
  expect(seen[0]?.type).toMatch(/^multipart\/form-data; boundary=/);
  const { body = '' } = seen[0] ?? {};
  expect(body).toContain('name="type"\r\n\r\nwordpress');
  expect(body).toContain('name="file"; filename="seed.xml"');
  expect(body).not.toContain('count');
  expect(body.indexOf('name="type"')).toBeLessThan(body.indexOf('name="file"'));
});

describe('a 401', () => {
  test('ends the session, is logged, and is thrown to the caller', async () => {
    served = { status: 401, body: REFUSED };
    const error = await call(notes.list).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(readUserData()).toBeUndefined();
    expect(warnings.join()).toMatch(/^Unauthorized access/);
  });

  test('without a token nothing is sent, and the missing token is logged', async () => {
    clearStorage();
    await expect(call(notes.list)).rejects.toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(seen).toEqual([]);
    expect(warnings.join()).toMatch(/^No access token/);
  });

  test('for an older token does not end the new session', async () => {
    served = { status: 401, body: REFUSED };
    const late = call(notes.list).catch(() => 'refused');
    storeUserData({ ...user, access_token: 'token-2' });
    expect(await late).toBe('refused');
    expect(readUserData()?.access_token).toBe('token-2');
  });
});
