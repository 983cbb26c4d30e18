/** Production on PostgreSQL: a migration, a web process and a worker. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { PRODUCTION } from '#testkit/program.ts';
import { startPostgresServer } from '#testkit/postgres-server.ts';
import { townsCsv, townSeed } from '#testkit/project-calls.ts';
import { signIn } from '#testkit/server-client.ts';
import { startServerProcess } from '#testkit/server-process.ts';

const CONNECTIONS = 12;
const MIGRATE = fileURLToPath(new URL('migrate.ts', import.meta.url));

async function startPlace() {
  const postgres = await startPostgresServer();
  onTestFinished(() => postgres.stop());
  const dataFolder = makeFolder();
  const settings = { ...PRODUCTION, DATABASE_URL: postgres.url, GEOLOOM_REQUIRE_TWO_FACTOR: 'off' };
  const args = ['serve', makeFolder({ 'index.html': '' })];
  // A migration only needs the database settings.
  const migrate = () => {
    const env = { PATH: process.env.PATH, DATABASE_URL: postgres.url };
    return execFileSync(process.execPath, [MIGRATE], { env, encoding: 'utf8' });
  };
  const start = async (role: string, others: Readonly<Record<string, string>> = {}) => {
    const environment = { ...settings, GEOLOOM_ROLE: role, ...others };
    const server = await startServerProcess({ dataFolder, environment, args });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    return server;
  };
  const run = async (statement: string): Promise<pg.QueryResult<{ count: string }>> => {
    const client = new pg.Client(postgres.url);
    await client.connect();
    try {
      return await client.query<{ count: string }>(statement);
    } finally {
      await client.end();
    }
  };
  const countConnections = async () => {
    const { rows } = await run(
      "select count(*) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return Number(rows[0]?.count);
  };
  return { start, migrate, run, countConnections };
}

it('a server rejects an older database, and names the command that migrates it', async () => {
  const { start, migrate } = await startPlace();
  await expect(start('web')).rejects.toThrow(
    /The database is older than this version of Geoloom: \d+ migrations have not run. Run: npm run migrate\n/,
  );
  expect(migrate()).toMatch(
    /^Database: PostgreSQL, \S+\nRunning 0001_start.sql\n(Running \d{4}_\w+.sql\n)+Ran \d+ migrations in \S+ s. The database is up to date.\n$/,
  );
  expect(migrate()).toContain('Nothing to do: the database is up to date.');
});

it('reports that an upgrade of the job queue breaks the previous version', async () => {
  const { start, migrate, run } = await startPlace();
  migrate();
  await run(getRollbackPlans('pgboss', bossPackage.pgboss.schema));
  await expect(start('web')).rejects.toThrow(/The job queue tables are older .* Run: npm run migrate\n/);
  expect(migrate()).toMatch(
    /Updated the job queue tables.\nRan 0 migrations .*\nThe previous version no longer works with the database: stop its processes now/,
  );
  expect(migrate()).toContain('Nothing to do: the database is up to date.');
});

it('a run saved through one process is executed by the other', async () => {
  const { start, migrate, countConnections } = await startPlace();
  migrate();
  const web = await start('web');
  const client = await signIn(web.address);
  const { project_id: id } = await client.sendForm<{ project_id: number }>(
    'save-xml',
    { title: 'Plumber', script: townsCsv(3) },
    { name: 'seed.xml', bytes: townSeed() },
  );
  await Promise.all(Array.from({ length: 60 }, () => client.listProjects()));
  const busy = await countConnections();
  expect(busy).toBeGreaterThan(0);
  expect(busy).toBeLessThanOrEqual(CONNECTIONS);
  expect((await client.show(id)).progress?.state).toBe('queued');

  const worker = await start('worker');
  expect(worker.output()).toContain('(worker: health, ready, version and metrics only)');
  const { port } = new URL(worker.address);
  await expect(start('worker', { PORT: port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or set another port: PORT=`,
  );
  const states: string[] = [];
  const seen = new AbortController();
  const follow = (state: string) => {
    states.push(state);
    if (state === 'completed') seen.abort();
  };
  await client
    .follow(id, follow, AbortSignal.any([seen.signal, AbortSignal.timeout(60_000)]))
    .catch(() => {});
  expect(states.at(-1)).toBe('completed');
  expect((await client.show(id)).progress).toMatchObject({ state: 'completed', pages_done: 3 });
  expect(await countConnections()).toBeLessThanOrEqual(2 * CONNECTIONS);
  await expect
    .poll(worker.output)
    .toMatch(/"job":"run",.*"result":"done","duration":\d+,"msg":"a job ended"/);
  expect(web.output()).not.toContain('"job":"run"');
  const readStatus = async (path: string, headers = {}) =>
    (await fetch(`${worker.address}${path}`, { headers })).status;
  expect(await readStatus('/api/v1/ready')).toBe(200);
  expect(await readStatus('/metrics')).toBe(200);
  expect(await readStatus('/metrics', { 'x-forwarded-for': '127.0.0.1' })).toBe(401);
  expect(await readStatus('/')).toBe(404);
  expect((await worker.end('SIGTERM')).code).toBe(0);
});
