/** Event streams with a client that doesn't read: the buffer must not fill the memory. */
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import { defineContract, type StreamEvent } from '#contract/endpoint.ts';
import { createRoutes } from './bind.ts';
import { authenticateAny } from './bind-fixture.ts';

const contract = defineContract({
  events: {
    id: 'things.events',
    method: 'GET',
    path: '/api/v1/things/events',
    access: 'user',
    summary: 'Tells things.',
    reply: z.string(),
    replyType: 'events',
  },
});

const EVENT_BYTES = 100_000;
const MAX_EVENTS = 600;

/** A server with a stream of 60 MB, the bytes sent so far, and whether its source was released. */
async function startStream() {
  const sent = { events: 0, isOver: false };
  async function* sendEvents(): AsyncGenerator<StreamEvent> {
    try {
      for (; sent.events < MAX_EVENTS; sent.events += 1) {
        yield { event: 'thing', data: 'x'.repeat(EVENT_BYTES) };
        await setImmediate();
      }
    } finally {
      sent.isOver = true;
    }
  }
  const routes = createRoutes(contract, { events: () => sendEvents() });
  const { listen } = startBareApp({ routes, authenticate: authenticateAny });
  const socket = connect(await listen(), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/v1/things/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${'t'.repeat(40)}\r\n\r\n`,
  );
  return { sent, socket };
}

it("a client that doesn't read is disconnected, and the source is released", async () => {
  const { sent, socket } = await startStream();
  socket.pause();
  await expect.poll(() => sent.isOver).toBe(true);
  console.log(`${((sent.events * EVENT_BYTES) / 1e6).toFixed(1)} MB were accepted`);
  expect(sent.events).toBeLessThan(MAX_EVENTS / 2);
});

it('a client that reads receives everything', async () => {
  const { sent, socket } = await startStream();
  let bytes = 0;
  socket.on('data', (part) => {
    bytes += part.length;
  });
  await expect.poll(() => bytes).toBeGreaterThan(MAX_EVENTS * EVENT_BYTES);
  expect(sent.events).toBe(MAX_EVENTS);
});
