/** Scans over HTTP: saves a project whose pages are on a test site, scans it and reads the results. */
import type { FastifyInstance } from 'fastify';
import { expect, vi } from 'vitest';
import type { Scan, ScanPage } from '#contract/scans.contract.ts';
import type { SignedInUser } from '#testkit/users.ts';
import { saveProject, townSeed, waitForRun } from '#testkit/project-calls.ts';

export const WAIT = { timeout: 30_000, interval: 50 };

export const call = (
  app: FastifyInstance,
  { headers }: Pick<SignedInUser, 'headers'>,
  path: string,
  payload?: object,
) =>
  app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url: `/api/v1/${path}`,
    headers,
    ...(payload && { payload }),
  });

interface ProjectSpec {
  slugs: readonly string[];
  base: string;
  /** Slugs of pages with noindex in the file. */
  hidden?: readonly string[];
  content?: string;
}

/** Saves a project with a page of the site for each slug. */
export async function makeProject(
  app: FastifyInstance,
  user: SignedInUser,
  { slugs, base, hidden, content = '<p>Plumber in [geo_city]</p>' }: ProjectSpec,
): Promise<number> {
  const rows = slugs.map((slug) => `Town ${slug},${slug}${hidden?.includes(slug) ? ',yes' : ''}`);
  const script = [`geo_city,geo_url${hidden ? ',page_noindex' : ''}`, ...rows].join('\n');
  const metas: [string, string][] = hidden ? [['_yoast_wpseo_meta-robots-noindex', '2']] : [];
  const seed = townSeed({ slug: 'geo_url', site: base, link: `${base}/x/`, content, metas });
  const saved = await saveProject(app, user, { fields: { script }, seed });
  const { project_id: id } = saved.json<{ data: { project_id: number } }>().data;
  await waitForRun(app, user, id);
  return id;
}

export async function startScan(
  app: FastifyInstance,
  user: SignedInUser,
  projectId: number,
): Promise<number> {
  const made = await call(app, user, 'scans', { project_id: projectId });
  expect(made.statusCode, made.body).toBe(201);
  return made.json<{ data: Scan }>().data.id;
}

export async function cancelScan(
  app: FastifyInstance,
  { headers }: Pick<SignedInUser, 'headers'>,
  id: number,
): Promise<Scan> {
  const canceled = await app.inject({ method: 'POST', url: `/api/v1/scans/${id}/cancel`, headers });
  expect(canceled.statusCode, canceled.body).toBe(200);
  return canceled.json<{ data: Scan }>().data;
}

export function waitForEnd(
  app: FastifyInstance,
  user: SignedInUser,
  { id, wait = WAIT }: { id: number; wait?: typeof WAIT },
): Promise<Scan> {
  return vi.waitUntil(async () => {
    const { data } = (await call(app, user, `scans/${id}`)).json<{ data: Scan }>();
    return data.finished_at === null ? undefined : data;
  }, wait);
}

/** Waits until the scan has ended. */
export async function scan(
  app: FastifyInstance,
  user: SignedInUser,
  { projectId, wait = WAIT }: { projectId: number; wait?: typeof WAIT },
): Promise<Scan> {
  return waitForEnd(app, user, { id: await startScan(app, user, projectId), wait });
}

export async function listPages(app: FastifyInstance, user: SignedInUser, path: string): Promise<ScanPage[]> {
  const reply = await call(app, user, path);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: ScanPage[] }>().data;
}
