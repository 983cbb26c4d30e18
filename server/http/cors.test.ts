import { expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';

const APP = 'https://app.example.com';
const web = { 'index.html': '<!doctype html>' };
const preflight = (origin: string, url = '/api/v1/health') => ({
  method: 'OPTIONS' as const,
  url,
  headers: {
    origin,
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'authorization',
  },
});

it('handles the preflight and the calls of a configured origin', async () => {
  const { app } = startBareApp({ corsOrigins: [APP] });
  const asked = await app.inject(preflight(APP));
  expect([asked.statusCode, asked.body]).toEqual([204, '']);
  expect(asked.headers).toMatchObject({
    'access-control-allow-origin': APP,
    'access-control-allow-headers': expect.stringContaining('authorization'),
    'access-control-allow-methods': expect.stringContaining('DELETE'),
  });
  const { statusCode, headers } = await app.inject({ url: '/api/v1/health', headers: { origin: APP } });
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'access-control-allow-origin': APP,
    vary: expect.stringContaining('origin'),
  });
  expect(headers['access-control-allow-credentials']).toBeUndefined();
});

it.each(['https://evil.example', 'https://app.example.com.evil.example', 'http://app.example.com', 'null'])(
  'sends no CORS headers to %s',
  async (origin) => {
    const { app } = startBareApp({ corsOrigins: [APP] });
    for (const request of [preflight(origin), { url: '/api/v1/health', headers: { origin } }]) {
      const { headers } = await app.inject(request);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  },
);

it('allows no origin without the setting, and never sends CORS headers with the page', async () => {
  const closed = await startBareApp().app.inject(preflight(APP));
  expect(closed.statusCode).toBe(405);
  expect(closed.headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' });
  const { app } = startBareApp({ web, corsOrigins: [APP] });
  const page = await app.inject({ url: '/', headers: { origin: APP } });
  expect(page.headers['access-control-allow-origin']).toBeUndefined();
  expect(page.headers['cross-origin-resource-policy']).toBe('same-origin');
});

it('lets the page call an API of another origin, show its images and frame its samples', async () => {
  const { app } = startBareApp({ web, apiOrigin: 'https://api.example.com' });
  const policy = String((await app.inject('/')).headers['content-security-policy']);
  for (const rule of ["connect-src 'self'", "img-src 'self'", "frame-src 'self'"])
    expect(policy).toContain(`${rule} https://api.example.com`);
  expect(policy).toContain("script-src 'self';");
});
