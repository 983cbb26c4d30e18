/** Calls to a server behind an address, as a browser makes them: sign in, save, follow, download. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { Project, ProjectListItem } from '#contract/project-shapes.ts';
import { FIRST_ACCOUNT } from './server-process.ts';

const ENDED = new Set(['completed', 'completed_with_skips', 'failed', 'canceled']);
/** Below the limit of calls a minute, whatever else is asked. */
const LOOK_MS = 300;
const BUSY_MS = 60_000;

export interface ServerClient {
  token: string;
  /** A server that was started anew listens elsewhere; the session is kept. */
  moveTo(address: string): void;
  /** @throws with the answer unless it is a good one */
  call<Data>(path: string, init?: RequestInit): Promise<Data>;
  sendForm<Data>(path: string, fields: Readonly<Record<string, string>>, file?: FormFile): Promise<Data>;
  show(projectId: number): Promise<Project>;
  listProjects(): Promise<ProjectListItem[]>;
  /** Waits until the newest run has ended. */
  waitForRun(projectId: number, longestMs?: number): Promise<Project>;
  /** Calls back with each state of the newest run until the signal, or the server, ends it. */
  follow(projectId: number, onState: (state: string) => void, signal: AbortSignal): Promise<void>;
}

export interface FormFile {
  name: string;
  bytes: Uint8Array;
}

/** Signs in as the account that the process began with. */
export async function signIn(address: string): Promise<ServerClient> {
  const reply = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(FIRST_ACCOUNT),
  });
  const text = await reply.text();
  const token = (JSON.parse(text) as { data?: { access_token?: string } }).data?.access_token;
  if (token === undefined) throw new Error(`nobody is signed in: ${text}`);
  return createClient(address, token);
}

function createClient(first: string, token: string): ServerClient {
  let address = first;
  const headers = { authorization: `Bearer ${token}` };

  async function call<Data>(path: string, init: RequestInit = {}): Promise<Data> {
    const ask = () =>
      fetch(`${address}/api/v1/${path}`, { ...init, headers: { ...headers, ...init.headers } });
    const deadline = performance.now() + BUSY_MS;
    // A kept connection may be closed in the moment in which it is used; a question can be asked again.
    let reply = await ask().catch((error: unknown) => {
      if (init.method === undefined) return ask();
      throw error;
    });
    // A server on a busy machine sends people away before it does anything.
    while (reply.status === 503 && performance.now() < deadline) {
      await reply.body?.cancel();
      await sleep(LOOK_MS);
      reply = await ask();
    }
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} was answered ${reply.status}: ${text}`);
    return (JSON.parse(text) as { data: Data }).data;
  }

  async function show(projectId: number): Promise<Project> {
    const [project] = await call<Project[]>(`projects/${projectId}`);
    if (project === undefined) throw new Error(`there is no project ${projectId}`);
    return project;
  }

  return {
    token,
    moveTo(other) {
      address = other;
    },
    call,
    show,
    sendForm(path, fields, file) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      if (file !== undefined) body.set('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
      return call(path, { method: 'POST', body });
    },
    async listProjects() {
      const all: ProjectListItem[] = [];
      for (let page = 1; ; page++) {
        const items = await call<ProjectListItem[]>(`projects?page=${page}&per_page=100`);
        all.push(...items);
        if (items.length < 100) return all;
      }
    },
    async waitForRun(projectId, longestMs = 60_000) {
      const deadline = performance.now() + longestMs;
      for (;;) {
        const project = await show(projectId);
        if (ENDED.has(project.progress?.state ?? '')) return project;
        if (performance.now() > deadline) {
          throw new Error(`project ${projectId} is ${project.progress?.state} after ${longestMs} ms`);
        }
        await sleep(LOOK_MS);
      }
    },
    async follow(projectId, onState, signal) {
      const reply = await fetch(`${address}/api/v1/projects/${projectId}/events`, { headers, signal });
      const parser = createParser({
        onEvent: ({ data }) => onState((JSON.parse(data) as { state: string }).state),
      });
      const decoder = new TextDecoder();
      for await (const part of reply.body ?? []) parser.feed(decoder.decode(part, { stream: true }));
    },
  };
}
