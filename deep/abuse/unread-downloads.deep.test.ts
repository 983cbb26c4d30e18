/** 200 unread downloads at once must not block other users. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { Project } from '#contract/project-shapes.ts';
import { signIn } from '#testkit/server-client.ts';
import { townSeed, townsCsv } from '#testkit/project-calls.ts';
import { openRequest, send, startTargetServer } from './target-server.ts';

const DOWNLOADS = 200;
const ROWS = 2000;
const PAGE_TEXT = '<p>Plumber in [geo_city]</p>'.repeat(160);
/** Limit of the server's CPU time before another user's response. */
const WAIT_MS = 2000;
const UPLOADS = 20;

it('200 unread downloads don’t block other users', async () => {
  const { address, port, measure, cpuMs } = await startTargetServer();
  const client = await signIn(address);
  const saved = await client.sendForm<{ project_id: number }>(
    'save-xml',
    { title: 'Downloads', script: townsCsv(ROWS), split_xml_file: '0' },
    { name: 'seed.xml', bytes: townSeed({ content: PAGE_TEXT }) },
  );
  const { parts }: Pick<Project, 'parts'> = await client.waitForRun(saved.project_id, 120_000);
  const { url = '', size = 0 } = parts[0] ?? {};
  const path = new URL(url, address).href.slice(address.length);
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  const headers = { authorization: `Bearer ${client.token}` };
  const uploadOnce = async () => {
    const begin = cpuMs();
    const { status } = await send(port, { path: '/api/v1/account/user-data', method: 'GET', headers });
    expect(status).toBe(200);
    return cpuMs() - begin;
  };
  const watch = async () => {
    let worst = 0;
    for (let turn = 0; turn < UPLOADS; turn += 1) worst = Math.max(worst, await uploadOnce());
    return worst;
  };
  const idle = await watch();
  let busy = 0;
  const impact = await measure(async () => {
    for (let index = 0; index < DOWNLOADS; index += 1) {
      const socket = openRequest(port, { from: '127.0.0.9', path, method: 'GET', length: 0 });
      socket.pause();
      sockets.push(socket);
    }
    for (let turn = 0; turn < 5; turn += 1) {
      busy = Math.max(busy, await watch());
      await sleep(200);
    }
  });
  console.log(
    `200 unread downloads of ${Math.round(size / 1e6)} MB: others wait for ${Math.round(busy)} ms of its CPU time,`,
    {
      idleMs: Math.round(idle),
      ...impact,
    },
  );
  expect(busy).toBeLessThanOrEqual(WAIT_MS);
});
