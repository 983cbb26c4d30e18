/** A run that is cancelled while its files take their place in a slow store: it stops at once, and leaves nothing. */
import { expect, it, onTestFinished } from 'vitest';
import { createFiles } from '#server/gateways/create-files.ts';
import { startStoreProxy } from '#server/gateways/store-proxy-fixture.ts';
import { makeFolder } from '#testkit/folder.ts';
import { addPerson } from '#testkit/people.ts';
import { saveProject } from '#testkit/project-calls.ts';
import { startS3Server } from '#testkit/s3-server.ts';
import { startTestApp } from '#testkit/test-app.ts';

const SLOW_MS = 3_000;
const ENDED = /^(landed|failed|cancelled)/;
const PATIENCE = { timeout: 30_000, interval: 50 };

async function start() {
  const store = await startS3Server();
  onTestFinished(() => store.close());
  const proxy = await startStoreProxy(store.options.endpoint);
  onTestFinished(() => proxy.close());
  const s3 = { region: 'us-east-1', ...store.options, endpoint: proxy.endpoint };
  const { app, database } = await startTestApp({ config: { s3 } });
  const person = await addPerson(database.db);
  // Past the proxy, so that looking is not slow.
  const files = await createFiles({ ...store.options, scratch: makeFolder() });
  return { app, person, proxy, files };
}

type Place = Awaited<ReturnType<typeof start>>;

/** @returns how long the run took to end after the cancel was answered */
async function cancel({ app, person }: Place, id: number): Promise<number> {
  const { headers } = person;
  const answered = await app.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers });
  const at = performance.now();
  expect(answered.statusCode).toBe(200);
  // The list asks nothing of the store.
  const show = async () => {
    const list = await app.inject({ url: '/api/v1/projects', headers });
    return list.json().data.find((each: { id: number }) => each.id === id);
  };
  await expect.poll(async () => ENDED.test((await show()).last_run.state), PATIENCE).toBe(true);
  const tookMs = performance.now() - at;
  expect(await show()).toMatchObject({ state: 'cancelled', pages: null });
  return tookMs;
}

async function listRunFiles({ files }: Place): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list('runs/')) keys.push(key);
  return keys;
}

it('ends within a second, never lands, and what arrives late is removed', { timeout: 60_000 }, async () => {
  const place = await start();
  const { app, person, proxy } = place;
  const saved = await saveProject(app, person);
  proxy.holdMs = SLOW_MS;
  const isPublishing = () => proxy.requests.some((line) => /^PUT \/[\w-]+\/runs\//.test(line));
  await expect.poll(isPublishing, PATIENCE).toBe(true);
  expect(await cancel(place, saved.json().data.project_id)).toBeLessThan(1_000);
  // All that was on its way has arrived by then, and gone again.
  await expect.poll(() => proxy.open, PATIENCE).toBe(0);
  await expect.poll(() => listRunFiles(place), PATIENCE).toEqual([]);
});

it('ends as soon while its seed and data are still being read', { timeout: 60_000 }, async () => {
  const place = await start();
  const { app, person, proxy } = place;
  const saved = await saveProject(app, person);
  const id: number = saved.json().data.project_id;
  const before = proxy.requests.length;
  proxy.holdMs = SLOW_MS;
  await expect
    .poll(() => proxy.requests.slice(before).some((line) => line.startsWith('GET')), PATIENCE)
    .toBe(true);
  expect(await cancel(place, id)).toBeLessThan(1_000);
});
