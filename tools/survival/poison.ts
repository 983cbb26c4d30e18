/**
 * A run under which the process dies each time it is tried. It must end as failed and say why, its
 * neighbours must land, and the server must stay up afterwards however often it was started before.
 */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import type { ServerProcess } from '#testkit/server-process.ts';
import type { Findings } from './judge.ts';
import { listDiffering, save } from './kill-runs.ts';
import { makeMaterial, type Material } from './material.ts';
import type { Place } from './place.ts';

const PATIENCE_MS = 900_000;
const LOOK_MS = 20;
/** More starts than that are one without an end. */
const MOST_LIVES = 25;
/** From then on the second neighbour is saved, when the poison has killed others already. */
const LATE_LIFE = 3;

export interface Poisoning {
  deaths: number;
  state: string;
  /** What is told at the run. */
  message: string;
  neighbours: string[];
  /** How long the server was up, untroubled, after the run was given up. */
  calmMs: number;
  lost: string[];
  differing: string[];
  findings: Findings;
}

/**
 * Kills from outside as the system does that has run out of memory: as soon as the run is at work, which
 * its folder of half-written work shows.
 */
export async function poison(
  { place, rows }: { place: Place; rows: number },
  log: (text: string) => void,
): Promise<Poisoning> {
  const report = emptyReport();
  const material = makeMaterial(rows);
  let server = await place.start();
  const client = await signIn(server.address);
  const seen = new Set<string>();
  const poisonous = await save(client, material, 'Poison');
  const neighbours = [await save(client, material, 'Neighbour')];
  const isAtWork = () => isNew(place, poisonous.runId, seen);
  for (let life = 1; life <= MOST_LIVES; life++) {
    const isDead = await liveUntil(server, async () => {
      if (isAtWork()) server.signal('SIGKILL');
      if (life >= LATE_LIFE && neighbours.length < 2) {
        neighbours.push(await save(client, material, `Late ${life}`));
      }
      return hasFailed(client, poisonous.projectId);
    });
    if (!isDead) break;
    report.deaths++;
    log(`death ${report.deaths}`);
    // What a killed server has left there lies there for a while where several may be at work.
    for (const name of listScratch(place)) seen.add(name);
    server = await place.start();
    client.moveTo(server.address);
  }
  await describe(report, client, { poisonous: poisonous.projectId, neighbours, material });
  await server.end('SIGTERM');
  report.findings = await place.judge();
  report.findings.unfinished = report.findings.unfinished.filter((text) => !text.endsWith(' is failed'));
  return report;
}

/**
 * Has too little memory for any run by the system's own limit (`ulimit -d`): of so many megabytes, which
 * must be more than a start needs.
 */
export async function starve(
  { place, rows, megabytes }: { place: Place; rows: number; megabytes: number },
  log: (text: string) => void,
): Promise<Poisoning> {
  const report = emptyReport();
  const material = makeMaterial(rows);
  const first = await place.start();
  const client = await signIn(first.address);
  const poisonous = await save(client, material, 'Too large');
  await first.end('SIGKILL');
  report.deaths++;
  let server: ServerProcess | undefined;
  for (let life = 1; life <= MOST_LIVES; life++) {
    // The run is taken up before anybody can come, so the server may die before it says that it is ready.
    server = await place.start({ before: `ulimit -d ${megabytes * 1000}` }).catch((error: unknown) => {
      log(`death ${report.deaths + 1} while starting: ${findReason(String(error))}`);
      return undefined;
    });
    if (server === undefined) {
      report.deaths++;
      continue;
    }
    client.moveTo(server.address);
    const isDead = await liveUntil(server, () => hasFailed(client, poisonous.projectId));
    if (!isDead) break;
    report.deaths++;
    const { code, signal } = await server.ended;
    log(`death ${report.deaths}: ${signal ?? code}, ${findReason(server.output())}`);
  }
  await describe(report, client, { poisonous: poisonous.projectId, neighbours: [], material });
  await server?.end('SIGTERM');
  report.findings = await place.judge();
  report.findings.unfinished = report.findings.unfinished.filter((text) => !text.endsWith(' is failed'));
  return report;
}

function emptyReport(): Poisoning {
  return {
    deaths: 0,
    state: '',
    message: '',
    neighbours: [],
    calmMs: 0,
    lost: [],
    differing: [],
    findings: { orphans: [], missing: [], doubled: [], unfinished: [] },
  };
}

function listScratch({ scratch }: Place): string[] {
  try {
    return readdirSync(scratch);
  } catch {
    return [];
  }
}

function isNew(place: Place, runId: number, seen: ReadonlySet<string>): boolean {
  return listScratch(place).some((name) => name.startsWith(`run-${runId}-`) && !seen.has(name));
}

/** @returns whether the server died before what is waited for had come */
async function liveUntil(server: ServerProcess, look: () => Promise<boolean>): Promise<boolean> {
  const life = { isOver: false };
  void server.ended.then(() => (life.isOver = true));
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    // A question to a server that dies is not answered.
    const isReached = await look().catch(() => false);
    if (isReached) return false;
    if (life.isOver) return true;
    await sleep(LOOK_MS);
  }
  throw new Error('the run neither ended nor killed the server');
}

let askedAt = 0;

/** Asked less often than the files are looked at: people may call so often a minute, and no more. */
async function hasFailed(client: ServerClient, projectId: number): Promise<boolean> {
  if (performance.now() - askedAt < 500) return false;
  askedAt = performance.now();
  const { progress } = await client.show(projectId);
  return progress?.state === 'failed';
}

async function describe(
  report: Poisoning,
  client: ServerClient,
  all: { poisonous: number; neighbours: readonly { projectId: number }[]; material: Material },
): Promise<void> {
  const calmAt = performance.now();
  const { progress, runs } = await client.show(all.poisonous);
  report.state = progress?.state ?? '';
  const [run] = runs;
  if (run !== undefined) {
    const found = await client.call<{ message: string | null }>(`projects/${all.poisonous}/runs/${run.id}`);
    report.message = found.message ?? '';
  }
  const ids = all.neighbours.map(({ projectId }) => projectId);
  for (const id of ids) {
    const ended = await client.waitForRun(id, PATIENCE_MS);
    report.neighbours.push(ended.progress?.state ?? '');
    if (ended.progress?.state !== 'landed') report.lost.push(`project ${id} is ${ended.progress?.state}`);
  }
  report.differing = await listDiffering(client, all.material, ids);
  await sleep(10_000);
  await client.show(all.poisonous);
  report.calmMs = performance.now() - calmAt;
}

function findReason(output: string): string {
  const lines = output.split('\n');
  return lines.findLast((line) => /memory/.test(line))?.slice(0, 160) ?? 'without a word';
}
