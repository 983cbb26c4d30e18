/** Two servers on one PostgreSQL database and one folder of files: each hears and spares the other. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { addPerson } from '#testkit/people.ts';
import { type PostgresServer, startPostgresServer } from '#testkit/postgres-server.ts';
import { saveProject, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { readConfig } from './config.ts';
import { openDatabase } from './db/open.ts';
import { type Server, wire } from './wire.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgresServer();
}, 60_000);
afterAll(() => postgres.stop());

async function startServer(dataFolder: string): Promise<Server> {
  const config = readConfig({ DATABASE_URL: postgres.url, GEOLOOM_DATA_DIR: dataFolder });
  const server = await wire(config, { webFolder: dataFolder });
  onTestFinished(() => server.app.close());
  return server;
}

it('a server that starts beside a working one leaves its run alone, and its clients see the run land', async () => {
  const dataFolder = makeFolder();
  const { app: first } = await startServer(dataFolder);
  const { db, close } = await openDatabase({ url: postgres.url });
  const person = await addPerson(db);
  await close();
  const seed = townSeed({ content: `<p>${'Plumber in [geo_city]. '.repeat(30)}</p>` });
  const saved = await saveProject(first, person, {
    fields: { script: townsCsv(12_000), split_xml_file: '2' },
    seed,
  });
  const id: number = saved.json().data.project_id;
  const listScratch = () => readdirSync(join(dataFolder, 'files/.scratch'));
  await expect.poll(listScratch, { timeout: 20_000, interval: 5 }).toHaveLength(1);
  const scratch = listScratch();

  const { app: second } = await startServer(dataFolder);
  expect(listScratch()).toEqual(scratch);
  await second.listen({ port: 0 });
  const address = second.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const stop = new AbortController();
  const events = await fetch(`http://localhost:${port}/api/v1/projects/${id}/events`, {
    headers: person.headers,
    signal: stop.signal,
  });
  let seen = '';
  const decoder = new TextDecoder();
  for await (const part of events.body ?? []) {
    seen += decoder.decode(part, { stream: true });
    if (seen.includes('"state":"landed"')) break;
  }
  stop.abort();
  expect(seen).toMatch(/"state":"(running|auditing)".*"state":"landed"/s);
  expect((await waitForRun(first, person, id)).progress).toMatchObject({
    state: 'landed',
    pages_done: 12_000,
  });
  await expect.poll(listScratch).toEqual([]);
}, 120_000);

it('a run that is cancelled by way of the other server stops', async () => {
  const dataFolder = makeFolder();
  const { app: first } = await startServer(dataFolder);
  const { db, close } = await openDatabase({ url: postgres.url });
  const person = await addPerson(db);
  await close();
  const saved = await saveProject(first, person, {
    fields: { script: townsCsv(40_000), split_xml_file: '2' },
  });
  const id: number = saved.json().data.project_id;
  const { app: second } = await startServer(dataFolder);
  await sleep(50);
  await second.inject({ method: 'POST', url: `/api/v1/projects/${id}/cancel`, headers: person.headers });
  const { progress, parts } = await waitForRun(first, person, id);
  expect(progress?.state).toBe('cancelled');
  expect(parts).toEqual([]);
}, 120_000);
