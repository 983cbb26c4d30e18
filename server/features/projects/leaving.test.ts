/** Whoever leaves while the engine works for them stops it: it is one thread for everybody's short questions. */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { addPerson } from '#testkit/people.ts';
import { type Person, sendForm, townSeed, townsCsv } from '#testkit/project-calls.ts';
import { startTestApp, type TestApp } from '#testkit/test-app.ts';
import { runSql } from '#testkit/test-database.ts';

vi.setConfig({ testTimeout: 45_000 });

type App = TestApp['app'];

const LARGE = townsCsv(100_000);
/** The whole call has arrived, but the engine is not done with it. */
const BEGUN_MS = 200;

async function start() {
  const stage = await startTestApp();
  const { app, database } = stage;
  const person = await addPerson(database.db);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const file = {
    name: 'seed.xml',
    bytes: townSeed({ content: '<p>Plumber in [geo_city]</p>'.repeat(1500) }),
  };
  await sendForm(app, person, { url: '/api/v1/upload', fields: { type: 'wordpress' }, file });
  return { ...stage, person };
}

/** Sends a form or JSON and closes the connection before it is answered. */
async function leave(app: App, { headers }: Person, [path, body]: readonly [string, FormData | string]) {
  const { port } = app.server.address() as AddressInfo;
  const packed = new Response(body);
  const type = typeof body === 'string' ? 'application/json' : packed.headers.get('content-type');
  const bytes = Buffer.from(await packed.arrayBuffer());
  await new Promise<void>((resolve, reject) => {
    const call = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path,
      headers: { ...headers, 'content-type': type ?? '' },
    });
    call.on('response', ({ statusCode }) => reject(new Error(`it was answered with ${statusCode} before`)));
    call.on('error', () => resolve());
    call.end(bytes, () => setTimeout(() => call.destroy(), BEGUN_MS));
  });
}

function packSave(): FormData {
  const form = new FormData();
  form.set('title', 'Left');
  form.set('type', 'wordpress');
  form.set('script', LARGE);
  return form;
}

const inspect = (app: App, { headers }: Person, script: string) =>
  app.inject({
    method: 'POST',
    url: '/api/v1/projects/inspect',
    headers,
    payload: { type: 'wordpress', script },
  });

it('whoever leaves during a save has saved nothing, and nobody waits for it', async () => {
  const { app, database, log, person } = await start();
  await leave(app, person, ['/api/v1/save-xml', packSave()]);
  expect((await inspect(app, person, townsCsv(2))).statusCode).toBe(200);
  await sleep(1000);
  expect(await runSql(database, 'select id from projects')).toEqual([]);
  expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
