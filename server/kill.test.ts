/** A killed server and its run, once; deep/survival kills it often, at moments of every kind. */
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { unpackDatabase } from '#testkit/pglite-dump.ts';
import { townsCsv, townSeed } from '#testkit/project-calls.ts';
import { signIn } from '#testkit/server-client.ts';
import { startServerProcess } from '#testkit/server-process.ts';

it('a run whose server is killed lands by itself after the next start', async () => {
  const dataFolder = makeFolder();
  await unpackDatabase(dataFolder);
  const start = async () => {
    const server = await startServerProcess({ dataFolder });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    return server;
  };
  const first = await start();
  const client = await signIn(first.address);
  const { project_id: projectId } = await client.sendForm<{ project_id: number }>(
    'save-xml',
    { title: 'Plumber', script: townsCsv(1_000), split_xml_file: '2' },
    { name: 'seed.xml', bytes: townSeed({ content: `<p>${'Plumber in [geo_city]. '.repeat(40)}</p>` }) },
  );
  const killAtWork = (state: string) => state !== 'queued' && first.signal('SIGKILL');
  await client.follow(projectId, killAtWork, AbortSignal.timeout(60_000)).catch(() => {});
  await first.ended;
  const second = await start();
  client.moveTo(second.address);
  const { progress } = await client.waitForRun(projectId, 120_000);
  expect(progress).toMatchObject({ state: 'completed', pages_done: 1_000 });
}, 240_000);
