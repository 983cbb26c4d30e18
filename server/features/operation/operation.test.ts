import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startTestApp } from '#testkit/test-app.ts';

it('says that it lives', async () => {
  const reply = await (await startTestApp()).app.inject('/api/v1/health');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({ success: true, data: { status: 'ok' } });
});

it('names the version of package.json', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  const reply = await (await startTestApp()).app.inject('/api/v1/version');
  expect(reply.json()).toEqual({ success: true, data: { name: 'geoloom', version } });
});

it('is ready when the web application is built', async () => {
  const { app } = await startTestApp({ web: { 'index.html': '<!doctype html>' } });
  const reply = await app.inject('/api/v1/ready');
  expect(reply.statusCode).toBe(200);
  expect(reply.json()).toEqual({
    success: true,
    data: { checks: { web: 'ok', database: 'ok', files: 'ok', queue: 'ok' } },
  });
});

it('is not ready before the web application is built, and says what to do', async () => {
  const reply = await (await startTestApp()).app.inject('/api/v1/ready');
  expect(reply.statusCode).toBe(503);
  expect(reply.json()).toMatchObject({
    success: false,
    code: 'not_ready',
    errors: { web: ['The web application is not built. Run: npm run build'] },
  });
});
