/** Rows about 200 users who browse on PostgreSQL while two runs are written. For information, without limits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgresServer } from '#testkit/postgres-server.ts';
import { writeUsers } from './bench-users.ts';
import type { BenchRow } from './bench-rows.ts';
import type { Fixtures } from './bench-run.ts';
import type { BrowseResult, BrowseOptions } from './browse.ts';
import { prepareRun } from './calls.ts';
import { startServer } from './served.ts';
import { findPercentile } from './stop-watch.ts';

const BROWSE = fileURLToPath(new URL('./browse.ts', import.meta.url));
const USERS = 200;
const THINK_MS = 3000;
const RUN_ROWS = 10_000;
/** Browsing before the runs start and after they end. */
const MARGIN_MS = 10_000;
const PAGES = [
  ['account/user-data', 'projects?per_page=5', 'notifications'],
  ['projects', 'domains?per_page=100'],
  ['domains', 'account/user-data'],
  ['tutorials', 'notifications'],
].map((calls) => calls.map((path) => `/api/v1/${path}`));

export async function measureBrowsing(fixtures: Fixtures): Promise<BenchRow[]> {
  const dataFolder = join(fixtures.folder, 'browsing');
  const postgres = await startPostgresServer();
  const options = { databaseUrl: postgres.url };
  try {
    await (await startServer(dataFolder, options)).stop();
    const tokens = await writeUsers({ folder: join(dataFolder, 'database'), url: postgres.url }, USERS + 2);
    const server = await startServer(dataFolder, options);
    try {
      return await browseDuringRuns(fixtures, { ...server, tokens });
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
  }
}

interface Scene {
  address: string;
  pid: number;
  tokens: string[];
}

async function browseDuringRuns(fixtures: Fixtures, { address, pid, tokens }: Scene): Promise<BenchRow[]> {
  const files = { seed: fixtures.seed(), sheet: fixtures.sheet(RUN_ROWS) };
  const runs = await Promise.all(
    tokens
      .slice(USERS)
      .map((token, index) => prepareRun({ address, token, title: `Run ${index}`, ...files })),
  );
  const options: BrowseOptions = { address, tokens: tokens.slice(0, USERS), pages: PAGES, thinkMs: THINK_MS };
  const child = spawn(process.execPath, [BROWSE, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const output = text(child.stdout);
  await setTimeout(MARGIN_MS);
  const times = await Promise.all(runs.map((run) => run()));
  await setTimeout(MARGIN_MS);
  child.stdin.end();
  await once(child, 'close');
  const { times: calls, failures }: BrowseResult = JSON.parse(await output);
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const measure = `${USERS} users browsing during two runs of ${RUN_ROWS.toLocaleString('en-US')} rows, PostgreSQL`;
  return [
    { measure: `${measure}: p50`, figure: findPercentile(calls, 0.5), unit: 'ms' },
    { measure: '  p99', figure: findPercentile(calls, 0.99), unit: 'ms' },
    { measure: '  calls completed', figure: calls.length, unit: '' },
    { measure: `  calls failed ${JSON.stringify(failures)}`, figure: failed, unit: '' },
    {
      measure: '  longer of the two runs',
      figure: Math.max(...times.map(({ tookMs }) => tookMs)),
      unit: 'ms',
    },
    { measure: '  peak memory of the server', figure: readPeakMemory(pid) / 1e6, unit: 'MB' },
  ];
}

/** Reads the peak memory in bytes, from Linux (`VmHWM`, proc(5)). */
function readPeakMemory(pid: number): number {
  const [, kilobytes = '0'] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
