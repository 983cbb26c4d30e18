/** Access to the metrics, and other responses at their URL. */
import { expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';

const URL = '/metrics';
const TOKEN = 'a-token-of-thirty-two-characters';
const REMOTE = '203.0.113.9';
const PAGE = { web: { 'index.html': '<!doctype html>' } };

it('shows the metrics to programs on this machine, in the Prometheus format', async () => {
  const { app } = startBareApp();
  for (const remoteAddress of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
    const reply = await app.inject({ url: URL, remoteAddress });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(reply.body).toContain('geoloom_build_info{version="0.0.0"');
    expect(reply.headers['cache-control']).toBe('no-store');
  }
});

it.each([
  ['another machine', {}, REMOTE],
  ['a proxy on this machine', { 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1'],
  ['a proxy that follows RFC 7239', { forwarded: 'for=127.0.0.1' }, '127.0.0.1'],
  ['a proxy that only names itself', { via: '1.1 cache' }, '127.0.0.1'],
  ['a proxy that only sends the protocol', { 'x-forwarded-proto': 'https' }, '127.0.0.1'],
  ['a proxy with its own header', { 'x-real-ip': '127.0.0.1' }, '127.0.0.1'],
  ['a proxy that only forwards the host name', { host: 'geoloom.example.com' }, '127.0.0.1'],
])('requires the token from %s', async (_who, headers, remoteAddress) => {
  const { app } = startBareApp({ metricsToken: TOKEN, trustedProxies: ['127.0.0.1'] });
  const ask = (authorization?: string) =>
    app.inject({ url: URL, remoteAddress, headers: { ...headers, ...(authorization && { authorization }) } });
  const rejected = await ask();
  expect([rejected.statusCode, rejected.json().message]).toEqual([
    401,
    'Set METRICS_TOKEN and send it: Authorization: Bearer <token>',
  ]);
  expect((await ask(`Bearer ${TOKEN}x`)).statusCode).toBe(401);
  expect((await ask(`Basic ${TOKEN}`)).statusCode).toBe(401);
  expect((await ask(`Bearer ${TOKEN}`)).statusCode).toBe(200);
});

it('rejects other machines when no token is configured', async () => {
  const { app } = startBareApp();
  for (const given of ['', 'undefined', TOKEN]) {
    const headers = { authorization: `Bearer ${given}` };
    expect((await app.inject({ url: URL, remoteAddress: REMOTE, headers })).statusCode).toBe(401);
  }
});

it('rejects a network that asks too often', async () => {
  const { app } = startBareApp({ metricsToken: TOKEN });
  const statuses = [];
  for (let calls = 0; calls < 121; calls += 1)
    statuses.push((await app.inject({ url: URL, remoteAddress: REMOTE })).statusCode);
  expect([statuses.at(-2), statuses.at(-1)]).toEqual([401, 429]);
  expect((await app.inject(URL)).statusCode).toBe(200);
});

it('never responds with the web page', async () => {
  const { app } = startBareApp(PAGE);
  const read = async (method: 'GET' | 'HEAD' | 'POST' | 'DELETE', url: string) => {
    const { statusCode, headers } = await app.inject({ method, url });
    return [statusCode, headers['content-type']];
  };
  const json = 'application/json; charset=utf-8';
  expect(await read('GET', '/metrics/anything')).toEqual([404, json]);
  expect(await read('GET', '/metrics/')).toEqual([404, json]);
  expect(await read('POST', '/metrics')).toEqual([405, json]);
  expect(await read('DELETE', '/metrics')).toEqual([405, json]);
  expect(await read('POST', '/metrics/anything')).toEqual([404, json]);
  expect(await read('HEAD', '/metrics')).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect((await app.inject('/metrics?page=1')).statusCode).toBe(200);
  // The URL of a screen may begin with the same letters.
  expect((await read('GET', '/metricsandmore'))[1]).toBe('text/html; charset=utf-8');
});

it('counts requests by route template, never by the values in the URL', async () => {
  const { app } = startBareApp(PAGE);
  await app.inject('/api/v1/health');
  await app.inject('/api/v1/health?token=secret');
  await app.inject('/projects/17');
  await app.inject('/api/v1/nothing/17');
  await app.inject({ method: 'POST', url: '/api/v1/health' });
  const { body } = await app.inject(URL);
  const lines = body.split('\n').filter((line) => line.startsWith('geoloom_http_requests_total{'));
  expect(lines.toSorted()).toEqual([
    'geoloom_http_requests_total{method="GET",route="/api/v1/health",status="200"} 2',
    'geoloom_http_requests_total{method="GET",route="web",status="200"} 1',
    'geoloom_http_requests_total{method="GET",route="web",status="404"} 1',
    'geoloom_http_requests_total{method="POST",route="/api/v1/health",status="405"} 1',
  ]);
  expect(body).toContain(
    'geoloom_http_request_duration_seconds_count{method="GET",route="/api/v1/health"} 2',
  );
  // Durations contain arbitrary digits.
  const labels = [...body.matchAll(/^geoloom_http_\w+\{.*\}/gm)].join('\n');
  expect(labels).not.toMatch(/secret|17"/);
});

it('responds while the event loop lags and calls are rejected', async () => {
  const { app } = startBareApp({ times: { maxLoopDelayMs: 0 } });
  await expect.poll(async () => (await app.inject('/api/v1/ready')).statusCode).toBe(503);
  const reply = await app.inject(URL);
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toContain('route="/api/v1/ready",status="503"');
});

it('includes the event loop, memory and garbage collection of the process', async () => {
  const { body } = await startBareApp().app.inject(URL);
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'nodejs_gc_duration_seconds',
  ])
    expect(body).toContain(`# TYPE ${name} `);
});
