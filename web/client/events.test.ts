/**
 * Streams travel over a real connection to a small server that speaks as the test says.
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
    if (typeof input !== 'string') throw new TypeError('a call gives its address as text');
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
  const heard: number[] = [];
  const polls = { count: 0, refused: 0 };
  stop = openEvents(
    notificationsContract.stream,
    {},
    {
      onEvent: ({ id }) => heard.push(id),
      onPoll: () => (polls.count += 1),
      onRefused: () => (polls.refused += 1),
    },
  );
  return { heard, polls };
}

const WAIT = { timeout: 4000, interval: 20 };

test('hands over each event, also one that comes in pieces', async () => {
  const { heard } = follow();
  await vi.waitFor(() => expect(streams).toHaveLength(1), WAIT);
  streams[0]?.write('event: notification\ndata: {"id":1}\n\nevent: notif');
  streams[0]?.write('ication\ndata: {"id":2}\n\n');
  await vi.waitFor(() => expect(heard).toEqual([1, 2]), WAIT);
});

test('opens the stream again after it broke, and has the page look for itself meanwhile', async () => {
  const { heard, polls } = follow();
  await vi.waitFor(() => expect(streams).toHaveLength(1), WAIT);
  status = 503;
  streams[0]?.destroy();
  await vi.waitFor(() => expect(polls.count).toBeGreaterThan(0), WAIT);
  status = 200;
  await vi.waitFor(() => expect(streams).toHaveLength(2), WAIT);
  streams[1]?.write('data: {"id":3}\n\n');
  await vi.waitFor(() => expect(heard).toEqual([3]), WAIT);
}, 10_000);

test('a 401 ends the session', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  status = 401;
  follow();
  await vi.waitFor(() => expect(readUserData()).toBeUndefined(), WAIT);
  expect(streams).toHaveLength(0);
});

test('has the page look once when what it followed is gone', async () => {
  const { polls } = follow();
  await vi.waitFor(() => expect(streams).toHaveLength(1), WAIT);
  status = 404;
  streams[0]?.end();
  await vi.waitFor(() => expect(polls.refused).toBe(1), WAIT);
});

test('is closed when the page no longer wants it', async () => {
  follow();
  await vi.waitFor(() => expect(streams).toHaveLength(1), WAIT);
  const closed = new Promise((resolve) => streams[0]?.on('close', resolve));
  stop();
  await closed;
});
