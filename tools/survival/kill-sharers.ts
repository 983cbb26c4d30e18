/**
 * Two servers share a PostgreSQL database and a folder of files, or a bucket. The one that works on a run is killed,
 * again and again on the same run; the other goes on with it, and its clients see all of it.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import type { Findings } from './judge.ts';
import { hashExpected, makeMaterial } from './material.ts';
import type { Place } from './place.ts';

const PATIENCE_MS = 300_000;
/** Not while it is planned: the beginning of the next try would look the same. */
const WORKING = 'running';

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

/** @param place one that servers can share */
export async function killSharers(
  { place, deaths, rows }: { place: Place; deaths: number; rows: number },
  log: (text: string) => void,
): Promise<SharerKills> {
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
  let worker = await place.start();
  const client = await signIn(worker.address);
  const { project_id: projectId } = await client.sendForm<{ project_id: number }>(
    'save-xml',
    { title: 'Shared', script: material.script, split_xml_file: '2' },
    { name: 'seed.xml', bytes: material.seed },
  );
  const listScratch = () => readdirSync(place.scratch);
  while (listScratch().length === 0) await sleep(5);
  const begun = listScratch();
  let other = await place.start();
  report.isScratchSpared = begun.every((name) => listScratch().includes(name));
  while (report.kills < deaths) {
    client.moveTo(other.address);
    const watching = watchElsewhere(client, projectId, report);
    await watching.until((state) => state === WORKING || state === 'landed');
    // It was quicker than its killer.
    if (watching.hasLanded()) break;
    await worker.end('SIGKILL');
    const diedAt = performance.now();
    report.kills++;
    // The first step of a new try is planning: its beginning is told again.
    await watching.untilBegunAgain();
    report.takeOverMs.push(performance.now() - diedAt);
    log(`death ${report.kills}: taken over after ${((performance.now() - diedAt) / 1000).toFixed(1)} s`);
    watching.stop();
    [worker, other] = [other, await place.start()];
  }
  client.moveTo(other.address);
  const { progress, parts, key } = await client.waitForRun(projectId, PATIENCE_MS);
  report.state = progress?.state ?? '';
  report.isSame = parts.map(({ sha256 }) => sha256).join() === hashExpected(material, key).join();
  for (const server of [worker, other]) await server.end('SIGTERM');
  report.findings = await place.judge();
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
      return until(() => beginnings > before || last === 'landed');
    },
    hasLanded: () => last === 'landed',
    stop: () => {
      stop.abort();
      void ended;
    },
  };
}
