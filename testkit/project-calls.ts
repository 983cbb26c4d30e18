/** Calls about projects as the browser sends them: forms with a file, and waiting for a run to end. */
import type { FastifyInstance } from 'fastify';
import type { Project } from '#contract/project-shapes.ts';
import { readEvents } from './events.ts';
import { toCsv, type SeedSpec, wxrSeed } from './wxr-seed.ts';

/** Somebody who is signed in. */
export interface Person {
  userId: number;
  headers: Record<string, string>;
}

export interface FormSpec {
  /** Name of the part that holds the file. */
  upload?: string;
  method?: 'POST' | 'PUT';
  url: string;
  fields?: Readonly<Record<string, string>>;
  file?: { name: string; bytes: Uint8Array; type?: string };
}

const ENDED = new Set(['completed', 'completed_with_skips', 'failed', 'canceled', 'waiting_for_split']);
const BUSY_MS = 500;

/** Sends a form with an optional file, as fetch would. */
export async function sendForm(app: FastifyInstance, person: Person, spec: FormSpec) {
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
    headers: { ...person.headers, 'content-type': packed.headers.get('content-type') ?? '' },
  });
}

/** A sheet of so many towns as CSV text. */
export function townsCsv(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => [`Town ${index + 1}`, `town-${index + 1}`]);
  return new TextDecoder().decode(toCsv([['geo_city', 'geo_url'], ...rows]));
}

/** A page that uses both columns of `townsCsv`. */
export function townSeed(spec: SeedSpec = {}): Uint8Array {
  return wxrSeed({ content: '<p>Plumber in [geo_city]</p>', slug: 'plumber-geo_url', ...spec });
}

/** Saves a project of its own; 422 and others are returned as they come. */
export function saveProject(
  app: FastifyInstance,
  person: Person,
  { fields = {}, seed = townSeed() }: { fields?: Record<string, string>; seed?: Uint8Array } = {},
) {
  return sendForm(app, person, {
    url: '/api/v1/save-xml',
    fields: { title: 'Plumber', type: 'WordPress', script: townsCsv(3), ...fields },
    file: { name: 'seed.xml', bytes: seed },
  });
}

/** The project as its page shows it. */
export async function showProject(app: FastifyInstance, person: Person, id: number): Promise<Project> {
  let reply = await app.inject({ url: `/api/v1/projects/${id}`, headers: person.headers });
  // A machine that is busy with other tests sends requests away for a moment.
  while (reply.statusCode === 503) {
    await new Promise((resolve) => setTimeout(resolve, BUSY_MS));
    reply = await app.inject({ url: `/api/v1/projects/${id}`, headers: person.headers });
  }
  const [project] = reply.json<{ data: Project[] }>().data;
  if (project === undefined) throw new Error(`no project ${id}: ${reply.body}`);
  return project;
}

/** Waits until the newest run of the project has ended, by the stream that its page listens to. */
export async function waitForRun(app: FastifyInstance, person: Person, id: number): Promise<Project> {
  const url = `/api/v1/projects/${id}/events`;
  await readEvents<{ state: string }>(app, { url, headers: person.headers }, ({ event, data }) => {
    return event === 'run' && ENDED.has(data.state);
  });
  return showProject(app, person, id);
}
