/** Multipart forms byte by byte: too large, malformed, duplicated or with unusual names. */
import { request as sendRequest } from 'node:http';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import { defineContract, type UploadedFile } from '#contract/endpoint.ts';
import { createRoutes } from './bind.ts';
import { authenticateAny } from './bind-fixture.ts';
import { MAX_BODY_BYTES, MAX_LARGE_FIELD_BYTES } from './limits.ts';

const CAP = 5_242_880;
const BOUNDARY = 'edge-of-a-part';

const contract = defineContract({
  send: {
    id: 'things.send',
    method: 'POST',
    path: '/api/v1/things',
    access: 'user',
    summary: 'Takes a thing.',
    body: z.object({ script: z.string().optional(), note: z.string().optional() }),
    upload: { field: 'file', maxBytes: CAP, largeField: 'script' },
    bodyBytes: CAP + MAX_LARGE_FIELD_BYTES + MAX_BODY_BYTES,
    reply: z.object({}),
  },
  plain: {
    id: 'things.plain',
    method: 'POST',
    path: '/api/v1/plain',
    access: 'user',
    summary: 'Takes text.',
    body: z.object({ text: z.string() }),
    bodyBytes: 40 * 1024 * 1024,
    reply: z.object({}),
  },
});

function startThings() {
  const files: UploadedFile[] = [];
  const scripts: { text: string | undefined; bytes: Uint8Array | undefined }[] = [];
  const routes = createRoutes(contract, {
    send: ({ file, body, large }) => {
      if (file !== undefined) files.push(file);
      if (large !== undefined) scripts.push({ text: body.script, bytes: large });
      return {};
    },
    plain: () => ({}),
  });
  return { ...startBareApp({ routes, authenticate: authenticateAny }), files, scripts };
}

interface Part {
  name: string;
  value: string | Buffer;
  /** Sends the field as a file. */
  fileName?: string;
  /** Content type of a file, text/xml by default. */
  type?: string;
}

function writePart({ name, value, fileName, type = fileName && 'text/xml' }: Part): Buffer {
  const head = [
    `content-disposition: form-data; name="${name}"`,
    ...(fileName === undefined ? [] : [`; filename="${fileName}"`]),
    ...(type === undefined ? [] : [`\r\ncontent-type: ${type}`]),
  ].join('');
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ]);
}

const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const HEADERS = {
  authorization: `Bearer ${'t'.repeat(40)}`,
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
};

function post(app: FastifyInstance, payload: Buffer) {
  return app.inject({ method: 'POST', url: '/api/v1/things', payload, headers: HEADERS });
}

const sendParts = (app: FastifyInstance, parts: Part[]) =>
  post(app, Buffer.concat([...parts.map(writePart), END]));

const file = (bytes: number, fileName = 'seed.xml'): Part => ({
  name: 'file',
  value: Buffer.alloc(bytes, 'a'),
  fileName,
});

describe('sizes', () => {
  it.each([
    [CAP - 1, 200],
    [CAP, 200],
    [CAP + 1, 413],
  ])('a file of %i bytes gets %i (G2)', async (bytes, status) => {
    const { app, files } = startThings();
    const reply = await sendParts(app, [file(bytes)]);
    expect(reply.statusCode).toBe(status);
    expect(files.map((each) => each.bytes.length)).toEqual(status === 200 ? [bytes] : []);
  });

  it.each([
    ['script', MAX_LARGE_FIELD_BYTES - 1, 200],
    ['script', MAX_LARGE_FIELD_BYTES + 1, 413],
    ['note', MAX_BODY_BYTES, 200],
    ['note', MAX_BODY_BYTES + 1, 413],
  ])('the field %s of %i bytes gets %i (G2)', async (name, bytes, status) => {
    const { app } = startThings();
    const reply = await sendParts(app, [{ name, value: Buffer.alloc(bytes, 'a') }]);
    expect(reply.statusCode).toBe(status);
  });

  it('are rejected unread when the header announces too many bytes (G2)', async () => {
    const { app } = startThings();
    const headers = { ...HEADERS, 'content-length': '99999999999' };
    const reply = await app.inject({ method: 'POST', url: '/api/v1/things', payload: 'x', headers });
    expect(reply.statusCode).toBe(413);
  });

  it.each([
    ['with a final boundary', `\r\n--${BOUNDARY}--\r\n`],
    ['without a final boundary', ''],
  ])('are cut off at the limit when they come in chunks without a length, %s (G2)', async (_what, end) => {
    const { files, listen } = startThings();
    expect(await sendChunks(await listen(), 20 * 1024 * 1024, end)).toBe(413);
    expect(files).toEqual([]);
  });
});

describe('a large field', () => {
  const send = async (value: string | Buffer) => {
    const { app, scripts } = startThings();
    expect((await sendParts(app, [{ name: 'script', value }])).statusCode).toBe(200);
    const [{ text = '', bytes = new Uint8Array() } = {}] = scripts;
    // A worker thread receives the whole buffer.
    expect(bytes.buffer.byteLength).toBe(bytes.length);
    return { text, given: Buffer.from(bytes) };
  };

  it('arrives unchanged, however long it is', async () => {
    const rows = Buffer.from(
      Array.from({ length: 100_000 }, (_none, row) => `\ufeffSão Paulo ${row},👩‍🔧\r\n`).join(''),
    );
    const { text, given } = await send(rows);
    expect(rows.length).toBeGreaterThan(3_000_000);
    expect(given.equals(rows)).toBe(true);
    expect(text.startsWith('\ufeffSão Paulo 0,👩‍🔧\r\n')).toBe(true);
  });

  it("that begins with many blank lines isn't blank", async () => {
    const { text, given } = await send(`${'\n'.repeat(10_000)}geo_city\n`);
    expect(text.trim()).toBe('geo_city');
    expect(given.length).toBe(10_009);
  });

  it("has replacement characters for bytes that aren't UTF-8", async () => {
    const { given } = await send(Buffer.from([0x61, 0xff, 0x62]));
    expect(given.toString()).toBe('a\ufffdb');
  });
});

/** Sends a file in chunks until the server responds or everything is sent. */
function sendChunks(port: number, bytes: number, end: string): Promise<number> {
  const chunk = Buffer.alloc(256 * 1024, 'a');
  return new Promise((resolve, reject) => {
    const headers = { ...HEADERS, 'transfer-encoding': 'chunked' };
    const request = sendRequest(
      { host: '127.0.0.1', port, path: '/api/v1/things', method: 'POST', headers },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.resume();
        request.destroy();
      },
    );
    request.on('error', reject);
    request.write(writePart(file(0)).subarray(0, -2));
    let left = bytes;
    const fill = () => {
      while (left > 0 && request.write(chunk)) left -= chunk.length;
      if (left <= 0) request.end(end);
    };
    request.on('drain', fill);
    fill();
  });
}

const NOTE: Part = { name: 'note', value: '1' };
const note = writePart(NOTE);
const manyNotes = Array.from({ length: 21 }, (_none, index) => writePart({ ...NOTE, name: `f${index}` }));

describe('malformed forms', () => {
  it.each([
    [400, 'without an end', writePart(file(1000))],
    [400, 'broken off within the file', writePart(file(1000)).subarray(0, 300)],
    [400, 'of other bytes', Buffer.from('hello')],
    [413, 'with two files', Buffer.concat([writePart(file(1)), writePart(file(1)), END])],
    [400, 'with a file where none belongs', Buffer.concat([writePart({ ...file(1), name: 'x' }), END])],
    [400, 'with a field that stands twice (Q2)', Buffer.concat([note, note, END])],
    [
      400,
      'with a large field that stands twice (Q2)',
      Buffer.concat([writePart({ ...NOTE, name: 'script' }), writePart({ ...NOTE, name: 'script' }), END]),
    ],
    [400, 'with a file for a large field', Buffer.concat([writePart({ ...file(1), name: 'script' }), END])],
    [
      400,
      'with a field called __proto__ (Q2)',
      Buffer.concat([writePart({ ...NOTE, name: '__proto__' }), END]),
    ],
    [
      400,
      'with a field that says it is JSON',
      Buffer.concat([writePart({ ...NOTE, type: 'application/json' }), END]),
    ],
    [
      400,
      'with a field that says it is JSON, in other words',
      Buffer.concat([writePart({ ...NOTE, type: 'Application/JSON; x=y' }), END]),
    ],
    [
      400,
      'with a file without a name',
      Buffer.concat([writePart({ name: 'file', value: '{}', type: 'application/json' }), END]),
    ],
    [413, 'with 21 fields', Buffer.concat([...manyNotes, END])],
  ])('get %i and deliver no file: %s', async (status, _name, payload) => {
    const { app, files, log } = startThings();
    const reply = await post(app, payload);
    expect(reply.statusCode, reply.body).toBe(status);
    expect(files).toEqual([]);
    expect(JSON.stringify(log)).not.toContain('internal error');
  });

  it('with a second file are rejected', async () => {
    const { app } = startThings();
    const reply = await post(app, Buffer.concat([writePart(file(1)), writePart(file(1)), END]));
    expect(reply.json()).toMatchObject({ code: 'too_large', message: 'A form can have at most one file.' });
  });

  it('get 415 if they have another type, and 400 without a boundary', async () => {
    const { app } = startThings();
    const send = (type: string) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/things',
        payload: END,
        headers: { ...HEADERS, 'content-type': type },
      });
    expect((await send('application/json; x')).statusCode).toBe(415);
    expect((await send('text/plain')).statusCode).toBe(415);
    expect((await send('multipart/form-data')).statusCode).toBe(400);
    expect((await send('multipart/mixed; boundary=x')).statusCode).toBe(415);
    expect((await send(`multipart/form-data ; boundary=${BOUNDARY}`)).statusCode).toBe(200);
  });
});

it('deliver names without control characters and direction marks, at most 255 characters long (G1)', async () => {
  const { app, files } = startThings();
  const names = [
    '\u202elmx.exe.xml',
    'a\u0000b\u001b[31m.xml',
    `${'👩'.repeat(200)}.xml`,
    '../../../etc/passwd.xml',
    'CON.xml',
  ];
  for (const name of names) await sendParts(app, [file(1, name)]);
  for (const { name } of files) {
    expect(name).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name.isWellFormed()).toBe(true);
  }
  expect(files).toHaveLength(names.length);
});

it('rejects a form of many empty parts before it parses them', async () => {
  const { app, listen } = startThings();
  const last = Buffer.concat([writePart({ name: 'note', value: 'x' }), END]);
  const measure = async (payload: Buffer, status: number) => {
    const startedAt = performance.now();
    expect((await post(app, payload)).statusCode).toBe(status);
    return performance.now() - startedAt;
  };
  const nameless = Buffer.from(`--${BOUNDARY}\r\n\r\n\r\n`);
  const parts = (count: number) => Buffer.concat([...Array<Buffer>(count).fill(nameless), last]);
  expect((await post(app, parts(21))).statusCode).toBe(200);
  expect((await post(app, parts(22))).statusCode).toBe(413);
  const plain = await measure(Buffer.concat([writePart(file(2_000_000)), last]), 200);
  expect(await measure(parts(80_000), 413)).toBeLessThan(20 * plain + 100);

  const socket = connect(await listen(), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let answered = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answered += text;
  });
  const head = Object.entries({ ...HEADERS, 'content-length': 5_000_000 }).map((each) => each.join(': '));
  socket.write(`POST /api/v1/things HTTP/1.1\r\nhost: x\r\n${head.join('\r\n')}\r\n\r\n`);
  // Each part arrives in two chunks.
  for (let each = 0; each < 30; each += 1) {
    socket.write(nameless.subarray(0, 7));
    await new Promise(setImmediate);
    socket.write(nameless.subarray(7));
  }
  await expect.poll(() => answered).toMatch(/^HTTP\/1\.1 413 /);
});

it('accepts a limited number of large bodies of one user at once and rejects one more', async () => {
  const { app, listen } = startThings();
  const port = await listen();
  const length = 30 * 1024 * 1024;
  let closed = 0;
  const open = Array.from({ length: 6 }, () => {
    const headers = { ...HEADERS, 'content-type': 'application/json', 'content-length': String(length) };
    const request = sendRequest({ host: '127.0.0.1', port, path: '/api/v1/plain', method: 'POST', headers });
    // The 429 may be lost, because the connection is closed while the body is still being sent.
    request
      .on('error', () => undefined)
      .on('close', () => {
        closed += 1;
      });
    request.write(`{"text":"${'x'.repeat(length - 20)}`);
    onTestFinished(() => {
      request.destroy();
    });
    return request;
  });
  await expect.poll(() => closed).toBe(1);
  for (const request of open) request.destroy();
  const headers = { ...HEADERS, 'content-type': 'application/json' };
  const payload = JSON.stringify({ text: 'x'.repeat(15 * 1024 * 1024) });
  const ask = () => app.inject({ method: 'POST', url: '/api/v1/plain', payload, headers });
  await expect.poll(async () => (await ask()).statusCode).toBe(200);
});
