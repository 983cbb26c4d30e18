import { describe, expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';

const web = {
  'index.html': '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__">',
  'assets/app-1.js': 'x',
};

describe.each([
  ['an API answer', '/api/v1/health'],
  ['a refusal', '/api/v1/nothing'],
  ['the page', '/'],
  ['a file', '/assets/app-1.js'],
  ['a missing file', '/assets/none.js'],
  ['an address that cannot be read', '/api/v1/%zz'],
])('%s', (_name, url) => {
  it('carries the headers that protect people', async () => {
    const { headers } = await startBareApp({ web }).app.inject(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[\w-]{8,64}$/),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': expect.any(String),
    });
    const permissions = String(headers['permissions-policy']).split(', ');
    expect(permissions).toContain('clipboard-write=(self)');
    expect(permissions).toContain('fullscreen=(self)');
    expect(permissions.filter((each) => !/^(clipboard-write|fullscreen)=/.test(each))).toSatisfy(
      (others: string[]) => others.length > 20 && others.every((each) => each.endsWith('=()')),
    );
  });

  it('tells nothing about the software and sets no cookie', async () => {
    const { headers } = await startBareApp({ web }).app.inject(url);
    expect(Object.keys(headers)).not.toContain('server');
    expect(Object.keys(headers)).not.toContain('x-powered-by');
    expect(Object.keys(headers)).not.toContain('set-cookie');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

it('an API answer may load and run nothing, and is never stored', async () => {
  const { headers } = await startBareApp().app.inject('/api/v1/health');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

describe('strict transport security', () => {
  const forwarded = { 'x-forwarded-proto': 'https' };

  it('is asked for when a trusted proxy speaks HTTPS', async () => {
    const { app } = startBareApp({ trustedProxies: ['127.0.0.1'] });
    const { headers } = await app.inject({ url: '/api/v1/health', headers: forwarded });
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  });

  it('is not asked for because anybody claims HTTPS', async () => {
    const { app } = startBareApp({ trustedProxies: ['10.0.0.1'] });
    const { headers } = await app.inject({ url: '/api/v1/health', headers: forwarded });
    expect(headers['strict-transport-security']).toBeUndefined();
  });
});

describe('the request id', () => {
  it('is the same in the header, the failure and the log', async () => {
    const { app, log } = startBareApp();
    const reply = await app.inject({ method: 'POST', url: '/api/v1/health' });
    expect(reply.json().request_id).toBe(reply.headers['x-request-id']);
    expect(log.at(-1)?.reqId).toBe(reply.headers['x-request-id']);
  });

  it('is taken from the caller', async () => {
    const { app } = startBareApp();
    const reply = await app.inject({ url: '/api/v1/health', headers: { 'x-request-id': 'trace-12345' } });
    expect(reply.headers['x-request-id']).toBe('trace-12345');
  });

  it.each(['short', 'with space', 'x'.repeat(65), '"quoted-value"'])(
    'is our own instead of %j',
    async (given) => {
      const { app } = startBareApp();
      const reply = await app.inject({ url: '/api/v1/health', headers: { 'x-request-id': given } });
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

it('logs one line for each API request, with the route and without the query', async () => {
  const { app, log } = startBareApp();
  await app.inject('/api/v1/health?token=secret');
  expect(log).toEqual([
    expect.objectContaining({ method: 'GET', route: '/api/v1/health', status: 200, msg: 'request' }),
  ]);
  expect(JSON.stringify(log)).not.toContain('secret');
});
