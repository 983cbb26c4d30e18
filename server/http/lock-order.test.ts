/**
 * Changes that lock the same rows take the locks in one order (server/db/README.md), so none of them fails.
 */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { addAgency, addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';
import { runPair } from '#testkit/race.ts';
import { runSql } from '#testkit/test-database.ts';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import {
  addDomain,
  connect,
  useGoogle,
  waitForSource,
} from '../features/integrations/integrations-fixture.ts';

const start = useGoogle(useTestApp);
const PASSWORD = 'a lamp in the window';
const passwordHash = await createPasswordHash({ memoryKiB: 64, passes: 1 }).hash(PASSWORD, 'test');

function send(
  app: FastifyInstance,
  { headers }: SignedInUser,
  [method, path, payload]: ['GET' | 'POST' | 'PUT' | 'DELETE', string, object?],
) {
  return app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload ? { payload } : {}) });
}

it('an agency gets another main admin while a user accepts its invitation', async () => {
  const { app, database, user: ada } = await start();
  const { db } = database;
  const admin = await addUser(db, { role: 'admin' });
  const email = 'lock-order@example.com';
  const eve = await addUser(db, { email });
  const agencyId = await addAgency(db, [ada]);
  const invited = await send(app, ada, ['POST', 'my-agency/invite', { email }]);
  expect(invited.statusCode, invited.body).toBeLessThan(300);
  const change = { name: 'Renamed', main_admin_id: ada.userId, status: 'active', revision: 1 };
  const statuses = await runPair(database, {
    first: () => send(app, eve, ['POST', 'my-agency/accept-invite', { agency_id: agencyId }]),
    second: () => send(app, admin, ['PUT', `agencies/${agencyId}`, change]),
    gate: (trx) => sql`select from workspaces where id = ${agencyId} for update`.execute(trx),
  });
  expect(statuses).toEqual([200, 200]);
});

async function startConnected() {
  const stage = await start();
  const { app, user } = stage;
  const domainId = await addDomain(app, user, 'example.com');
  const { id, properties } = await connect(app, user);
  await waitForSource(app, user, { name: 'example.com', state: 'ready' });
  const disconnect = () => send(app, user, ['DELETE', `integrations/${id}`]);
  return { ...stage, domainId, id, properties, disconnect };
}

it('a domain gets another property of an account that is disconnected', async () => {
  const { app, database, user, domainId, properties, disconnect } = await startConnected();
  const other = properties.find(({ domains }) => domains.length === 0);
  const choice = { domain_id: domainId, property_id: other?.id };
  const statuses = await runPair(database, {
    first: () => send(app, user, ['PUT', 'integrations/properties', choice]),
    second: disconnect,
    gate: (trx) => sql`select from search_sources where domain_id = ${domainId} for update`.execute(trx),
  });
  expect(statuses).toEqual([200, 200]);
});

it('an account is checked while it is disconnected', async () => {
  const { app, database, user, id, disconnect } = await startConnected();
  const statuses = await runPair(database, {
    first: () => send(app, user, ['GET', 'integrations/gsc-check-connection']),
    second: disconnect,
    gate: (trx) => sql`select from search_properties where integration_id = ${id} for update`.execute(trx),
  });
  expect(statuses).toEqual([200, 200]);
});

it('an account is deleted while one of its runs ends', async () => {
  const { app, database, log, user, store } = await start({ passwordHash });
  const isHeld = store.hold('publish runs/');
  const saved = await saveProject(app, user);
  const { project_id: projectId } = saved.json<{ data: { project_id: number } }>().data;
  await isHeld;
  const [, status] = await runPair(database, {
    first: () => store.release(),
    second: () => send(app, user, ['DELETE', 'account', { password: PASSWORD }]),
    gate: (trx) => sql`select from projects where id = ${projectId} for update`.execute(trx),
  });
  expect(status).toBe(200);
  const jobs = `select from pgboss.job where name = 'run' and state in ('created', 'retry', 'active')`;
  await expect.poll(() => runSql(database, jobs)).toEqual([]);
  expect(log.filter(({ msg }) => msg === 'a job failed')).toEqual([]);
});
