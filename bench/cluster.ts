/**
 * Measures pages per second of workers that share PostgreSQL and an object store, and bytes per page row. Saves
 * `--projects` projects of `--rows` rows at once and waits for their runs, with one worker and with two. The database and
 * the store are test servers: nothing is flushed to disk, and all processes share this machine.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { makeFolder } from '#testkit/folder.ts';
import { PRODUCTION } from '#testkit/program.ts';
import { startPostgresServer } from '#testkit/postgres-server.ts';
import { startS3Server } from '#testkit/s3-server.ts';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts';
import { writeBenchSeed } from './bench-seed.ts';
import { writeBenchSheet } from './bench-sheet.ts';

const MIGRATE = fileURLToPath(new URL('../server/migrate.ts', import.meta.url));
const MAX_RUN_MS = 30 * 60_000;

const { values: flags } = parseArgs({
  options: { projects: { type: 'string', default: '4' }, rows: { type: 'string', default: '10000' } },
});
const projects = Number(flags.projects);
const rows = Number(flags.rows);
const seed = Buffer.from(writeBenchSeed());
const sheet = writeBenchSheet(rows);

const keepUntilExit = (remove: () => void) => void process.once('exit', remove);

for (const workers of [1, 2]) await measure(workers);

async function measure(workers: number): Promise<void> {
  const postgres = await startPostgresServer();
  const store = await startS3Server();
  const environment = {
    DATABASE_URL: postgres.url,
    S3_BUCKET: store.options.bucket,
    S3_ENDPOINT: store.options.endpoint,
    S3_ACCESS_KEY_ID: store.options.accessKeyId,
    S3_SECRET_ACCESS_KEY: store.options.secretAccessKey,
    S3_FORCE_PATH_STYLE: '1',
    // The benchmark account signs in with only a password.
    GEOLOOM_REQUIRE_TWO_FACTOR: 'off',
    ...PRODUCTION,
  };
  execFileSync(process.execPath, [MIGRATE], { env: { PATH: process.env['PATH'], ...environment } });
  const start = (role: string) =>
    startServerProcess({
      dataFolder: makeFolder({}, keepUntilExit),
      environment: { ...environment, GEOLOOM_ROLE: role },
      args: ['serve'],
    });
  const processes = [await start('web')];
  for (let index = 0; index < workers; index++) processes.push(await start('worker'));
  const client = await signIn(processes[0]?.address ?? '');
  const idleCpu = await Promise.all(processes.map(readCpuSeconds));
  const before = performance.now();
  const ids = [];
  for (let index = 0; index < projects; index++) ids.push(await save(client, index));
  for (const id of ids) await client.waitForRun(id, MAX_RUN_MS);
  const seconds = (performance.now() - before) / 1000;
  console.log(`${workers} worker(s): ${Math.round((projects * rows) / seconds)} pages per second`);
  const cpu = (await Promise.all(processes.map(readCpuSeconds))).map(
    (used, index) => used - (idleCpu[index] ?? 0),
  );
  const [webCpu = 0, ...workerCpu] = cpu.map((used) => (used * 1000) / (projects * rows));
  const perPage = workerCpu.reduce((sum, each) => sum + each, 0);
  console.log(`  CPU per page: workers ${perPage.toFixed(2)} ms, web ${webCpu.toFixed(2)} ms`);
  console.log(`  peak memory: ${processes.map(({ pid }) => `${readPeakMb(pid)} MB`).join(', ')} (web first)`);
  if (workers === 1) await reportSizes(postgres.url);
  await Promise.all(processes.map((each: ServerProcess) => each.end('SIGTERM')));
  await store.close();
  await postgres.stop();
}

async function save(client: ServerClient, index: number): Promise<number> {
  const fields = { title: `Cluster ${index}`, type: 'wordpress', script: sheet, split_xml_file: '2' };
  const saved = await client.sendForm<{ project_id: number }>('save-xml', fields, {
    name: 'seed.xml',
    bytes: seed,
  });
  return saved.project_id;
}

/** Reads the CPU time that the process reports, which is the same on a busy machine. */
async function readCpuSeconds({ address }: ServerProcess): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
}

function readPeakMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Prints bytes per page, including indexes. */
async function reportSizes(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('vacuum analyze');
  const { rows: tables } = await client.query<{ name: string; bytes: number }>(
    `select relname as name, pg_total_relation_size(relid)::float8 as bytes
     from pg_stat_user_tables order by 2 desc limit 6`,
  );
  const { rows: parts } = await client.query<{ bytes: number }>(
    'select coalesce(sum(size), 0)::float8 as bytes from run_parts',
  );
  await client.end();
  const pages = projects * rows;
  for (const { name, bytes } of tables) console.log(`  ${name}: ${Math.round(bytes / pages)} bytes per page`);
  console.log(`  files: ${Math.round((parts[0]?.bytes ?? 0) / pages)} bytes per page`);
}
