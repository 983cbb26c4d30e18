/**
 * Kills the server at moments of runs that it did not choose, starts it again and waits until the run has
 * landed by itself. Afterwards the log of what was acknowledged is laid beside what is there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import type { ServerProcess } from '#testkit/server-process.ts';
import type { Findings } from './judge.ts';
import { anyOf, hashExpected, makeMaterial, type Material } from './material.ts';
import type { Place } from './place.ts';

/** Of each run: tried to be killed so often before it may go on. */
const MOST_KILLS = 4;
const PATIENCE_MS = 300_000;
/** Where an interrupted run waits for half a minute, so many are interrupted before all of them are awaited. */
const SIDE_BY_SIDE = 5;

export interface RunKills {
  kills: number;
  /** By what the run was at. */
  moments: Map<string, number>;
  acknowledged: number;
  lost: string[];
  /** Parts other than those of an undisturbed run. */
  differing: string[];
  findings: Findings;
  bootMs: number[];
  /** From the server's being ready to the landing of the run that was killed. */
  landMs: number[];
}

interface Cycle {
  place: Place;
  material: Material;
  client: ServerClient;
  /** How long an undisturbed run takes. */
  runMs: number;
  report: RunKills;
}

export interface Watched {
  projectId: number;
  runId: number;
}

/** @param log is told how far it is */
export async function killRuns(
  { place, kills, endsAt, rows }: { place: Place; kills: number; endsAt: number; rows: number },
  log: (text: string) => void,
): Promise<RunKills> {
  const material = makeMaterial(rows);
  let server = await place.start();
  const client = await signIn(server.address);
  const report: RunKills = {
    kills: 0,
    moments: new Map(),
    acknowledged: 1,
    lost: [],
    differing: [],
    findings: { orphans: [], missing: [], doubled: [], unfinished: [] },
    bootMs: [],
    landMs: [],
  };
  const startedAt = performance.now();
  const first = await save(client, material, 'Undisturbed');
  await client.waitForRun(first.projectId, PATIENCE_MS);
  const runMs = performance.now() - startedAt;
  log(`an undisturbed run of ${rows} rows takes ${Math.round(runMs)} ms`);
  const cycle: Cycle = { place, material, client, runMs, report };
  const landed = [first.projectId];
  const waiting: number[] = [];
  const most = place.silenceMs > 0 ? SIDE_BY_SIDE : 1;
  for (let run = 1; report.kills < kills && performance.now() < endsAt; run++) {
    const { server: next, projectId } = await disturb(cycle, server, run);
    server = next;
    if (projectId !== undefined) waiting.push(projectId);
    if (waiting.length < most && report.kills < kills) continue;
    for (const id of waiting) await waitForLanding(cycle, id);
    landed.push(...waiting.splice(0));
    log(`${report.kills} kills, ${landed.length} runs landed`);
  }
  for (const id of waiting) await waitForLanding(cycle, id);
  landed.push(...waiting);
  await compare(cycle, landed);
  await server.end('SIGTERM');
  report.findings = await place.judge();
  return report;
}

/** Saves a project that is to become several parts. */
export async function save(
  client: ServerClient,
  { seed, script }: Material,
  title: string,
): Promise<Watched> {
  const saved = await client.sendForm<{ project_id: number; run_id: number }>(
    'save-xml',
    { title, script, split_xml_file: '2' },
    { name: 'seed.xml', bytes: seed },
  );
  return { projectId: saved.project_id, runId: saved.run_id };
}

/** One run, killed once or several times. */
async function disturb(cycle: Cycle, first: ServerProcess, run: number) {
  const { client, report } = cycle;
  let server = first;
  const title = `Survivor ${run}`;
  const saving = save(client, cycle.material, title).then(
    (watched) => {
      report.acknowledged++;
      return watched;
    },
    () => undefined,
  );
  await killAt(cycle, server, { saving, aim: run % 4 });
  server = await restart(cycle);
  const watched = await saving;
  const isOften = watched !== undefined && run % 5 === 0 && cycle.place.silenceMs === 0;
  const most = isOften ? MOST_KILLS : 1;
  for (let again = 1; again < most; again++) {
    await killAt(cycle, server, { saving, aim: (run + again) % 4 });
    server = await restart(cycle);
  }
  return { server, projectId: watched?.projectId ?? (await findByTitle(client, title)) };
}

async function waitForLanding({ client, report }: Cycle, projectId: number): Promise<void> {
  const readyAt = performance.now();
  const { progress } = await client.waitForRun(projectId, PATIENCE_MS);
  if (progress?.state !== 'landed') report.lost.push(`project ${projectId} is ${progress?.state}`);
  report.landMs.push(performance.now() - readyAt);
}

async function restart({ place, client, report }: Cycle): Promise<ServerProcess> {
  const server = await place.start();
  report.bootMs.push(server.readyMs);
  client.moveTo(server.address);
  return server;
}

/** Of a save that was not acknowledged: it may be there whole, or not at all. */
async function findByTitle(client: ServerClient, title: string): Promise<number | undefined> {
  const projects = await client.listProjects();
  return projects.find((project) => project.title === title)?.id;
}

interface Aim {
  saving: Promise<Watched | undefined>;
  /** 0 and 1: any time; 2: when the files take their place; 3: when another step has begun. */
  aim: number;
}

async function killAt(cycle: Cycle, server: ServerProcess, { saving, aim }: Aim): Promise<void> {
  const { client, report, runMs } = cycle;
  const end = new AbortController();
  let state = 'saving';
  const following = saving.then(async (watched) => {
    if (watched === undefined) return;
    state = 'queued';
    await client.follow(watched.projectId, (next) => (state = next), end.signal).catch(() => {});
  });
  if (aim < 2) await sleep(anyOf(runMs));
  else await waitUntil(() => isReached(cycle, { aim, state }), runMs * 2 + 2_000);
  if (aim >= 2) await sleep(anyOf(aim === 2 ? 60 : 200));
  await server.end('SIGKILL');
  end.abort();
  await following;
  report.kills++;
  const moment = describeMoment(cycle, state, (await saving)?.runId);
  report.moments.set(moment, (report.moments.get(moment) ?? 0) + 1);
}

const STEPS = ['planning', 'running', 'auditing'];

function isReached({ place, report }: Cycle, { aim, state }: { aim: number; state: string }): boolean {
  if (state.startsWith('landed')) return true;
  if (aim === 3) return STEPS.indexOf(state) >= report.kills % STEPS.length;
  const newest = Math.max(0, ...place.listNames('runs').map(Number));
  return state === 'auditing' && place.listNames(`runs/${newest}`).length > 0;
}

/** The server says "auditing" until the end; the files show how far it had come. */
function describeMoment({ place }: Cycle, state: string, runId: number | undefined): string {
  if (runId === undefined) return 'saving (not acknowledged)';
  if (state.startsWith('landed')) return 'landed already';
  const published = place.listNames(`runs/${runId}`);
  if (published.length === 0) return state;
  return published.includes('formed-links.html') ? 'reporting' : 'publishing';
}

async function waitUntil(isSo: () => boolean, longestMs: number): Promise<void> {
  const deadline = performance.now() + longestMs;
  while (!isSo() && performance.now() < deadline) await sleep(2);
}

/** Everything acknowledged is there, with the bytes of a run that nobody disturbed. */
async function compare({ client, material, report }: Cycle, projectIds: readonly number[]): Promise<void> {
  if (projectIds.length < report.acknowledged) {
    report.lost.push(`${report.acknowledged} saves were acknowledged, ${projectIds.length} projects landed`);
  }
  report.differing.push(...(await listDiffering(client, material, projectIds)));
}

/** @returns projects whose parts are not those that the engine alone makes */
export async function listDiffering(
  client: ServerClient,
  material: Material,
  projectIds: readonly number[],
): Promise<string[]> {
  const differing: string[] = [];
  for (const id of projectIds) {
    const { key, parts } = await client.show(id);
    const expected = hashExpected(material, key);
    const got = parts.map(({ sha256 }) => sha256);
    if (got.join() !== expected.join()) differing.push(`project ${id}`);
  }
  return differing;
}
