/** Files of the API docs; other URLs below them are rejected and never cause a 500. */
import { expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';

it.each([
  ['/api/docs/static/swagger-ui.css', 200],
  ['/api/docs/static/none.css', 404],
  ['/api/docs/static/../x', 404],
  ['/api/docs/static/..%2fx', 404],
  ['/api/docs/static/%2e%2e/%2e%2e/package.json', 404],
  ['/api/docs/static/a%00b', 404],
  ['/api/docs/static/a%5c..%5cb', 404],
])('%s responds %i, without a log line', async (url, status) => {
  const { app, log } = startBareApp();
  const reply = await app.inject(url);
  expect(reply.statusCode, reply.body).toBe(status);
  if (status !== 200) expect(reply.json()).toMatchObject({ success: false });
  expect(log).toEqual([]);
});
