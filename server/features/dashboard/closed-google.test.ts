/** Without Google, domains can't have a property, so none is missing. */
import { expect, it } from 'vitest';
import type { Dashboard } from '#contract/dashboard.contract.ts';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp();

it('a server without Google doesn’t ask for properties', async () => {
  const { app, user } = await start();
  const { headers } = user;
  await app.inject({ method: 'POST', url: '/api/v1/domains', headers, payload: { name: 'example.com' } });
  const reply = await app.inject({ url: '/api/v1/dashboard', headers });
  const { data } = reply.json<{ data: Dashboard }>();
  expect(data.search).toEqual({ is_open: false, connected: 0, unconnected: 1 });
  expect(data.attention).toEqual([]);
});
