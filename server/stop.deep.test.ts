/** Shutdown of the real process during streams, uploads and runs. */
import { get, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { townSeed, townsCsv } from '#testkit/project-calls.ts';
import { type ServerClient, signIn } from '#testkit/server-client.ts';
import { type ServerProcess, startServerProcess } from '#testkit/server-process.ts';

/** The server exits after at most ten seconds; the rest is for a busy machine. */
const MAX_STOP_MS = 12_000;

async function start(dataFolder: string): Promise<ServerProcess> {
  const server = await startServerProcess({ dataFolder });
  onTestFinished(() => server.signal('SIGKILL'));
  return server;
}

/** An upload that never ends. @returns when the server has begun to read it */
async function beginUpload(address: string, { token }: ServerClient): Promise<void> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': '1000000',
    expect: '100-continue',
  };
  const upload = request(`${address}/api/v1/upload`, { method: 'POST', headers });
  onTestFinished(() => void upload.destroy());
  upload.on('error', () => {});
  await new Promise((resolve) => upload.once('continue', resolve));
  upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="seed.xml"\r\n\r\n<rss>');
}

/** A download of many megabytes whose reader stops after the first few. */
async function beginDownload(address: string, url: string | null) {
  const { pathname, search } = new URL(url ?? '', address);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${address}${pathname}${search}`, resolve).once('error', reject);
  });
  expect(response.headers['content-type']).toBe('application/zip');
  response.pause().on('error', () => {});
  const closed = new Promise((resolve) => response.once('close', resolve));
  return {
    isWhole: async () => {
      response.resume();
      await closed;
      return response.complete;
    },
  };
}

/** A run that takes seconds, clients that watch it, and an upload that hangs. */
async function load(server: ServerProcess): Promise<{ client: ServerClient; projectId: number }> {
  const client = await signIn(server.address);
  const { project_id: projectId } = await client.sendForm<{ project_id: number }>(
    'save-xml',
    { title: 'Plumber', script: townsCsv(10_000), split_xml_file: '2' },
    { name: 'seed.xml', bytes: townSeed({ content: `<p>${'Plumber in [geo_city]. '.repeat(40)}</p>` }) },
  );
  await beginUpload(server.address, client);
  const isRunning = Promise.withResolvers<void>();
  for (let count = 0; count < 5; count++) {
    client
      .follow(projectId, (state) => state !== 'queued' && isRunning.resolve(), AbortSignal.timeout(60_000))
      .catch(() => {});
  }
  await isRunning.promise;
  return { client, projectId };
}

describe('a server under load', { timeout: 180_000 }, () => {
  it('exits cleanly on SIGTERM; the next one completes the runs, and exits at once on a second signal', async () => {
    const dataFolder = makeFolder();
    const first = await start(dataFolder);
    const { client, projectId } = await load(first);
    const { code, ms } = await first.end('SIGTERM');
    console.log(`with a run, five streams and an upload: exited ${Math.round(ms)} ms after SIGTERM`);
    expect(first.output()).not.toMatch(/"level":50|Error/);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(MAX_STOP_MS);

    const second = await start(dataFolder);
    client.moveTo(second.address);
    const { progress } = await client.waitForRun(projectId);
    expect(progress).toMatchObject({ state: 'completed', pages_done: 10_000 });

    await beginUpload(second.address, client);
    second.signal('SIGTERM');
    // npm may forward Ctrl-C, so that it arrives twice at once and counts as one request.
    second.signal('SIGINT');
    await sleep(1_200);
    const forced = await second.end('SIGTERM');
    expect(forced.code).toBe(128 + 15);
    console.log(`the second signal ended it after ${Math.round(forced.ms)} ms`);
    // Even if it was killed during its stop, the next one can open the folder.
    const third = await start(dataFolder);
    client.moveTo(third.address);
    client.follow(projectId, () => {}, AbortSignal.timeout(60_000)).catch(() => {});
    const download = await beginDownload(third.address, (await client.show(projectId)).download_all_url);
    const last = await third.end('SIGINT');
    expect(last.code).toBe(0);
    // The unread download is cut off, so that it never appears complete.
    expect(await download.isWhole()).toBe(false);
  });
});
