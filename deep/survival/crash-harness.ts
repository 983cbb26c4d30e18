/** Kills and restarts servers of one deployment, and records what they acknowledged to a client. */
import { expect } from 'vitest';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import type { ServerProcess } from '#testkit/server-process.ts';
import type { IntegrityReport } from './integrity.ts';
import { hashExpected, type Workload } from './workload.ts';
import type { Deployment } from './deployment.ts';

export const TIMEOUT_MS = 300_000;

export interface Saved {
  projectId: number;
  runId: number;
}

/** Lists that must be empty, by name. */
export type Faults = Readonly<Record<string, readonly string[]>>;

export interface CrashHarness {
  client: ServerClient;
  /** The current or latest server. */
  server(): ServerProcess;
  /** Kills the server and backdates its heartbeats. @returns when it has exited */
  kill(): Promise<void>;
  /** Starts the next server. */
  restart(before?: string): Promise<void>;
  /** Saves a project and records the response. @returns undefined if the save wasn't acknowledged */
  save(workload: Workload, title: string): Promise<Saved | undefined>;
  /** Waits until the runs of all saved projects have ended. */
  waitForRuns(): Promise<void>;
  /** Stops the server and checks its data; reports orphans only if the next start doesn't sweep them. */
  stopAndCheck(): Promise<IntegrityReport & { tooYoung: string[] }>;
  /** Compares every project with the acknowledged saves and the engine's output, then stops and checks. */
  verify(): Promise<{ faults: Faults; notes: string[] }>;
}

/** Starts the first server and signs in. */
export async function startCrashHarness(deployment: Deployment): Promise<CrashHarness> {
  let server = await deployment.start();
  const client = await signIn(server.address);
  const saves = trackSaves(client);

  async function restart(before?: string): Promise<void> {
    server = await deployment.start(before);
    client.moveTo(server.address);
  }

  async function kill(): Promise<void> {
    await server.end('SIGKILL');
    await deployment.backdateHeartbeats();
  }

  async function stopAndCheck(): Promise<IntegrityReport & { tooYoung: string[] }> {
    await server.end('SIGTERM');
    const found = await deployment.checkIntegrity();
    if (deployment.isShared || found.orphans.length === 0) return found;
    await restart();
    const listOrphans = () => found.orphans.filter((name) => deployment.contains(name));
    await expect.poll(listOrphans, { timeout: TIMEOUT_MS, interval: 100 }).toEqual([]);
    await server.end('SIGTERM');
    return deployment.checkIntegrity();
  }

  async function verify(): Promise<{ faults: Faults; notes: string[] }> {
    const { lost, differing, note } = await saves.compare();
    const { tooYoung, ...found } = await stopAndCheck();
    const young = deployment.isShared ? [`orphans too young to be swept at once ${tooYoung.length}`] : [];
    return {
      faults: { ...found, lost: [...lost, ...found.lost], 'other bytes': differing },
      notes: [note, ...young],
    };
  }

  const { save, waitForRuns } = saves;
  return { client, server: () => server, kill, restart, save, waitForRuns, stopAndCheck, verify };
}

function trackSaves(client: ServerClient) {
  const attempts = new Map<string, { workload: Workload; projectId?: number }>();
  const ended = new Set<number>();

  /** Lists the stored projects: a save without a response may be stored completely or not at all. */
  async function listSaved() {
    const projects = await client.listProjects();
    return projects.flatMap(({ id, title }) => {
      const attempt = attempts.get(title);
      return attempt === undefined ? [] : [{ id, title, workload: attempt.workload }];
    });
  }

  return {
    save: async (workload: Workload, title: string) => {
      attempts.set(title, { workload });
      const saved = await saveProject(client, workload, title).catch(() => undefined);
      if (saved !== undefined) attempts.set(title, { workload, projectId: saved.projectId });
      return saved;
    },
    waitForRuns: async () => {
      for (const { id } of await listSaved()) {
        if (!ended.has(id)) await client.waitForRun(id, TIMEOUT_MS);
        ended.add(id);
      }
    },
    compare: async () => {
      const saved = await listSaved();
      const ids = saved.map(({ id }) => id);
      const acknowledged = [...attempts].flatMap(([title, { projectId: id }]) =>
        id === undefined ? [] : [{ title, id }],
      );
      const lost = acknowledged.filter(({ id }) => !ids.includes(id)).map(({ title }) => title);
      const differing: string[] = [];
      for (const { id, title, workload } of saved) {
        const { progress, parts, key } = await client.waitForRun(id, TIMEOUT_MS);
        if (progress?.state !== 'completed') lost.push(`${title} is ${progress?.state}`);
        const hashes = parts.map(({ sha256 }) => sha256);
        if (hashes.join() !== hashExpected(workload, key).join()) differing.push(title);
      }
      const note = `saves ${attempts.size}, acknowledged ${acknowledged.length}, compared ${saved.length}`;
      return { lost, differing, note };
    },
  };
}

/** Saves a project in several parts. @throws with the error response, or the connection error */
export async function saveProject(
  client: ServerClient,
  { seed, script }: Workload,
  title: string,
): Promise<Saved> {
  const saved = await client.sendForm<{ project_id: number; run_id: number }>(
    'save-xml',
    { title, script, split_xml_file: '2' },
    { name: 'seed.xml', bytes: seed },
  );
  return { projectId: saved.project_id, runId: saved.run_id };
}

/** Prints the number of each fault, and fails if there is any. */
export function expectNone(title: string, faults: Faults, notes: readonly string[] = []): void {
  const counts = Object.entries(faults).map(([name, found]) => `${name} ${found.length}`);
  console.log([title, ...notes, counts.join(', ')].join('\n  '));
  expect(faults).toEqual(Object.fromEntries(Object.keys(faults).map((name) => [name, []])));
}

/** @returns `auditing 3, planning 2` */
export function countEach(names: readonly string[]): string {
  return [...Map.groupBy(names, (name) => name)].map(([name, all]) => `${name} ${all.length}`).join(', ');
}
