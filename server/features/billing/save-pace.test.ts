/** Saves per user and hour: the plan sets the limit, the form shows it, and a refusal names when saving is possible again. */
import type { FastifyInstance } from 'fastify';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { get, post, subscribe, useBilling } from './billing-fixture.ts';

const start = useBilling(useTestApp);

const save = (app: FastifyInstance, user: SignedInUser, title: string) =>
  saveProject(app, user, { fields: { title, script: townsCsv(1) } });

const read = async (app: FastifyInstance, user: SignedInUser, query = '') =>
  (await get(app, user, `projects/save-pace${query}`)).json().data;

it('the free plan allows 30; the rejection names the limit, its reset and a larger plan', async () => {
  const { app, user, server } = await start();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 27, 16, 3) });
  onTestFinished(() => void vi.useRealTimers());
  expect(await read(app, user)).toEqual({ plan: 'Free', limit: 30, left: 30, resets_at: null });
  expect((await save(app, user, 'First')).statusCode).toBe(200);
  const resetsAt = new Date(Date.UTC(2026, 10, 27, 17, 3));
  expect(await read(app, user)).toMatchObject({ left: 29 });
  const shown = new Date((await read(app, user)).resets_at).getTime();
  expect(Math.abs(shown - resetsAt.getTime())).toBeLessThan(5000);
  for (let count = 2; count <= 30; count += 1)
    await server.limits.countRun(user.userId, { plan: 'Free', limit: 30 });
  expect(await read(app, user)).toMatchObject({ limit: 30, left: 0 });
  vi.setSystemTime(Date.UTC(2026, 10, 27, 16, 51));
  const rejected = await save(app, user, 'Second');
  expect([rejected.statusCode, rejected.json().code]).toEqual([429, 'too_many']);
  expect(rejected.json().message).toBe(
    "You've used all 30 saves an hour that the Free plan includes. You can save again in 12 minutes. The Starter plan includes 60 an hour.",
  );
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(11 * 60);
  expect(Number(rejected.headers['retry-after'])).toBeLessThanOrEqual(12 * 60);
  // A rejected save doesn't count, and a larger plan lets the same user continue at once.
  expect(await read(app, user)).toMatchObject({ left: 0 });
  vi.useRealTimers();
  await subscribe(app, user, 'Starter');
  expect(await read(app, user)).toMatchObject({ plan: 'Starter', limit: 60 });
  expect((await save(app, user, 'Second')).statusCode).toBe(200);
});

it('uses the plan of the project’s workspace, and administrators get the maximum', async () => {
  const { app, database, user } = await start();
  const limits = { max_domains: -1, max_projects: 40, max_pages_month: -1, max_members: -1 };
  const admin = await addUser(database.db, { role: 'admin' });
  const offer = { user_id: user.userId, value: true, limits };
  expect((await post(app, admin, 'users/switcher-individual-offer', offer)).statusCode).toBe(200);
  expect(await read(app, user)).toMatchObject({ plan: 'Individual offer', limit: 120, left: 120 });
  const saved = await save(app, user, 'Of the offer');
  const { project_id: id } = saved.json().data;
  await waitForRun(app, user, id);
  expect(await read(app, user, `?project_id=${id}`)).toMatchObject({ limit: 120, left: 119 });
  expect(await read(app, admin)).toMatchObject({ limit: 600, left: 600 });
  const stranger = await addUser(database.db);
  expect((await get(app, stranger, `projects/save-pace?project_id=${id}`)).statusCode).toBe(404);
  const superadmin = await addUser(database.db, { role: 'superadmin' });
  expect(await read(app, superadmin)).toMatchObject({ limit: -1 });
});
