/** Client of a server process: signs in, saves, follows runs. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { Project, ProjectListItem } from '#contract/project-shapes.ts';
import { FIRST_ACCOUNT } from './server-process.ts';

const ENDED = new Set(['completed', 'completed_with_skips', 'failed', 'canceled']);
/** Polling interval, well below the rate limit. */
const POLL_MS = 300;
const BUSY_MS = 60_000;

export interface ServerClient {
  token: string;
  /** Continues the session at the URL of a restarted server. */
  moveTo(address: string): void;
  /** @throws with the response if it is an error */
  call<Data>(path: string, init?: RequestInit): Promise<Data>;
  sendForm<Data>(path: string, fields: Readonly<Record<string, string>>, file?: FormFile): Promise<Data>;
  show(projectId: number): Promise<Project>;
  listProjects(): Promise<ProjectListItem[]>;
  /** Waits until the latest run has ended. */
  waitForRun(projectId: number, timeoutMs?: number): Promise<Project>;
  /** Calls back with each state of the latest run until the signal or the server ends the stream. */
  follow(projectId: number, onState: (state: string) => void, signal: AbortSignal): Promise<void>;
}

export interface FormFile {
  name: string;
  bytes: Uint8Array;
}

/** Signs in with the first account. */
export async function signIn(address: string): Promise<ServerClient> {
  const reply = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(FIRST_ACCOUNT),
  });
  const text = await reply.text();
  const token = (JSON.parse(text) as { data?: { access_token?: string } }).data?.access_token;
  if (token === undefined) throw new Error(`Failed to sign in: ${text}`);
  return createClient(address, token);
}

function createClient(first: string, token: string): ServerClient {
  let address = first;
  const headers = { authorization: `Bearer ${token}` };

  async function call<Data>(path: string, init: RequestInit = {}): Promise<Data> {
    const send = () =>
      fetch(`${address}/api/v1/${path}`, { ...init, headers: { ...headers, ...init.headers } });
    const deadline = performance.now() + BUSY_MS;
    // Retries a read: the server may close a kept-alive connection at the moment of use.
    let reply = await send().catch((error: unknown) => {
      if (init.method === undefined) return send();
      throw error;
    });
    // Retries on 503: a busy server rejects requests before it does any work.
    while (reply.status === 503 && performance.now() < deadline) {
      await reply.body?.cancel();
      await sleep(POLL_MS);
      reply = await send();
    }
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path} replied ${reply.status}: ${text}`);
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
    async waitForRun(projectId, timeoutMs = 60_000) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const project = await show(projectId);
        if (ENDED.has(project.progress?.state ?? '')) return project;
        if (performance.now() > deadline) {
          throw new Error(`project ${projectId} is ${project.progress?.state} after ${timeoutMs} ms`);
        }
        await sleep(POLL_MS);
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
