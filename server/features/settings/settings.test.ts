/** Maintenance that was turned on by the environment. */
import { expect, it } from 'vitest';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp({ config: { isMaintenance: true } });

it("can't turn off maintenance that MAINTENANCE=1 turned on, and the message says why", async () => {
  const { app, user } = await start({ role: 'admin' });
  const call = { url: '/api/v1/settings', headers: user.headers };
  expect((await app.inject(call)).json().data).toEqual({ maintenance: true, is_fixed: true });
  const rejected = await app.inject({ ...call, method: 'PUT', payload: { maintenance: false } });
  expect(rejected.statusCode).toBe(409);
  expect(rejected.json().message).toMatch(/^MAINTENANCE=1 is set on the server/);
});
