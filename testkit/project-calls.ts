/** Requests about projects as the browser sends them: forms with a file, and waiting for a run to end. */
import type { FastifyInstance } from 'fastify';
import type { Project } from '#contract/project-shapes.ts';
import { readEvents } from './events.ts';
import { toCsv, type SeedSpec, wxrSeed } from './wxr-seed.ts';

/** A signed-in user. */
export interface RequestUser {
  userId: number;
  headers: Record<string, string>;
}

export interface FormSpec {
  /** Field name of the file. */
  upload?: string;
  method?: 'POST' | 'PUT';
  url: string;
  fields?: Readonly<Record<string, string>>;
  file?: { name: string; bytes: Uint8Array; type?: string };
}

const ENDED = new Set(['completed', 'completed_with_skips', 'failed', 'canceled', 'waiting_for_split']);
const BUSY_MS = 500;

/** Sends a form with an optional file. */
export async function sendForm(app: FastifyInstance, user: RequestUser, spec: FormSpec) {
  const form = new FormData();
  for (const [name, value] of Object.entries(spec.fields ?? {})) form.set(name, value);
  if (spec.file) {
    const { name, bytes, type = 'text/xml' } = spec.file;
    form.set(spec.upload ?? 'file', new Blob([Uint8Array.from(bytes)], { type }), name);
  }
  const packed = new Response(form);
  return app.inject({
    method: spec.method ?? 'POST',
    url: spec.url,
    payload: Buffer.from(await packed.arrayBuffer()),
    headers: { ...user.headers, 'content-type': packed.headers.get('content-type') ?? '' },
  });
}

/** Makes a sheet of `count` towns as CSV. */
export function townsCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => [`Town ${index + 1}`, `town-${index + 1}`]);
  return new TextDecoder().decode(toCsv([['geo_city', 'geo_url'], ...rows]));
}

/** Makes a seed that uses both columns of `townsCsv`. */
export function townSeed(spec: SeedSpec = {}): Uint8Array {
  return wxrSeed({ content: '<p>Plumber in [geo_city]</p>', slug: 'plumber-geo_url', ...spec });
}

/** Saves a new project. @returns the response, whatever its status */
export function saveProject(
  app: FastifyInstance,
  user: RequestUser,
  { fields = {}, seed = townSeed() }: { fields?: Record<string, string>; seed?: Uint8Array } = {},
) {
  return sendForm(app, user, {
    url: '/api/v1/save-xml',
    fields: { title: 'Plumber', type: 'WordPress', script: townsCsv(3), ...fields },
    file: { name: 'seed.xml', bytes: seed },
  });
}

/** Reads a project as its page does. */
export async function showProject(app: FastifyInstance, user: RequestUser, id: number): Promise<Project> {
  let reply = await app.inject({ url: `/api/v1/projects/${id}`, headers: user.headers });
  // The server rejects requests while the machine is busy with other tests.
  while (reply.statusCode === 503) {
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    reply = await app.inject({ url: `/api/v1/projects/${id}`, headers: user.headers });
  }
  const [project] = reply.json<{ data: Project[] }>().data;
  if (project === undefined) throw new Error(`no project ${id}: ${reply.body}`);
  return project;
}

/** Waits on the event stream until the latest run of the project has ended. */
export async function waitForRun(app: FastifyInstance, user: RequestUser, id: number): Promise<Project> {
  const url = `/api/v1/projects/${id}/events`;
  await readEvents<{ state: string }>(app, { url, headers: user.headers }, ({ event, data }) => {
    return event === 'run' && ENDED.has(data.state);
  });
  return showProject(app, user, id);
}
