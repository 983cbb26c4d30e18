/** API calls as in the browser: upload, save, test, and following a run by its event stream. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { LoadResult, LoadOptions } from './load.ts';

const LOAD = fileURLToPath(new URL('./load.ts', import.meta.url));
const RUNNER = fileURLToPath(new URL('./runner.ts', import.meta.url));
const TYPE = 'wordpress';

/** A signed-in user of a server. */
export interface Client {
  address: string;
  token: string;
}

interface Saved {
  project_id: number;
  run_id: number;
}

async function call<Data>({ address, token }: Client, path: string, init: RequestInit): Promise<Data> {
  const headers = { ...init.headers, authorization: `Bearer ${token}` };
  const response = await fetch(`${address}/api/v1/${path}`, { ...init, headers });
  const body = (await response.json()) as { data: Data };
  if (!response.ok)
    throw new Error(`${path} returned ${response.status}: ${JSON.stringify(body).slice(0, 2000)}`);
  return body.data;
}

function packFields(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

function packForm(fields: Readonly<Record<string, string>>, seed: Uint8Array<ArrayBuffer>): FormData {
  const form = packFields(fields);
  form.set('file', new Blob([seed], { type: 'text/xml' }), 'seed.xml');
  return form;
}

export interface ProjectInput {
  seed: Uint8Array<ArrayBuffer>;
  /** CSV. */
  sheet: string;
  title: string;
}

/** Saves a project with output in parts. */
export function saveProject(client: Client, { seed, sheet, title }: ProjectInput): Promise<Saved> {
  const fields = { title, type: TYPE, script: sheet, split_xml_file: '2' };
  return call(client, 'save-xml', { method: 'POST', body: packForm(fields, seed) });
}

/** Runs a saved project again with this sheet. */
export async function updateProject(
  client: Client,
  { id, sheet }: { id: number; sheet: string },
): Promise<Saved> {
  const [project] = await call<{ title: string; revision: number }[]>(client, `projects/${id}`, {});
  if (project === undefined) throw new Error(`the server returned no project ${id}`);
  const { title, revision } = project;
  const fields = { title, type: TYPE, revision: String(revision), script: sheet, split_xml_file: '2' };
  return call(client, `projects/${id}`, { method: 'PUT', body: packFields(fields) });
}

/** Uploads an image to the draft of a Geocoder project. */
export function uploadImage(client: Client, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<unknown> {
  const form = new FormData();
  form.set('type', 'geocoder');
  form.set('file', new Blob([bytes], { type: 'image/jpeg' }), name);
  return call(client, 'upload', { method: 'POST', body: form });
}

/** Saves a Geocoder project with the images of its draft. */
export function saveImages(
  client: Client,
  { title, sheet }: Pick<ProjectInput, 'title' | 'sheet'>,
): Promise<Saved> {
  const body = packFields({ title, type: 'geocoder', script: sheet });
  return call(client, 'save-xml', { method: 'POST', body });
}

export function uploadSeed(client: Client, seed: Uint8Array<ArrayBuffer>): Promise<unknown> {
  return call(client, 'upload', { method: 'POST', body: packForm({ type: TYPE }, seed) });
}

/** Requests samples of the draft, or of a project. */
export function testProject(
  client: Client,
  { title, sheet, projectId }: { title: string; sheet: string; projectId?: number },
): Promise<Saved> {
  const body = JSON.stringify({
    title,
    type: TYPE,
    script: sheet,
    ...(projectId === undefined ? {} : { project_id: projectId }),
  });
  return call(client, 'save-test', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
}

/** Discards the draft of a new project. */
export async function discardDraft(client: Client): Promise<void> {
  await call(client, 'project/cancel-project', {});
  const closed = await call<{ id: string } | null>(client, 'projects/drafts', {});
  if (closed !== null) await call(client, `projects/drafts/${closed.id}`, { method: 'DELETE' });
}

export function deleteProject(client: Client, id: number): Promise<unknown> {
  return call(client, `projects?project_id=${id}&type=${TYPE}`, { method: 'DELETE' });
}

interface RunState {
  id: number;
  state: string;
  message: string | null;
}

/** Follows the event stream until the run has completed. */
export async function waitForRun(
  { address, token }: Client,
  { project_id: id, run_id: run }: Saved,
): Promise<void> {
  const controller = new AbortController();
  const response = await fetch(`${address}/api/v1/projects/${id}/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: controller.signal,
  });
  const decoder = new TextDecoder();
  let left = '';
  try {
    for await (const bytes of response.body ?? new ReadableStream<Uint8Array>()) {
      const events = (left + decoder.decode(bytes, { stream: true })).split('\n\n');
      left = events.pop() ?? '';
      if (events.some((event) => hasCompleted(event, run))) return;
    }
  } finally {
    controller.abort();
  }
  throw new Error(`the event stream ended before run ${run}`);
}

/** @throws if the run has ended otherwise */
function hasCompleted(event: string, run: number): boolean {
  const data = /^data: (.*)$/m.exec(event)?.[1];
  const state: RunState | undefined = data === undefined ? undefined : JSON.parse(data);
  if (state?.id !== run) return false;
  if (/^(?:failed|canceled)$/.test(state.state)) {
    throw new Error(`run ${run} ended ${state.state}: ${state.message}`);
  }
  return state.state.startsWith('completed');
}

/** Reads the samples of a completed test. */
export async function readSamples(
  client: Client,
  { project_id: id, run_id: run }: Saved,
): Promise<unknown[]> {
  const { samples } = await call<{ samples: unknown[] }>(client, `projects/${id}/runs/${run}`, {});
  return samples;
}

/** Disables V8's idle garbage collection, which runs five seconds after the start and would delay responses. */
const NO_IDLE_GC = ['--no-memory-reducer', '--single-threaded-gc', '--max-semi-space-size=64'];

/**
 * Runs a load in a separate process, so that it takes no CPU time from this one.
 * @param signal stops the load early
 */
export async function runLoad(options: LoadOptions, signal?: AbortSignal): Promise<LoadResult> {
  const child = spawn(process.execPath, [...NO_IDLE_GC, LOAD, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  signal?.addEventListener('abort', () => child.stdin.end(), { once: true });
  const ended = once(child, 'close');
  const [response, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  if (status !== 0) throw new Error(`the load on ${options.address} exited with ${status}: ${errors}`);
  return JSON.parse(response);
}

export interface RunOptions extends Client {
  title: string;
  /** Paths of seed and sheet. */
  seed: string;
  sheet: string;
}

export interface RunTimes {
  /** Milliseconds since 1970. */
  beginMs: number;
  tookMs: number;
}

/**
 * Starts a separate process that saves a project; it has read its files when this resolves.
 * @returns function that saves, follows the run to its end and deletes the project
 */
export async function prepareRun(options: RunOptions): Promise<() => Promise<RunTimes>> {
  const child = spawn(process.execPath, [RUNNER, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async () => {
    const { value } = await lines.next();
    if (value === undefined) throw new Error(`the run at ${options.address} ended without output`);
    return value;
  };
  await readLine();
  return async () => {
    child.stdin.end('go\n');
    return JSON.parse(await readLine());
  };
}
