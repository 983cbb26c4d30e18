/** Connections that stall, send a wrong length or keep listening after their session ended. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import { defineContract } from '#contract/endpoint.ts';
import type { AppOptions } from './app.ts';
import { createRoutes } from './bind.ts';
import { authenticateAny } from './bind-fixture.ts';

const contract = defineContract({
  save: {
    id: 'notes.save',
    method: 'POST',
    path: '/api/v1/notes',
    access: 'public',
    summary: 'Saves, slowly.',
    body: z.object({ ms: z.int() }),
    reply: z.object({}),
  },
  load: {
    id: 'notes.load',
    method: 'GET',
    path: '/api/v1/notes/{id}',
    access: 'public',
    summary: 'Sends a large file.',
    params: z.object({ id: z.string() }),
    reply: z.string(),
    replyType: 'file',
  },
  follow: {
    id: 'notes.follow',
    method: 'GET',
    path: '/api/v1/notes',
    access: 'user',
    summary: 'Streams.',
    reply: z.object({}),
    replyType: 'events',
  },
});

const LARGE = 200 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 'a');

async function* makeBytes() {
  for (let sent = 0; sent < LARGE; sent += CHUNK.length) yield CHUNK;
}

async function* waitFor(signal: AbortSignal) {
  yield { event: 'note', data: {} };
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}

interface Started {
  app: FastifyInstance;
  port: number;
  /** Number of streams whose source has ended. */
  ended: number[];
}

async function startNotes(options: Partial<AppOptions> = {}): Promise<Started> {
  const ended: number[] = [];
  const { app, listen } = startBareApp({
    routes: createRoutes(contract, {
      save: async ({ body }) => {
        await sleep(body.ms);
        return {};
      },
      load: () => ({
        name: 'large.txt',
        type: 'text/plain',
        size: LARGE,
        disposition: 'attachment' as const,
        isSeekable: true,
        open: async () => makeBytes(),
      }),
      follow: async function* (_input, { signal }) {
        yield* waitFor(signal);
        ended.push(1);
      },
    }),
    authenticate: authenticateAny,
    ...options,
  });
  return { app, port: await listen(), ended };
}

const countConnections = (app: FastifyInstance) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)));

interface Talk {
  socket: Socket;
  /** All bytes received until the server closed the connection. */
  answered: Promise<string>;
}

function open(port: number, text: string, from = '127.0.0.1'): Talk {
  // Stays half-open when the server ends its side, as an attacker's connection would.
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  socket.write(text);
  onTestFinished(() => {
    socket.destroy();
  });
  let came = '';
  socket.setEncoding('latin1').on('data', (part) => {
    came += part;
  });
  const answered = new Promise<string>((resolve) => {
    for (const event of ['end', 'close']) socket.on(event, () => resolve(came));
    socket.on('error', () => undefined);
  });
  return { socket, answered };
}

const TIMES = { headersMs: 150, requestMs: 300, idleMs: 200, bodyWindowMs: 10_000, connectionsCheckMs: 50 };

const PATIENT = { headersMs: 60_000, requestMs: 60_000, idleMs: 60_000 };

const startSave = (length: number, more = '') =>
  `POST /api/v1/notes HTTP/1.1\r\nhost: x\r\n${more}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

const save = (port: number) =>
  fetch(`http://127.0.0.1:${port}/api/v1/notes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"ms":0}',
  });

describe('a slow client (N3)', () => {
  it.each([
    ['never ends its headers', 'GET /api/v1/notes/1 HTTP/1.1\r\nhost: x\r\nx-a', 'x-b: c\r\n', 408],
    [
      'sends its body byte by byte',
      'POST /api/v1/notes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{',
      ' ',
      408,
    ],
  ])('that %s is closed with an error', async (_what, begin, drip, status) => {
    const { port } = await startNotes({ times: TIMES });
    const { socket, answered } = open(port, begin);
    const timer = setInterval(() => socket.writable && socket.write(drip), 50);
    const text = await answered;
    clearInterval(timer);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toContain('"code":"request_timeout"');
  });

  it('that never sends anything is closed', async () => {
    const { port } = await startNotes({ times: TIMES });
    expect(await open(port, '').answered).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  it('that stalls within its body is closed long before the request timeout', async () => {
    const { app, port } = await startNotes({
      times: { ...PATIENT, bodyWindowMs: 100 },
    });
    const { answered } = open(port, `${startSave(900)}{`);
    expect(await answered).toMatch(/^HTTP\/1\.1 408 /);
    await expect.poll(() => countConnections(app)).toBe(0);
  });

  it('that sends its body below the minimum rate is closed long before the request timeout', async () => {
    const { app, port } = await startNotes({ times: { ...PATIENT, bodyWindowMs: 300 } });
    const { socket, answered } = open(port, `${startSave(900_000)}{`);
    const timer = setInterval(() => socket.writable && socket.write(' '), 20);
    onTestFinished(() => clearInterval(timer));
    const text = await answered;
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
    expect(text).toContain('"code":"request_timeout"');
    await expect.poll(() => countConnections(app)).toBe(0);
  });

  it('that trickles a body after it was rejected is also closed', async () => {
    const { app, port } = await startNotes({ times: { ...PATIENT, bodyWindowMs: 300 } });
    const head = 'POST /api/v1/nothing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json';
    const { socket, answered } = open(port, `${head}\r\ncontent-length: 900000\r\n\r\n{`);
    const timer = setInterval(() => socket.writable && socket.write(' '), 20);
    onTestFinished(() => clearInterval(timer));
    expect(await answered).toMatch(/^HTTP\/1\.1 404 /);
    await expect.poll(() => countConnections(app)).toBe(0);
  });

  it('that sends its body above the minimum rate is served, however long it takes', async () => {
    const { port } = await startNotes({ times: { ...PATIENT, bodyWindowMs: 100 } });
    const body = `{"ms":0${' '.repeat(60_000)}}`;
    const { socket, answered } = open(port, startSave(body.length, 'connection: close\r\n'));
    for (let at = 0; at < body.length; at += 3000) {
      socket.write(body.slice(at, at + 3000));
      await sleep(40);
    }
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('that stops reading its download is closed, and its source is released', async () => {
    const { app, port } = await startNotes({ times: TIMES });
    const { socket, answered } = open(port, 'GET /api/v1/notes/1 HTTP/1.1\r\nhost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    await expect.poll(() => countConnections(app), { timeout: 10_000 }).toBe(0);
    socket.resume();
    expect((await answered).length).toBeLessThan(LARGE);
  });

  it("that waits for a slow handler isn't closed", async () => {
    const { port } = await startNotes({ times: { ...TIMES, requestMs: 5000 } });
    const body = '{"ms":600}';
    const head = `POST /api/v1/notes HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`;
    expect(await open(port, `${head}\r\n\r\n${body}`).answered).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('can be one of five hundred, and others are still served without errors', async () => {
    const { app, port } = await startNotes({
      times: { ...TIMES, headersMs: 2000, idleMs: 2000, requestMs: 4000 },
    });
    const slow = Array.from({ length: 500 }, () => open(port, 'GET /api/v1/notes/1 HTTP/1.1\r\nx'));
    const statuses = new Set<number>();
    for (let index = 0; index < 100; index += 1) {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/notes/1`, { method: 'HEAD' });
      statuses.add(status);
    }
    expect([...statuses].filter((status) => status !== 503)).toEqual([200]);
    await Promise.all(slow.map(({ answered }) => answered));
    await expect.poll(() => countConnections(app)).toBeLessThan(5);
  });
});

describe('many networks at once', () => {
  it("can't lock out others with bodies that they announce and trickle", async () => {
    const { app, port } = await startNotes();
    const networks = Array.from({ length: 18 }, (_none, index) => `127.0.0.${index + 2}`);
    for (const from of networks)
      for (let each = 0; each < 4; each += 1) open(port, `${startSave(1024 * 1024)}{`, from);
    await expect.poll(() => countConnections(app)).toBe(72);
    const statuses: number[] = [];
    for (let each = 0; each < 7; each += 1) statuses.push((await save(port)).status);
    expect(statuses).toEqual(Array(7).fill(200));
  });

  it("can't occupy all connections with incomplete requests", async () => {
    const connections = { perNetwork: 16, total: 128, reserved: 16 };
    const { app, port } = await startNotes({ connections, times: PATIENT });
    const networks = Array.from({ length: 8 }, (_none, index) => `127.0.0.${index + 2}`);
    for (const from of networks)
      for (let each = 0; each < 16; each += 1) open(port, 'GET /api/v1/notes/1 HTTP/1.1\r\nx', from);
    await expect.poll(() => countConnections(app)).toBeGreaterThanOrEqual(112);
    expect((await save(port)).status).toBe(200);
  });

  it('lose their incomplete requests after the header timeout, even if they keep their side open', async () => {
    const { app, port } = await startNotes({ times: { ...PATIENT, headersMs: 150, connectionsCheckMs: 50 } });
    const talks = Array.from({ length: 8 }, (_none, index) =>
      open(port, 'GET /api/v1/notes/1 HTTP/1.1\r\nx', `127.0.0.${index + 2}`),
    );
    await expect.poll(() => countConnections(app)).toBe(8);
    await expect.poll(() => countConnections(app)).toBe(0);
    for (const { answered } of talks) expect(await answered).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('connections', () => {
  const openIdle = async (port: number, from: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    onTestFinished(() => {
      socket.destroy();
    });
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    // The server closes rejected connections at once and responds on all others.
    socket.write('HEAD /api/v1/notes/1 HTTP/1.1\r\nhost: x\r\n\r\n');
    const isTaken = Promise.race([
      new Promise<boolean>((resolve) => socket.once('close', () => resolve(false))),
      new Promise<boolean>((resolve) => socket.once('data', () => resolve(true))),
    ]);
    return { socket, isTaken };
  };
  const openMany = async (port: number, count: number, from: string) => {
    const all = await Promise.all(Array.from({ length: count }, () => openIdle(port, from)));
    const taken = await Promise.all(all.map(({ isTaken }) => isTaken));
    return { all, taken: taken.filter(Boolean).length };
  };

  it('of one network are accepted up to a cap, and closing one frees a slot', async () => {
    const { port } = await startNotes({ connections: { perNetwork: 5, total: 100, reserved: 0 } });
    const { all, taken } = await openMany(port, 8, '127.0.0.2');
    expect(taken).toBe(5);
    expect((await openMany(port, 1, '127.0.0.3')).taken).toBe(1);
    for (const { socket } of all) socket.destroy();
    await expect.poll(async () => (await openMany(port, 1, '127.0.0.2')).taken).toBe(1);
  });

  it('of all networks are accepted up to a cap', async () => {
    const { app, port } = await startNotes({ connections: { perNetwork: 100, total: 5, reserved: 0 } });
    const { taken } = await openMany(port, 8, '127.0.0.2');
    expect(taken).toBe(5);
    expect(await countConnections(app)).toBe(5);
  });

  it('of a trusted proxy count only toward the total', async () => {
    const connections = { perNetwork: 2, total: 100, reserved: 0 };
    const { port } = await startNotes({ connections, trustedProxies: ['127.0.0.2', '127.0.1.0/24'] });
    expect((await openMany(port, 4, '127.0.0.2')).taken).toBe(4);
    expect((await openMany(port, 4, '127.0.1.9')).taken).toBe(4);
    expect((await openMany(port, 4, '127.0.2.9')).taken).toBe(2);
  });
});

it.each([
  ['both lengths', 'content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'content-length: 4\r\ncontent-length: 5\r\n\r\nabcde'],
  ["a length that isn't a number", 'content-length: +4\r\n\r\nabcd'],
  ["an encoding that isn't the last", 'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
  ['a folded header', 'x-a: b\r\n c: d\r\n\r\n'],
  ['a bare line feed', 'x-a: b\n\nGET /api/v1/notes/2 HTTP/1.1\r\n\r\n'],
  ['a space before the colon', 'content-length : 4\r\n\r\nabcd'],
])('rejects a request with %s, which two servers could parse differently', async (_what, rest) => {
  const { port } = await startNotes({ times: TIMES });
  const head = 'POST /api/v1/notes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  expect(await open(port, `${head}${rest}`).answered).toMatch(/^HTTP\/1\.1 400 /);
});

describe('a stream of events', () => {
  const token = { authorization: `Bearer ${'t'.repeat(40)}` };

  it('ends at the next heartbeat when the session has ended (B2)', async () => {
    let isIn = true;
    const { port, ended } = await startNotes({ isSessionValid: async () => isIn, heartbeatMs: 50 });
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/notes`, { headers: token });
    const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
    let came = '';
    const done = (async () => {
      for (;;) {
        const part = await reader?.read();
        if (part === undefined || part.done) return;
        came += part.value;
      }
    })();
    await expect.poll(() => came).toContain(': beat');
    isIn = false;
    await done;
    expect(came).toContain('event: note');
    await expect.poll(() => ended).toEqual([1]);
  });

  it('ends at once when its session ends (B2)', async () => {
    let isIn = true;
    let wake: (() => void) | undefined;
    const { port, ended } = await startNotes({
      isSessionValid: async () => isIn,
      watchSession: async function* () {
        yield;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        yield;
      },
      heartbeatMs: 600_000,
    });
    const reply = await fetch(`http://127.0.0.1:${port}/api/v1/notes`, { headers: token });
    await expect.poll(() => wake).toBeDefined();
    expect(ended).toEqual([]);
    isIn = false;
    wake?.();
    expect(await reply.text()).toContain('event: note');
    await expect.poll(() => ended).toEqual([1]);
  });

  it('is one of at most fifty per user; closing one frees a slot', async () => {
    const { port } = await startNotes();
    const url = `http://127.0.0.1:${port}/api/v1/notes`;
    const leave = new AbortController();
    onTestFinished(() => leave.abort());
    const first = new AbortController();
    const all = await Promise.all(
      Array.from({ length: 60 }, (_none, index) =>
        fetch(url, { headers: token, signal: index === 0 ? first.signal : leave.signal }),
      ),
    );
    const count = (status: number) => all.filter((each) => each.status === status).length;
    expect([count(200), count(429)]).toEqual([50, 10]);
    const opened = all.findIndex(({ status }) => status === 200);
    if (opened === 0) first.abort();
    else leave.abort();
    await expect.poll(async () => (await fetch(url, { headers: token })).status).toBe(200);
  });
});
