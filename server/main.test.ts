/** The program itself, as `npm start` runs it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { startServerProcess } from '#testkit/server-process.ts';

const main = fileURLToPath(new URL('main.ts', import.meta.url));
/** One for all, because making the database takes longer than all that is tried here. */
const dataFolder = mkdtempSync(join(tmpdir(), 'geoloom-main-'));

const patience = { timeout: 60_000, interval: 5 };

interface Run {
  child: ChildProcess;
  /** Everything that it wrote so far. */
  output(): string;
  ended: Promise<number | null>;
}

function start(environment: Record<string, string>, command = [process.execPath, main]): Run {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: { ...process.env, GEOLOOM_DATA_DIR: dataFolder, ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part) => {
      output += part;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, output: () => output, ended };
}

async function readAddress(run: Run): Promise<string> {
  await expect.poll(run.output, patience).toContain('Geoloom is ready: ');
  return /Geoloom is ready: (\S+)/.exec(run.output())?.[1] ?? '';
}

beforeAll(async () => {
  const { end } = await startServerProcess({ dataFolder });
  await end('SIGTERM');
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

describe('the server', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'says where it listens, answers, and ends well on %s',
    async (signal) => {
      const run = start({ PORT: '0', HOST: '127.0.0.1' });
      const address = await readAddress(run);
      const reply = await fetch(`${address}/api/v1/health`);
      expect(await reply.json()).toEqual({ success: true, data: { status: 'ok' } });
      run.child.kill(signal);
      expect(await run.ended).toBe(0);
      await expect(fetch(`${address}/api/v1/health`)).rejects.toThrow('fetch failed');
    },
  );

  it('finishes what it is answering before it ends', async () => {
    const run = start({ PORT: '0' });
    const address = await readAddress(run);
    const replies = Promise.all(Array.from({ length: 20 }, () => fetch(`${address}/api/docs/json`)));
    const first = await fetch(`${address}/api/v1/health`);
    expect(first.status).toBe(200);
    run.child.kill('SIGTERM');
    for (const reply of await replies) expect([200, 503]).toContain(reply.status);
    expect(await run.ended).toBe(0);
  });

  it('goes on when nobody reads its log any more, and ends well when its terminal is closed', async () => {
    const run = start({ PORT: '0' });
    const address = await readAddress(run);
    run.child.stdout?.destroy();
    run.child.stderr?.destroy();
    for (let count = 0; count < 3; count++) {
      const reply = await fetch(`${address}/api/v1/health`);
      expect(reply.status).toBe(200);
    }
    const ended = once(run.child, 'exit');
    run.child.kill('SIGHUP');
    expect(await ended).toEqual([0, null]);
  });

  it('ends at once and well while it still starts, wherever it is, and the next start begins where it must', async () => {
    const folder = makeFolder();
    const settings = { PORT: '0', GEOLOOM_DATA_DIR: folder };
    const has = (name: string) => readdirSync(folder).includes(name);
    const making = start(settings);
    await expect.poll(() => has('database.first-boot'), patience).toBe(true);
    making.child.kill('SIGINT');
    expect(await making.ended).toBe(0);

    const migrating = start(settings);
    const isMade = () => has('database') && !has('database.first-boot');
    await expect.poll(isMade, patience).toBe(true);
    migrating.child.kill('SIGTERM');
    expect(await migrating.ended).toBe(0);

    const run = start(settings);
    const address = await readAddress(run);
    expect((await fetch(`${address}/api/v1/health`)).status).toBe(200);
    expect(run.output()).not.toMatch(/"level":50|Error/);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('ends when npm and its shell have gone', async () => {
    const shell = ['sh', '-c', `"${process.execPath}" "${main}"; true`];
    const run = start({ PORT: '0', npm_lifecycle_event: 'start' }, shell);
    await readAddress(run);
    run.child.kill('SIGTERM');
    // The output closes when its last writer has ended: the server, not only the shell.
    await run.ended;
    const address = await readAddress(run);
    await expect(fetch(`${address}/api/v1/health`)).rejects.toThrow('fetch failed');
  });

  it('says what to do when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const run = start({ PORT: String(port), HOST: '127.0.0.1' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(`Port ${port} on 127.0.0.1 is taken by another program.`);
    expect(run.output()).toContain(`PORT=${port + 1} npm start`);
  });

  it('says what to do when the machine has no such address', async () => {
    const run = start({ PORT: '0', HOST: '192.0.2.1' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('This machine has no address 192.0.2.1.');
  });

  it('lists all wrong settings and does not start', async () => {
    const run = start({ PORT: 'x', TRUSTED_PROXIES: 'y' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('PORT=x must be a whole number');
    expect(run.output()).toContain('TRUSTED_PROXIES=y must be addresses');
    expect(run.output()).not.toContain('at ');
  });

  it.each([
    ['the embedded database', { GEOLOOM_SECRET_KEY: 'k'.repeat(43) }],
    ['the key', {}],
  ])('names the setting of a data folder that cannot be there for %s', async (_what, environment) => {
    const folder = join(makeFolder({ file: '' }), 'file/data');
    const run = start({ PORT: '0', GEOLOOM_DATA_DIR: folder, ...environment });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(`The data folder ${folder} cannot be used: ENOTDIR`);
    expect(run.output()).toContain('Set GEOLOOM_DATA_DIR to a folder that this user may read and write.');
    expect(run.output()).not.toContain('    at ');
  });

  it('refuses a data folder that another server uses, names that one and leaves it unharmed', async () => {
    const run = start({ PORT: '0' });
    const address = await readAddress(run);
    const startedAt = performance.now();
    const second = start({ PORT: '0' });
    expect(await second.ended).toBe(1);
    console.log(`refused ${Math.round(performance.now() - startedAt)} ms after the start of the process`);
    expect(second.output()).toContain(`is in use by process ${run.child.pid} (`);
    expect(second.output()).not.toContain('    at ');
    expect((await fetch(`${address}/api/v1/health`)).status).toBe(200);
  });

  it('starts after a kill, also when the number of the killed one belongs to another program', async () => {
    const killed = start({ PORT: '0' });
    await readAddress(killed);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const [lock = ''] = readdirSync(dataFolder).filter((name) => name.includes('.lock-'));
    expect(lock).toContain(`.lock-${killed.child.pid}-`);
    const reused = lock.replace(`.lock-${killed.child.pid}-`, `.lock-${process.pid}-`);
    renameSync(join(dataFolder, lock), join(dataFolder, reused));
    const run = start({ PORT: '0' });
    await readAddress(run);
    expect(readdirSync(dataFolder)).not.toContain(reused);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });
});
