/**
 * Streams over a real connection to a small server whose events the test defines.
 * @vitest-environment node
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notificationsContract } from '#contract/notifications.contract.ts';
import { openEvents } from './events.ts';
import { readUserData, storeUserData } from './session.ts';

const ownFetch = globalThis.fetch;
let server: Server;
let streams: ServerResponse[];
let status: number;
let stop = () => {};

beforeEach(async () => {
  streams = [];
  status = 200;
  server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/event-stream' });
    if (status === 200) {
      response.write(': hello\n\n');
      streams.push(response);
    } else response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string') throw new TypeError('call passes the URL as a string');
    return ownFetch(`http://127.0.0.1:${port}${input}`, init);
  };
  storeUserData({ access_token: 'token-1', role: 'user', name: 'Ada', avatar: '/a.svg' });
});

afterEach(() => {
  stop();
  globalThis.fetch = ownFetch;
  server.closeAllConnections();
  server.close();
});

function follow() {
  const received: number[] = [];
  const polls = { count: 0, refused: 0 };
  stop = openEvents(
    notificationsContract.stream,
    {},
    {
      onEvent: ({ id }) => received.push(id),
      onPoll: () => (polls.count += 1),
      onRefused: () => (polls.refused += 1),
    },
  );
  return { received, polls };
}

const WAIT = { timeout: 4000, interval: 20 };

test('passes on each event, including one that arrives in pieces', async () => {
  const { received } = follow();
  await vi.waitFor(() => expect(streams).toHaveLength(1), WAIT);
  streams[0]?.write('event: notification\ndata: {"id":1}\n\nevent: notif');
  streams[0]?.write('ication\ndata: {"id":2}\n\n');
  await vi.waitFor(() => expect(received).toEqual([1, 2]), WAIT);
});

test('reconnects a broken stream, while the page polls', async () => {
  const { received, polls } = follow();
  await vi.waitFor(() => expect(streams).toHaveLength(1), WAIT);
  status = 503;
  streams[0]?.destroy();
  await vi.waitFor(() => expect(polls.count).toBeGreaterThan(0), WAIT);
  status = 200;
  await vi.waitFor(() => expect(streams).toHaveLength(2), WAIT);
  streams[1]?.write('data: {"id":3}\n\n');
  await vi.waitFor(() => expect(received).toEqual([3]), WAIT);
}, 10_000);

test('a 401 ends the session', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  status = 401;
  follow();
  await vi.waitFor(() => expect(readUserData()).toBeUndefined(), WAIT);
  expect(streams).toHaveLength(0);
});

test('notifies the page once when its object is gone', async () => {
  const { polls } = follow();
  await vi.waitFor(() => expect(streams).toHaveLength(1), WAIT);
  status = 404;
  streams[0]?.end();
  await vi.waitFor(() => expect(polls.refused).toBe(1), WAIT);
});

test('is closed by the page', async () => {
  follow();
  await vi.waitFor(() => expect(streams).toHaveLength(1), WAIT);
  const closed = new Promise((resolve) => streams[0]?.on('close', resolve));
  stop();
  await closed;
});
