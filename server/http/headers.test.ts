import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { saveProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const web = {
  'index.html': '<!doctype html><meta property="csp-nonce" nonce="__CSP_NONCE__">',
  'assets/app-1.js': 'x',
};

describe.each([
  ['an API reply', '/api/v1/health'],
  ['an error', '/api/v1/nothing'],
  ['the page', '/'],
  ['a file', '/assets/app-1.js'],
  ['a missing file', '/assets/none.js'],
  ['a malformed URL', '/api/v1/%zz'],
])('%s', (_name, url) => {
  it('carries the headers that protect users', async () => {
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
    const videos = '"https://www.youtube-nocookie.com" "https://player.vimeo.com"';
    expect(permissions).toContain(`fullscreen=(self ${videos})`);
    expect(permissions).toContain(`autoplay=(${videos})`);
    expect(permissions.filter((each) => !/^(clipboard-write|fullscreen|autoplay)=/.test(each))).toSatisfy(
      (others: string[]) => others.length > 20 && others.every((each) => each.endsWith('=()')),
    );
  });

  it('reveals nothing about the software and sets no cookie', async () => {
    const { headers } = await startBareApp({ web }).app.inject(url);
    expect(Object.keys(headers)).not.toContain('server');
    expect(Object.keys(headers)).not.toContain('x-powered-by');
    expect(Object.keys(headers)).not.toContain('set-cookie');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });
});

it('an API reply may load and run nothing, and is never stored', async () => {
  const { headers } = await startBareApp().app.inject('/api/v1/health');
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
});

it('the page and its files may load only from this server, except for video frames; the files have no nonce', async () => {
  const { app } = startBareApp({ web });
  const page = await app.inject('/');
  const [, nonce = ''] = /nonce="([^"]+)"/.exec(page.body) ?? [];
  const policy = (styles: string) =>
    `default-src 'none'; script-src 'self'; style-src ${styles}; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; frame-src 'self' https://www.youtube-nocookie.com/embed/ https://player.vimeo.com/video/; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; report-to csp`;
  expect(nonce.length).toBeGreaterThan(15);
  expect(page.headers['content-security-policy']).toBe(policy(`'self' 'nonce-${nonce}'`));
  expect(page.headers['content-security-policy-report-only']).toBe(
    "require-trusted-types-for 'script'; trusted-types default; report-to csp",
  );
  const file = await app.inject('/assets/app-1.js');
  expect(file.headers['content-security-policy']).toBe(policy("'self'"));
});

describe('strict transport security', () => {
  const forwarded = { 'x-forwarded-proto': 'https' };

  it('is sent when a trusted proxy reports HTTPS', async () => {
    const { app } = startBareApp({ trustedProxies: ['127.0.0.1'] });
    const { headers } = await app.inject({ url: '/api/v1/health', headers: forwarded });
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
  });

  it("isn't sent when an untrusted client claims HTTPS", async () => {
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

  it('is taken from the client', async () => {
    const { app } = startBareApp();
    const reply = await app.inject({ url: '/api/v1/health', headers: { 'x-request-id': 'trace-12345' } });
    expect(reply.headers['x-request-id']).toBe('trace-12345');
  });

  it.each(['short', 'with space', 'x'.repeat(65), '"quoted-value"'])(
    'is generated instead of %j',
    async (given) => {
      const { app } = startBareApp();
      const reply = await app.inject({ url: '/api/v1/health', headers: { 'x-request-id': given } });
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

it('logs one line for each API request, with the route and without the query', async () => {
  const { app, log } = startBareApp();
  await app.inject('/api/v1/ready?token=secret');
  expect(log).toEqual([
    expect.objectContaining({ method: 'GET', route: '/api/v1/ready', status: 200, msg: 'request' }),
  ]);
  expect(JSON.stringify(log)).not.toContain('secret');
});

describe('every kind of reply of the whole server', () => {
  const start = useTestApp({ web, config: { trustedProxies: ['127.0.0.1'] } });
  const SECURE = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringMatching(
      /^clipboard-write=\(self\), fullscreen=\(self [^)]+\), autoplay=\([^)]+\)(, [a-z-]+=\(\))+$/,
    ),
    'x-request-id': expect.stringMatching(/^[\w-]{8,64}$/),
  };
  const API = "default-src 'none'; frame-ancestors 'none'; sandbox";

  it('carries its headers, and none that reveals or allows more', async () => {
    const { app, user } = await start();
    const { headers } = user;
    const saved = await saveProject(app, user);
    const { project_id: projectId } = saved.json().data;
    const { parts, download_all_url: zip } = await waitForRun(app, user, projectId);
    const part = parts[0]?.url ?? '';
    const payload = { title: 'Plumber', script: townsCsv(2), project_id: projectId };
    await app.inject({ method: 'POST', url: '/api/v1/save-test', headers, payload });
    const { progress } = await waitForRun(app, user, projectId);
    const sample = progress?.samples[0]?.url ?? '';
    const calls: [number, string, InjectOptions][] = [
      [200, API, { url: '/api/v1/health' }],
      [200, API, { url: '/api/v1/projects', headers }],
      [200, API, { url: '/api/v1/projects', headers, method: 'HEAD' }],
      [200, API, { url: part }],
      [206, API, { url: part, headers: { range: 'bytes=0-9' } }],
      [416, API, { url: part, headers: { range: 'bytes=999999999-' } }],
      [200, API, { url: part, method: 'HEAD' }],
      [200, API, { url: zip ?? '' }],
      [
        200,
        "sandbox; default-src 'none'; style-src 'unsafe-inline' https:; img-src https: data:; font-src https: data:; frame-ancestors 'self'",
        { url: sample },
      ],
      [401, API, { url: '/api/v1/projects' }],
      [403, API, { url: `${part}x`.replace(/expires=\d+/, 'expires=9999999999').slice(0, -1) }],
      [404, API, { url: '/api/v1/projects/4711', headers }],
      [404, API, { url: '/assets/none.js' }],
      [405, API, { url: '/api/v1/projects', method: 'PATCH', headers }],
      [415, API, { url: '/api/v1/projects/drafts', method: 'POST', headers, payload: 'x' }],
      [422, API, { url: '/api/v1/projects?page=0', headers }],
      [200, 'nonce', { url: '/projects' }],
      [200, "script-src 'self'", { url: '/assets/app-1.js' }],
      [200, "default-src 'none'", { url: '/api/docs/json' }],
      [200, "default-src 'none'", { url: '/api/docs/' }],
      [200, API, { url: '/api/v1/auth/logout', method: 'POST', headers }],
    ];
    for (const [status, policy, call] of calls) {
      const reply = await app.inject(call);
      const name = `${call.method ?? 'GET'} ${JSON.stringify(call.url)}`;
      expect(reply.statusCode, `${name}: ${reply.body.slice(0, 300)}`).toBe(status);
      expect(reply.headers, name).toMatchObject(SECURE);
      const isPage = policy === 'nonce' || policy.startsWith('script-src') || policy === "default-src 'none'";
      if (isPage) expect(reply.headers['content-security-policy'], name).toContain(policy);
      else expect(reply.headers['content-security-policy'], name).toBe(policy);
      const isAsset = call.url === '/assets/app-1.js';
      expect(reply.headers['cache-control'], name).toBe(
        isAsset ? 'public, max-age=31536000, immutable' : 'no-store',
      );
      const names = Object.keys(reply.headers);
      expect(
        names.filter((each) => /^(server|x-powered-by|set-cookie|etag-weak|access-control-.*)$/.test(each)),
        name,
      ).toEqual([]);
      // Over plain HTTP, Chrome rejects it with an error in the console.
      expect(reply.headers['clear-site-data'], name).toBeUndefined();
    }
    console.log(`${calls.length} kinds of responses`);
  });

  it('only signing out over HTTPS clears the data that the browser stored', async () => {
    const { app, user } = await start();
    const ask = (method: 'GET' | 'POST', url: string) =>
      app.inject({
        method,
        url,
        headers: { ...user.headers, 'x-forwarded-proto': 'https' },
        remoteAddress: '127.0.0.1',
      });
    expect((await ask('GET', '/api/v1/account')).headers['clear-site-data']).toBeUndefined();
    const { headers } = await ask('POST', '/api/v1/auth/logout');
    expect(headers['clear-site-data']).toBe('"cache", "storage"');
  });

  it('sends policy violation reports to the endpoint that stores them', async () => {
    const { app } = await start();
    for (const url of ['/', '/assets/app-1.js']) {
      const { headers } = await app.inject(url);
      expect(String(headers['content-security-policy'])).toMatch(/; report-to csp$/);
      expect(headers['reporting-endpoints']).toBe('csp="/api/v1/csp-report"');
    }
  });
});
