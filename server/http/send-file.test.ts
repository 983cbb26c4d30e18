/** The file is closed whenever the client disconnects. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import { defineContract, type FileReply } from '#contract/endpoint.ts';
import { createRoutes } from './bind.ts';

const contract = defineContract({
  load: {
    id: 'notes.load',
    method: 'GET',
    path: '/api/v1/notes',
    access: 'public',
    summary: 'Sends a file.',
    reply: z.string(),
    replyType: 'file',
  },
});

const SIZE = 1000;

async function start(open: FileReply['open']) {
  const routes = createRoutes(contract, {
    load: () => ({
      name: 'note.txt',
      type: 'text/plain',
      size: SIZE,
      disposition: 'attachment' as const,
      isSeekable: true,
      open,
    }),
  });
  const { app, listen } = startBareApp({ routes });
  return { app, port: await listen() };
}

it('a file is closed if the client disconnected before it was open', async () => {
  const source = new Readable({ read: () => undefined });
  const closed = once(source, 'close');
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const { app, port } = await start(async () => {
    asked.resolve();
    await gone.promise;
    return source;
  });
  app.server.on('connection', (connection) => connection.once('close', () => gone.resolve()));
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET /api/v1/notes HTTP/1.1\r\nhost: x\r\n\r\n'),
  );
  await asked.promise;
  socket.destroy();
  await closed;
  expect(source.destroyed).toBe(true);
});

it('HEAD reports the length without opening the file', async () => {
  let opened = 0;
  const { app } = await start(async () => {
    opened += 1;
    return Readable.from([Buffer.alloc(SIZE)]);
  });
  const head = await app.inject({ method: 'HEAD', url: '/api/v1/notes' });
  expect([head.statusCode, head.headers['content-length'], head.payload]).toEqual([200, '1000', '']);
  const beginning = await app.inject({
    method: 'HEAD',
    url: '/api/v1/notes',
    headers: { range: 'bytes=0-9' },
  });
  expect([beginning.statusCode, beginning.headers['content-length']]).toEqual([206, '10']);
  expect(opened).toBe(0);
  expect((await app.inject('/api/v1/notes')).rawPayload.length).toBe(SIZE);
  expect(opened).toBe(1);
});
