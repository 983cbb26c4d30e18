/** Streams of events whose other end does not read: what waits for it must not fill the memory. */
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import { defineContract, type StreamEvent } from '#contract/endpoint.ts';
import { answer } from './bind.ts';
import { authenticateAnybody } from './bind-fixture.ts';

const contract = defineContract({
  events: {
    id: 'things.events',
    method: 'GET',
    path: '/api/v1/things/events',
    access: 'user',
    summary: 'Tells things.',
    reply: z.string(),
    answers: 'events',
  },
});

const EVENT_BYTES = 100_000;
const MAX_EVENTS = 600;

/** A server with a stream of 60 MB; what it has told so far, and whether its source was let go. */
async function startStream() {
  const told = { events: 0, isOver: false };
  async function* tell(): AsyncGenerator<StreamEvent> {
    try {
      for (; told.events < MAX_EVENTS; told.events += 1) {
        yield { event: 'thing', data: 'x'.repeat(EVENT_BYTES) };
        await setImmediate();
      }
    } finally {
      told.isOver = true;
    }
  }
  const routes = answer(contract, { events: () => tell() });
  const { listen } = startBareApp({ routes, authenticate: authenticateAnybody });
  const socket = connect(await listen(), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/v1/things/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${'t'.repeat(40)}\r\n\r\n`,
  );
  return { told, socket };
}

it('one who does not read is left after a while, and the source with them', async () => {
  const { told, socket } = await startStream();
  socket.pause();
  await expect.poll(() => told.isOver).toBe(true);
  console.log(`${((told.events * EVENT_BYTES) / 1e6).toFixed(1)} MB were taken in`);
  expect(told.events).toBeLessThan(MAX_EVENTS / 2);
});

it('one who reads hears everything', async () => {
  const { told, socket } = await startStream();
  let bytes = 0;
  socket.on('data', (part) => {
    bytes += part.length;
  });
  await expect.poll(() => bytes).toBeGreaterThan(MAX_EVENTS * EVENT_BYTES);
  expect(told.events).toBe(MAX_EVENTS);
});
