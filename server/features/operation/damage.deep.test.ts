/** A server whose embedded database was damaged on disk while it was stopped: it starts, but isn't ready. */
import { cpSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#server/config.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { createFiles } from '#server/gateways/create-files.ts';
import { wire } from '#server/wire.ts';
import { makeFolder } from '#testkit/folder.ts';
import { addUser } from '#testkit/users.ts';
import { runSql } from '#testkit/test-database.ts';

const LONG_MS = 120_000;
const ends: (() => void)[] = [];
const pristine = join(
  makeFolder({}, (end) => void ends.push(end)),
  'database',
);
let users = '';

beforeAll(async () => {
  const database = await openDatabase({ folder: pristine });
  await migrate(database);
  await addUser(database.db, { email: 'ada@example.com' });
  const [file] = await runSql<{ path: string }>(database, `select pg_relation_filepath('users') as path`);
  users = file?.path ?? '';
  await database.close();
}, LONG_MS);
afterAll(() => ends.forEach((end) => end()));

async function startDamaged(harm: (path: string) => void) {
  const folder = join(makeFolder(), 'database');
  cpSync(pristine, folder, { recursive: true });
  harm(join(folder, users));
  const database = await openDatabase({ folder });
  onTestFinished(() => database.close());
  const server = await wire(readConfig({ GEOLOOM_DATA_DIR: makeFolder() }), {
    webFolder: makeFolder({ 'index.html': '<!doctype html>' }),
    database,
    files: await createFiles({ folder: makeFolder() }),
  });
  onTestFinished(() => server.app.close());
  return server.app;
}

const DAMAGED = { errors: { database: [expect.stringMatching(/^The database is damaged: .* backup/)] } };

it('is not ready while a table can’t be read, and reports what to do', { timeout: LONG_MS }, async () => {
  const app = await startDamaged((path) => rmSync(path));
  const reply = await app.inject('/api/v1/ready');
  expect([reply.statusCode, reply.json()]).toEqual([503, expect.objectContaining(DAMAGED)]);
  expect(reply.body).not.toContain('base/');
});

it('isn’t ready after a call has hit the damage', { timeout: LONG_MS }, async () => {
  // Shorter than a page: the table seems empty until an index points to a row.
  const app = await startDamaged((path) => truncateSync(path, 100));
  expect((await app.inject('/api/v1/ready')).statusCode).toBe(200);
  const payload = { email: 'ada@example.com', password: 'nine orange ladders' };
  const met = await app.inject({ method: 'POST', url: '/api/v1/auth/login', payload });
  expect(met.statusCode, met.body).toBe(500);
  await expect
    .poll(async () => (await app.inject('/api/v1/ready')).json(), { timeout: 5_000 })
    .toMatchObject({ code: 'not_ready', ...DAMAGED });
});
