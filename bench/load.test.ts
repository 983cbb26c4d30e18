/** Tests the load generator: its counts, its waits and its end. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { runLoad } from './calls.ts';

async function listen(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const options = { paths: ['/a', '/b'], tokens: ['one', 'two', 'three'], connections: 4 };

it('sends at a fixed rate, rotates paths and users, and includes delays in the latency', async () => {
  const received: string[] = [];
  const address = await listen((request, reply) => {
    received.push(`${request.url} ${request.headers.authorization}`);
    setTimeout(() => reply.end('ok'), 80);
  });
  const { count, times } = await runLoad({ ...options, address, perSecond: 20, seconds: 1 });
  expect(count).toBe(20);
  expect(received).toHaveLength(20);
  expect(new Set(received).size).toBe(6);
  for (const [, took] of times) expect(took).toBeGreaterThanOrEqual(79);
});

it('stops early on request, with the results so far', async () => {
  const address = await listen((_request, reply) => reply.end('ok'));
  const stop = new AbortController();
  const loading = runLoad({ ...options, address, perSecond: 20, seconds: 600 }, stop.signal);
  await sleep(500);
  stop.abort();
  expect((await loading).count).toBeLessThan(600 * 20);
});

it('reports error responses instead of counting them', async () => {
  const address = await listen((_request, reply) => reply.writeHead(503).end());
  await expect(runLoad({ ...options, address, seconds: 1 })).rejects.toThrow(
    /exited with 1: .*\/b returned 503/s,
  );
});
