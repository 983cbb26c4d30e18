/** The program itself, as `npm start` runs it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { unpackDatabase } from '#testkit/pglite-dump.ts';
import { readAddress, startProgram } from '#testkit/program.ts';

/** One for all, with a database: to make one takes longer than all else that is tried here. */
const dataFolder = mkdtempSync(join(tmpdir(), 'geoloom-main-'));
const start = (environment: Record<string, string>, command?: readonly string[]) =>
  startProgram({ GEOLOOM_DATA_DIR: dataFolder, ...environment }, command);

beforeAll(() => unpackDatabase(dataFolder));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

/** Nice of each thread, by its name; of those that share a name, the last. */
const readPriorities = (pid: number | undefined) =>
  Object.fromEntries(
    readdirSync(`/proc/${pid}/task`).map((thread) => [
      readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim(),
      getPriority(Number(thread)),
    ]),
  );

describe('the server', () => {
  it('says where it listens, answers beside its simulators, keeps its data folder to itself, and ends well', async () => {
    const program = fileURLToPath(new URL('../sim/start.ts', import.meta.url));
    const run = start({ PORT: '0', HOST: '127.0.0.1' }, [process.execPath, program]);
    const address = await readAddress(run);
    const reply = await fetch(`${address}/api/v1/health`);
    expect(await reply.json()).toEqual({ success: true, data: { status: 'ok' } });
    const [mailbox = '', stripe = ''] = run.output().match(/(?<=simulated, .*: )http\S+/g) ?? [];
    expect((await fetch(mailbox)).status).toBe(200);
    expect((await fetch(`${stripe}/v1/products`)).status).toBe(401);
    // Requests go before what V8 compiles for runs.
    const readPriority = () => readPriorities(run.child.pid);
    await expect.poll(readPriority).toMatchObject({ MainThread: 0, V8Worker: 10 });
    const second = start({ PORT: '0' });
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`is in use by process ${run.child.pid} (`);
    expect(second.output()).not.toContain('    at ');
    expect((await fetch(`${address}/api/v1/health`)).status).toBe(200);
    run.child.kill('SIGTERM');
    expect(await run.ended).toBe(0);
    await expect(fetch(`${address}/api/v1/health`)).rejects.toThrow('fetch failed');
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
});
