/**
 * Stops the server by SIGTERM at moments that it did not choose, while people listen to events and a
 * download is not read to its end; starts it again, and what was interrupted must go on by itself.
 */
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import type { ServerProcess } from '#testkit/server-process.ts';
import type { Findings } from './judge.ts';
import { listDiffering, save, type Watched } from './kill-runs.ts';
import { beginSending, describeCall } from './kill-uploads.ts';
import { anyOf, makeMaterial, type Material } from './material.ts';
import type { Place } from './place.ts';

const PATIENCE_MS = 300_000;
/** What the server promises; on a busy machine the end of the process may be seen a little later. */
const LONGEST_STOP_MS = 10_500;
/** So much is written at least before anybody waits for its reader. */
const DOWNLOAD_ROWS = 12_000;
const WHEN = ['idle', 'queued', 'planning', 'running', 'auditing', 'saving', 'uploading'] as const;

export interface Stops {
  stops: number;
  /** By what the server was at. */
  moments: Map<string, number>;
  acknowledged: number;
  /** Downloads that were cut off rather than waited for. */
  cutDownloads: number;
  stopMs: number[];
  /** Exits other than 0, and stops that took too long. */
  rude: string[];
  /** Lines of the log that tell of an error. */
  errors: string[];
  lost: string[];
  differing: string[];
  findings: Findings;
}

interface Stopping {
  place: Place;
  material: Material;
  client: ServerClient;
  /** Of a file too large for what lies between two programs. */
  download: string;
  kilobytes: number;
  report: Stops;
}

export async function stopServers(
  { place, stops, rows, kilobytes }: { place: Place; stops: number; rows: number; kilobytes: number },
  log: (text: string) => void,
): Promise<Stops> {
  const material = makeMaterial(rows);
  let server = await place.start();
  const client = await signIn(server.address);
  const report: Stops = {
    stops: 0,
    moments: new Map(),
    acknowledged: 0,
    cutDownloads: 0,
    stopMs: [],
    rude: [],
    errors: [],
    lost: [],
    differing: [],
    findings: { orphans: [], missing: [], doubled: [], unfinished: [] },
  };
  const download = await makeDownload(client);
  const stopping = { place, material, client, download, kilobytes, report };
  const saved: number[] = [];
  for (let cycle = 0; cycle < stops; cycle++) {
    const at = WHEN[cycle % WHEN.length] ?? 'idle';
    const watched = await stopOnce(stopping, server, { at, cycle });
    server = await place.start();
    client.moveTo(server.address);
    const projectId = watched?.projectId ?? (await findByTitle(client, nameProject(cycle)));
    if (projectId !== undefined) {
      const { progress } = await client.waitForRun(projectId, PATIENCE_MS);
      if (progress?.state !== 'landed') report.lost.push(`project ${projectId} is ${progress?.state}`);
      saved.push(projectId);
    }
    log(
      `${report.stops} stops, the last ${Math.round(report.stopMs.at(-1) ?? 0)} ms after its signal (${at})`,
    );
  }
  if (saved.length < report.acknowledged) {
    report.lost.push(`${report.acknowledged} saves were acknowledged, ${saved.length} projects are there`);
  }
  report.differing = await listDiffering(client, material, saved);
  note(report, server, await server.end('SIGTERM'));
  report.findings = await place.judge();
  return report;
}

const nameProject = (cycle: number) => `Stopped ${cycle}`;

/** One stop. @returns the run that was there, where its save was answered */
async function stopOnce(
  stopping: Stopping,
  server: ServerProcess,
  { at, cycle }: { at: (typeof WHEN)[number]; cycle: number },
): Promise<Watched | undefined> {
  const { client, material, report, kilobytes } = stopping;
  const loaded = await load(stopping, server);
  let saving: Promise<Watched | undefined> = Promise.resolve(undefined);
  let sending: Awaited<ReturnType<typeof beginSending>> | undefined;
  if (at === 'uploading') {
    sending = await beginSending(server, client, describeCall(cycle * 2, kilobytes));
    await sending.send(Math.random());
  } else if (at !== 'idle') {
    saving = save(client, material, nameProject(cycle)).catch(() => undefined);
    if (at === 'saving') await sleep(anyOf(600));
    else await reach(client, await saving, at);
  }
  const ended = await server.end('SIGTERM');
  const watched = await saving;
  if (watched !== undefined) report.acknowledged++;
  if (sending !== undefined) await sending.answer;
  const moment = at === 'saving' && watched !== undefined ? 'saving (acknowledged)' : at;
  report.moments.set(moment, (report.moments.get(moment) ?? 0) + 1);
  report.stops++;
  if (await loaded.leave()) report.cutDownloads++;
  note(report, server, ended);
  return watched;
}

function note(
  report: Stops,
  server: ServerProcess,
  { code, signal, ms }: { code: number | null; signal: string | null; ms: number },
) {
  report.stopMs.push(ms);
  if (code !== 0) report.rude.push(`ended with ${code ?? signal}`);
  else if (ms > LONGEST_STOP_MS) report.rude.push(`took ${Math.round(ms)} ms`);
  for (const line of server.output().split('\n')) if (line.includes('"level":50')) report.errors.push(line);
}

/** Waits for the state, or for a later one where that passed unseen; then for a moment nobody chose. */
async function reach(client: ServerClient, watched: Watched | undefined, at: string): Promise<void> {
  if (watched === undefined || at === 'queued') return;
  const states = ['queued', 'planning', 'running', 'auditing', 'landed'];
  const end = new AbortController();
  await client
    .follow(
      watched.projectId,
      (state) => {
        if (states.indexOf(state) >= states.indexOf(at)) end.abort();
      },
      end.signal,
    )
    .catch(() => {});
  await sleep(anyOf(300));
}

/** A project of one large file. @returns its signed address, below that of the server */
async function makeDownload(client: ServerClient): Promise<string> {
  const { seed, script } = makeMaterial(DOWNLOAD_ROWS);
  const form = { title: 'Download', script, split_xml_file: '0' };
  const file = { name: 'seed.xml', bytes: seed };
  const { project_id: id } = await client.sendForm<{ project_id: number }>('save-xml', form, file);
  const { parts } = await client.waitForRun(id, PATIENCE_MS);
  const [part] = parts;
  if (part === undefined) throw new Error('the file to be downloaded was not made');
  const { pathname, search } = new URL(part.url, 'http://server');
  return pathname + search;
}

/** Two streams of events, and a download whose reader stops after its first bytes. */
async function load({ client, download }: Stopping, { address }: ServerProcess) {
  const end = new AbortController();
  const headers = { authorization: `Bearer ${client.token}` };
  const listen = async (path: string) => {
    const reply = await fetch(`${address}/api/v1/${path}`, { headers, signal: end.signal });
    void reply.text().catch(() => {});
  };
  await listen('projects/1/events');
  await listen('notifications/stream');
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}${download}`, resolve).once('error', reject);
  });
  response.pause();
  response.on('error', () => {});
  return {
    /** @returns whether the download had not been sent whole */
    leave: async () => {
      end.abort();
      let size = 0;
      response.on('data', (part: Buffer) => (size += part.length)).resume();
      if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
      return response.statusCode === 200 && size < Number(response.headers['content-length']);
    },
  };
}

async function findByTitle(client: ServerClient, title: string): Promise<number | undefined> {
  const projects = await client.listProjects();
  return projects.find((project) => project.title === title)?.id;
}
