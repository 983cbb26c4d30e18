/** What a server on the embedded database holds when nobody asks anything: after its first start, and later. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { startServerProcess } from '#testkit/server-process.ts';

const IDLE_MB = 450;
/** What a start leaves behind is collected by then. */
const SETTLE_MS = 10_000;

it(`takes at most ${IDLE_MB} MB`, async () => {
  const dataFolder = makeFolder();
  for (const start of ['first', 'second']) {
    const server = await startServerProcess({ dataFolder });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    await sleep(SETTLE_MS);
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000;
    console.log(`idle after the ${start} start: ${Math.round(megabytes)} MB`);
    expect(megabytes).toBeLessThanOrEqual(IDLE_MB);
    await server.end('SIGTERM');
  }
});
