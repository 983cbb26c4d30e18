/** Kills the server in the middle of uploads; afterwards nothing half is left, and the same upload works. */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import type { ServerProcess } from '#testkit/server-process.ts';
import { anyOf, makeLargeMaterial, type Material } from './material.ts';
import type { Place } from './place.ts';

const CHUNK_BYTES = 32 * 1024;
/** The sweep of a start goes on beside the first requests. */
const SWEEP_MS = 1_500;

export interface UploadKills {
  kills: number;
  /** How many answers the client had got all the same. */
  acknowledged: number;
  orphans: string[];
  /** Orphans that only a later sweep took, since somebody else might have been at work on them. */
  spared: number;
  missing: string[];
  lost: string[];
  /** Uploads sent again after the restart that were refused. */
  refused: string[];
}

export interface Call {
  path: 'upload' | 'save-xml';
  fields: Record<string, string>;
  material: Material;
}

export async function killUploads(
  { place, kills, endsAt, kilobytes }: { place: Place; kills: number; endsAt: number; kilobytes: number },
  log: (text: string) => void,
): Promise<UploadKills> {
  const report: UploadKills = {
    kills: 0,
    acknowledged: 0,
    spared: 0,
    orphans: [],
    missing: [],
    lost: [],
    refused: [],
  };
  let server = await place.start();
  const client = await signIn(server.address);
  const workMs = await measure(server, client, describeCall(0, kilobytes));
  log(`an upload of ${kilobytes} kB is answered ${Math.round(workMs)} ms after its last byte`);
  for (let cycle = 1; report.kills < kills && performance.now() < endsAt; cycle++) {
    const call = describeCall(cycle, kilobytes);
    // The seed that a new one takes the place of in the draft is swept at the next start, not at once.
    await client.call('projects/draft', { method: 'DELETE' });
    const sending = await beginSending(server, client, call);
    // Two of three end while the body is on its way, the others while the server works on it.
    if (cycle % 3 === 0) await sending.send(1).then(() => sleep(anyOf(workMs)));
    else await sending.send(Math.random());
    await server.end('SIGKILL');
    report.kills++;
    const status = await sending.answer;
    server = await place.start();
    client.moveTo(server.address);
    if (status === 200) await lookFor(client, call, report);
    if (cycle % 2 === 0) await sendAgain(client, call, report);
    else await sleep(SWEEP_MS);
    await server.end('SIGTERM');
    await judgeCycle(place, report);
    log(`${report.kills} kills, ${report.orphans.length} orphans`);
    server = await place.start();
    client.moveTo(server.address);
  }
  await server.end('SIGTERM');
  return report;
}

export function describeCall(cycle: number, kilobytes: number): Call {
  const material = makeLargeMaterial(`upload ${cycle}`, kilobytes);
  return cycle % 2 === 0
    ? { path: 'upload', fields: { type: 'WordPress' }, material }
    : { path: 'save-xml', fields: { title: `Upload ${cycle}`, script: material.script }, material };
}

/** From the last byte of an undisturbed upload to its answer. */
async function measure(server: ServerProcess, client: ServerClient, call: Call): Promise<number> {
  const sending = await beginSending(server, client, call);
  await sending.send(1);
  const sentAt = performance.now();
  const status = await sending.answer;
  if (status !== 200) throw new Error(`the upload was answered ${status}`);
  return performance.now() - sentAt;
}

/** A form that is written as slowly as the caller wants. */
export async function beginSending(
  { address }: ServerProcess,
  { token }: ServerClient,
  { path, fields, material }: Call,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Uint8Array.from(material.seed)]), 'seed.xml');
  const packed = new Response(form);
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const call = request(`${address}/api/v1/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': packed.headers.get('content-type') ?? '',
      'content-length': String(bytes.length),
    },
  });
  const answer = new Promise<number>((resolve) => {
    call.once('error', () => resolve(0));
    call.once('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  let at = 0;
  const send = async (share: number) => {
    const end = Math.floor(bytes.length * share);
    for (; at < end; at += CHUNK_BYTES) {
      const chunk = bytes.subarray(at, Math.min(at + CHUNK_BYTES, end));
      await new Promise((resolve) => call.write(chunk, resolve));
    }
    at = end;
    if (share === 1) call.end();
  };
  return { answer, send, finish: () => (at < bytes.length ? send(1) : Promise.resolve()) };
}

/** What was acknowledged is there. */
async function lookFor(client: ServerClient, call: Call, report: UploadKills): Promise<void> {
  report.acknowledged++;
  if (call.path === 'upload') {
    const draft = await client.call<{ seed: { size: number } | null } | null>('projects/draft');
    if (draft?.seed?.size !== call.material.seed.length) report.lost.push(`the seed of ${report.kills}`);
    return;
  }
  const projects = await client.listProjects();
  const isThere = projects.some(({ title }) => title === call.fields.title);
  if (!isThere) report.lost.push(`the project of ${report.kills}`);
}

async function sendAgain(client: ServerClient, call: Call, report: UploadKills): Promise<void> {
  const file = { name: 'seed.xml', bytes: call.material.seed };
  try {
    await client.sendForm(call.path, call.fields, file);
  } catch (error) {
    report.refused.push(String(error).slice(0, 300));
  }
}

async function judgeCycle(place: Place, report: UploadKills): Promise<void> {
  const { orphans, missing, spared = [] } = await place.judge();
  report.spared += spared.length;
  for (const orphan of orphans) report.orphans.push(`after ${report.kills} kills: ${orphan}`);
  for (const gone of missing) report.missing.push(`after ${report.kills} kills: ${gone}`);
}
