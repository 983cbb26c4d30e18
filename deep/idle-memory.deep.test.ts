/** Memory of an idle server with the embedded database, after its first start and later, with the setting of the image. */
import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { startServerProcess } from '#testkit/server-process.ts';

const IDLE_MB = 450;
/** Time until the garbage of the startup is collected, also on a busy machine. */
const SETTLE = { timeout: 120_000, interval: 1_000 };

it(`takes at most ${IDLE_MB} MB`, async () => {
  const dataFolder = makeFolder();
  for (const start of ['first', 'second']) {
    const server = await startServerProcess({
      dataFolder,
      environment: { MALLOC_TRIM_THRESHOLD_: '131072' },
    });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    const sizes: number[] = [];
    const isSettled = () => {
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
      sizes.push(Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1000));
      return Math.min(...sizes) <= IDLE_MB && sizes.length > 10;
    };
    await vi.waitUntil(isSettled, SETTLE).catch(() => undefined);
    console.log(`idle after the ${start} start: ${sizes.at(-1)} MB, each second ${sizes.join(' ')}`);
    expect(Math.min(...sizes)).toBeLessThanOrEqual(IDLE_MB);
    await server.end('SIGTERM');
  }
});
