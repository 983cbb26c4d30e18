/** Start and exit of the program with signals, terminals and shells. */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { unpackDatabase } from '#testkit/pglite-dump.ts';
import { MAIN, readAddress, START_TIMEOUT, startProgram } from '#testkit/program.ts';
import { startServerProcess } from '#testkit/server-process.ts';

/** Shared, because creating the database takes longer than all tests. */
const dataFolder = mkdtempSync(join(tmpdir(), 'geoloom-main-'));
const start = (environment: Record<string, string>, command?: readonly string[]) =>
  startProgram({ GEOLOOM_DATA_DIR: dataFolder, ...environment }, command);

beforeAll(async () => {
  const { end } = await startServerProcess({ dataFolder });
  await end('SIGTERM');
});
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

describe('the server', () => {
  it.each(['SIGINT', 'SIGHUP'] as const)(
    'prints its URL, responds, and exits cleanly on %s',
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

  it('reports what to do if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const run = start({ PORT: String(port), HOST: '127.0.0.1' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain(`Port ${port} on 127.0.0.1 is in use by another program.`);
    expect(run.output()).toContain(`PORT=${port + 1}`);
  });

  it('rejects a first account with a guessable password, and names the setting (A2)', async () => {
    const folder = makeFolder();
    await unpackDatabase(folder);
    const account = { GEOLOOM_ADMIN_EMAIL: 'ada@example.com', GEOLOOM_ADMIN_PASSWORD: 'Password123' };
    const run = start({ PORT: '0', GEOLOOM_DATA_DIR: folder, ...account });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('Invalid configuration:');
    expect(run.output()).toContain('GEOLOOM_ADMIN_PASSWORD=… Password is too common. Choose another.');
    expect(run.output()).not.toContain('Password123');
  });

  it('reports what to do if the machine doesn’t have the address', async () => {
    const run = start({ PORT: '0', HOST: '192.0.2.1' });
    expect(await run.ended).toBe(1);
    expect(run.output()).toContain('This machine has no address 192.0.2.1.');
  });

  it('completes pending responses before it exits', async () => {
    const run = start({ PORT: '0' });
    const address = await readAddress(run);
    const replies = Promise.all(Array.from({ length: 20 }, () => fetch(`${address}/api/docs/json`)));
    const first = await fetch(`${address}/api/v1/health`);
    expect(first.status).toBe(200);
    run.child.kill('SIGTERM');
    for (const reply of await replies) expect([200, 503]).toContain(reply.status);
    expect(await run.ended).toBe(0);
  });

  it('continues when its log pipe is closed, and exits cleanly when its terminal is closed', async () => {
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

  it('exits immediately and cleanly during any step of its startup, and the next start works', async () => {
    const folder = makeFolder();
    const settings = { PORT: '0', GEOLOOM_DATA_DIR: folder };
    const has = (name: string) => readdirSync(folder).includes(name);
    const making = start(settings);
    await expect.poll(() => has('database.first-boot'), START_TIMEOUT).toBe(true);
    making.child.kill('SIGINT');
    expect(await making.ended).toBe(0);

    const migrating = start(settings);
    const isMade = () => has('database') && !has('database.first-boot');
    await expect.poll(isMade, START_TIMEOUT).toBe(true);
    migrating.child.kill('SIGTERM');
    expect(await migrating.ended).toBe(0);

    const run = start(settings);
    const address = await readAddress(run);
    expect((await fetch(`${address}/api/v1/health`)).status).toBe(200);
    expect(run.output()).not.toMatch(/"level":50|Error/);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
  });

  it('starts after a kill, also if another program has the killed one’s process id', async () => {
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

  it('exits when npm and its shell have exited', async () => {
    const shell = ['sh', '-c', `"${process.execPath}" "${MAIN}"; true`];
    const run = start({ PORT: '0', npm_lifecycle_event: 'start' }, shell);
    await readAddress(run);
    run.child.kill('SIGTERM');
    // The output closes when its last writer has exited: the server, not only the shell.
    await run.ended;
    const address = await readAddress(run);
    await expect(fetch(`${address}/api/v1/health`)).rejects.toThrow('fetch failed');
  });
});
