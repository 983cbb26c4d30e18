/**
 * Two servers share a PostgreSQL database and a folder of files. The one that works on a run is killed,
 * again and again on the same run; the other goes on with it, and its clients see all of it.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgresServer } from '#testkit/postgres-server.ts';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts';
import { openDatabase } from '#server/db/open.ts';
import { createFiles } from '#server/gateways/create-files.ts';
import { type Findings, judge } from './judge.ts';
import { hashExpected, makeMaterial } from './material.ts';

const PATIENCE_MS = 300_000;
const WORKING = ['planning', 'running'];

export interface SharerKills {
  kills: number;
  /** From the death of one server to the moment at which the other had begun the run again. */
  takeOverMs: number[];
  /** States that a client of the server that did not work saw of each life of the run. */
  statesSeenElsewhere: string[];
  /** The scratch of the first server was still there after the second had started. */
  isScratchSpared: boolean;
  state: string;
  isSame: boolean;
  findings: Findings;
}

export async function killSharers(
  { dataFolder, deaths, rows }: { dataFolder: string; deaths: number; rows: number },
  log: (text: string) => void,
): Promise<SharerKills> {
  const postgres = await startPostgresServer();
  const servers = new Set<ServerProcess>();
  try {
    const start = async () => {
      const server = await startServerProcess({ dataFolder, environment: { DATABASE_URL: postgres.url } });
      servers.add(server);
      return server;
    };
    const report = await share({ dataFolder, deaths, rows, start, log });
    for (const server of servers) await server.end('SIGTERM');
    const database = await openDatabase({ url: postgres.url });
    report.findings = await judge(database, await createFiles({ folder: join(dataFolder, 'files') }));
    await database.close();
    return report;
  } finally {
    for (const server of servers) server.signal('SIGKILL');
    await postgres.stop();
  }
}

interface Sharing {
  dataFolder: string;
  deaths: number;
  rows: number;
  start(): Promise<ServerProcess>;
  log(text: string): void;
}

async function share({ dataFolder, deaths, rows, start, log }: Sharing): Promise<SharerKills> {
  const report: SharerKills = {
    kills: 0,
    takeOverMs: [],
    statesSeenElsewhere: [],
    isScratchSpared: false,
    state: '',
    isSame: false,
    findings: { orphans: [], missing: [], doubled: [], unfinished: [] },
  };
  const material = makeMaterial(rows);
  let worker = await start();
  const client = await signIn(worker.address);
  const { project_id: projectId } = await client.sendForm<{ project_id: number }>(
    'save-xml',
    { title: 'Shared', script: material.script, split_xml_file: '2' },
    { name: 'seed.xml', bytes: material.seed },
  );
  const listScratch = () => readdirSync(join(dataFolder, 'files/.scratch'));
  while (listScratch().length === 0) await sleep(5);
  const scratch = listScratch();
  let other = await start();
  report.isScratchSpared = scratch.every((name) => listScratch().includes(name));
  while (report.kills < deaths) {
    client.moveTo(other.address);
    const watching = watchElsewhere(client, projectId, report);
    await watching.until((state) => WORKING.includes(state));
    await worker.end('SIGKILL');
    const diedAt = performance.now();
    report.kills++;
    // The first step of a new try is planning: its beginning is told again.
    await watching.untilBegunAgain();
    report.takeOverMs.push(performance.now() - diedAt);
    log(`death ${report.kills}: taken over after ${((performance.now() - diedAt) / 1000).toFixed(1)} s`);
    watching.stop();
    [worker, other] = [other, await start()];
  }
  client.moveTo(other.address);
  const { progress, parts, key } = await client.waitForRun(projectId, PATIENCE_MS);
  report.state = progress?.state ?? '';
  report.isSame = parts.map(({ sha256 }) => sha256).join() === hashExpected(material, key).join();
  return report;
}

function watchElsewhere(client: ServerClient, projectId: number, report: SharerKills) {
  const stop = new AbortController();
  let last = '';
  let beginnings = 0;
  const ended = client
    .follow(
      projectId,
      (state) => {
        if (state === 'planning' && last !== 'planning') beginnings++;
        if (state !== last) report.statesSeenElsewhere.push(state);
        last = state;
      },
      stop.signal,
    )
    .catch(() => {});
  const until = async (isSo: () => boolean) => {
    const deadline = performance.now() + PATIENCE_MS;
    while (!isSo()) {
      if (performance.now() > deadline) throw new Error(`the run stays ${last}`);
      await sleep(10);
    }
  };
  return {
    until: (isWanted: (state: string) => boolean) => until(() => isWanted(last)),
    untilBegunAgain: () => {
      const before = beginnings;
      return until(() => beginnings > before);
    },
    stop: () => {
      stop.abort();
      void ended;
    },
  };
}
