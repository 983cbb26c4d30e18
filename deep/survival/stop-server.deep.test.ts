/**
 * Stops the server with SIGTERM in every state, with open event streams and an unread download; interrupted work must
 * resume after the next start.
 */
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { times } from '../times.ts';
import { randomBelow, makeWorkload } from './workload.ts';
import { FOLDER } from './deployment.ts';
import { startSending, makeForm } from './send-slowly.ts';
import {
  countEach,
  expectNone,
  TIMEOUT_MS,
  type Saved,
  startCrashHarness,
  type CrashHarness,
} from './crash-harness.ts';

const WORKLOAD = makeWorkload(2_000);
const UPLOAD_KILOBYTES = 1_000;
/** Rows of a download that is larger than the socket buffers. */
const DOWNLOAD_ROWS = 12_000;
const STOPPED_AT = ['idle', 'queued', 'planning', 'running', 'auditing', 'saving', 'uploading'] as const;
const STATES = ['queued', 'planning', 'running', 'auditing', 'completed'];

/** Waits for the state or a later one, then for a random time. */
async function reach({ client }: CrashHarness, saved: Saved | undefined, at: string): Promise<void> {
  if (saved === undefined || at === 'queued') return;
  const stop = new AbortController();
  const onState = (state: string) => {
    if (STATES.indexOf(state) >= STATES.indexOf(at)) stop.abort();
  };
  await client.follow(saved.projectId, onState, stop.signal).catch(() => {});
  await sleep(randomBelow(300));
}

/** Makes a project with a file larger than the socket buffers. @returns path and query of the file */
async function makeDownload({ client }: CrashHarness): Promise<string> {
  const { seed, script } = makeWorkload(DOWNLOAD_ROWS);
  const form = { title: 'Download', script, split_xml_file: '0' };
  const file = { name: 'seed.xml', bytes: seed };
  const { project_id: id } = await client.sendForm<{ project_id: number }>('save-xml', form, file);
  const { parts } = await client.waitForRun(id, TIMEOUT_MS);
  const { pathname, search } = new URL(parts[0]?.url ?? '', 'http://server');
  return pathname + search;
}

/** Opens two event streams, and a download that isn't read. @returns function that closes them */
async function attachReaders({ client, server }: CrashHarness, download: string) {
  const end = new AbortController();
  const headers = { authorization: `Bearer ${client.token}` };
  for (const path of ['projects/1/events', 'notifications/stream']) {
    const reply = await fetch(`${server().address}/api/v1/${path}`, { headers, signal: end.signal });
    void reply.text().catch(() => {});
  }
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${server().address}${download}`, resolve).once('error', reject);
  });
  response.pause().on('error', () => {});
  const closed = new Promise((resolve) => response.once('close', resolve));
  return async () => {
    end.abort();
    response.resume();
    await closed;
    return { isCut: response.statusCode === 200 && !response.complete };
  };
}

it('a server that gets SIGTERM exits with 0 within ten seconds, and resumes all work', async () => {
  const harness = await startCrashHarness(await FOLDER.open());
  const download = await makeDownload(harness);
  const stopped: string[] = [];
  const faults: Record<string, string[]> = { exit: [], errors: [] };
  const stopMs: number[] = [];
  let cut = 0;
  for (let count = 0; count < times(STOPPED_AT.length); count++) {
    const at = STOPPED_AT[count % STOPPED_AT.length] ?? 'idle';
    const detach = await attachReaders(harness, download);
    let saving: Promise<Saved | undefined> | undefined;
    let upload: Promise<number> | undefined;
    if (at === 'uploading') {
      const { status, send } = await startSending(harness, makeForm(count, UPLOAD_KILOBYTES));
      await send(Math.random());
      upload = status;
    } else if (at !== 'idle') {
      saving = harness.save(WORKLOAD, `Stopped ${count}`);
      if (at === 'saving') await sleep(randomBelow(600));
      else await reach(harness, await saving, at);
    }
    const { code, signal, ms } = await harness.server().end('SIGTERM');
    // The server exits with 1 if it takes longer than its limit.
    if (code !== 0) faults.exit?.push(`${at}: ended with ${code ?? signal} after ${Math.round(ms)} ms`);
    const lines = harness.server().output().split('\n');
    faults.errors?.push(...lines.filter((line) => line.includes('"level":50')));
    stopMs.push(ms);
    stopped.push(at === 'saving' && (await saving) !== undefined ? 'saving (acknowledged)' : at);
    await upload;
    if ((await detach()).isCut) cut++;
    await harness.restart();
    await harness.waitForRuns();
  }
  const settled = await harness.verify();
  expectNone(`stops by SIGTERM ${stopped.length}: ${countEach(stopped)}`, { ...faults, ...settled.faults }, [
    ...settled.notes,
    `ended after at most ${Math.round(Math.max(...stopMs))} ms, unread downloads cut off ${cut}`,
  ]);
}, 1_800_000);
