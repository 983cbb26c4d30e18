/** Creates projects by API, as the user of the test. */
import { vi } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import { API_POLL, callApi } from './browser.ts';
import { readFixture } from './project-form.ts';

const HEAD = 'geo_city,state_code,phone,geo_url,local_intro,open_sunday';
const TIMEOUT_MS = 120_000;
/** Size of a sheet or seed whose output needs the split question. */
const LARGE_CHARACTERS = 100_000;

/** Makes a sheet of `count` towns for the fixture `seed.xml`. */
export function towns(count: number, first = 1): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const town = first + index;
    return `Town ${town},TX,(555) 010-${town},town-${town}-tx,"Storms come early in Town ${town}.",yes`;
  });
  return `${[HEAD, ...rows].join('\n')}\n`;
}

interface ProjectSpec {
  title: string;
  script: string;
  seed?: string;
  /** Id of its domain. */
  domainId?: number;
  /** Saves this project again instead of creating one. */
  id?: number;
}

/** Saves a project, large output in parts. @returns its id */
export async function makeProject(making: ProjectSpec): Promise<number> {
  const { title, script, seed = readFixture('seed.xml'), domainId, id } = making;
  const form = new FormData();
  const isLarge = Math.max(script.length, seed.length) > LARGE_CHARACTERS;
  const fields = {
    title,
    type: 'wordpress',
    script,
    ...(isLarge && { split_xml_file: '2' }),
    ...(domainId !== undefined && { domain_id: String(domainId) }),
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([seed], { type: 'text/xml' }), 'seed.xml');
  const [method, path] = id === undefined ? ['POST', 'save-xml'] : ['PUT', `projects/${id}`];
  const reply = await callWithRetry(`/api/v1/${path}`, { method, body: form });
  const saved = (await reply.json()) as { data: { project_id: number } };
  return saved.data.project_id;
}

/** Retries calls that the server rejects while the machine is busy. */
async function callWithRetry(path: string, init?: Pick<RequestInit, 'method' | 'body'>) {
  for (;;) {
    const reply = await callApi(path, init);
    if (reply.ok) return reply;
    if (reply.status !== 503) throw new Error(await reply.text());
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

export async function showProject(id: number): Promise<Project> {
  const reply = await callWithRetry(`/api/v1/projects/${id}`);
  const [project] = ((await reply.json()) as { data: Project[] }).data;
  if (project === undefined) throw new Error(`There is no project ${id}.`);
  return project;
}

/** Saves a project and waits until its run has ended. */
export async function makeFinishedProject(making: ProjectSpec): Promise<number> {
  const id = await makeProject(making);
  await waitForRuns(id);
  return id;
}

export async function waitForRuns(id: number): Promise<void> {
  const look = async () => {
    const { progress, test } = await showProject(id);
    const working = [progress, test].find((run) => run?.finished_at === null);
    if (working) throw new Error(`Run ${working.id} of ${id} is ${working.state}.`);
  };
  // Uses `vi.waitFor` because `expect.poll` doesn't work outside of tests.
  await vi.waitFor(look, { timeout: TIMEOUT_MS, ...API_POLL });
}

/** Tests a project with its own seed, and waits for the samples. */
export async function testProject(id: number, script: string): Promise<void> {
  await startTest({ title: 'Tested', project_id: id, script });
}

/** Creates a project that was tested but never saved. */
export async function makeTestedProject(title: string, script: string): Promise<number> {
  const form = new FormData();
  form.set('type', 'wordpress');
  form.set('file', new Blob([readFixture('seed.xml')], { type: 'text/xml' }), 'seed.xml');
  await callWithRetry('/api/v1/upload', { method: 'POST', body: form });
  return startTest({ title, script });
}

async function startTest(fields: Record<string, unknown>): Promise<number> {
  const body = JSON.stringify({ type: 'wordpress', ...fields });
  const reply = await callWithRetry('/api/v1/save-test', { method: 'POST', body });
  const { data } = (await reply.json()) as { data: { project_id: number } };
  await waitForRuns(data.project_id);
  return data.project_id;
}

/** Rows of a run that takes long enough to cancel it. */
export const LONG_RUN = 40_000;

export async function cancelRun(id: number): Promise<void> {
  await callWithRetry(`/api/v1/projects/${id}/cancel`, { method: 'POST' });
}
