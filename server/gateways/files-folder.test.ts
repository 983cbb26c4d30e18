/** Behavior of the folder store only: crashes of the process, folders that disappear, full disks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tenfold } from '#testkit/cases.ts';
import { createFiles } from './create-files.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'geoloom-folder-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Repeatedly writes files of a single letter each until it is killed. */
const WRITER = `
  const { createFiles } = await import(process.argv[1]);
  const files = await createFiles({ folder: process.argv[2] });
  for (let round = 0; ; round += 1) {
    const letter = 'abcdefgh'[round % 8];
    await files.put('runs/' + letter + '/part.xml', Buffer.alloc(400_000, letter));
    await files.put('same.xml', Buffer.alloc(400_000, letter));
    process.stdout.write('.');
  }`;

/** Throws as Windows does: for flushing a folder, and for flushing a file that is open for reading only. */
const WINDOWS = `
  import fs from 'node:fs/promises';
  import { syncBuiltinESMExports } from 'node:module';
  Object.defineProperty(process, 'platform', { value: 'win32' });
  const { open } = fs;
  fs.open = async (path, flags = 'r', ...rest) => {
    const handle = await open(path, flags, ...rest);
    const refuse = async () => {
      throw Object.assign(new Error('EPERM: operation not permitted, fsync'), { code: 'EPERM' });
    };
    return flags === 'r' ? Object.assign(handle, { sync: refuse, datasync: refuse }) : handle;
  };
  syncBuiltinESMExports();`;

/** Performs each file operation of a server once. */
const FIRST_ACCOUNT = `
  const { writeFile } = await import('node:fs/promises');
  const { createFiles } = await import(process.argv[1]);
  const files = await createFiles({ folder: process.argv[2] });
  await files.check();
  await files.put('a/b/kept.xml', Buffer.from('kept'));
  await writeFile(files.scratch + '/part', 'published');
  await files.publish('a/c/published.xml', files.scratch + '/part');
  for (const key of ['a/b/kept.xml', 'a/c/published.xml']) console.log(String(await files.read(key)));`;

function killAfter(child: ChildProcess, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.stdout?.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs));
  });
}

describe('a folder of files', () => {
  it('has only complete files, whenever the process is killed', async () => {
    const module = new URL('./create-files.ts', import.meta.url).href;
    for (let kill = 0; kill < tenfold(2); kill++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, module, root]);
      await killAfter(child, Math.random() * 80);
      const files = await createFiles({ folder: root });
      for await (const { key, size } of files.list('')) {
        const bytes = await files.read(key);
        expect(size, key).toBe(400_000);
        expect(
          bytes.every((byte) => byte === bytes[0]),
          key,
        ).toBe(true);
      }
      await files.sweepScratch();
      expect(await readdir(files.scratch)).toEqual([]);
    }
  });

  it("works on a system that can't flush folders, and flushes only files open for writing", async () => {
    const preload = `data:text/javascript,${encodeURIComponent(WINDOWS)}`;
    const module = new URL('./create-files.ts', import.meta.url).href;
    const args = ['--import', preload, '--input-type=module', '-e', FIRST_ACCOUNT, module, root];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    expect(await text(child.stdout)).toBe('kept\npublished\n');
  });

  it('reports that it has disappeared', async () => {
    const files = await createFiles({ folder: join(root, 'files') });
    await rm(join(root, 'files'), { recursive: true });
    await expect(files.check()).rejects.toMatchObject({ name: 'GatewayError', service: 'files' });
    await expect(files.put('a', new Uint8Array(1))).rejects.toMatchObject({ name: 'GatewayError' });
  });

  it("can't be created at the path of a file", async () => {
    await writeFile(join(root, 'file'), '');
    await expect(createFiles({ folder: join(root, 'file') })).rejects.toMatchObject({ name: 'GatewayError' });
  });

  it('that is unmounted is distinguished from a missing file, and may be back at the next attempt', async () => {
    const files = await createFiles({ folder: join(root, 'disk') });
    await files.put('a', new Uint8Array(1));
    await rename(join(root, 'disk'), join(root, 'away'));
    const away = { kind: 'down', retryable: true, message: 'The file store isn’t available.' };
    await expect(files.put('b', new Uint8Array(1))).rejects.toMatchObject(away);
    await expect(files.read('a')).rejects.toMatchObject(away);
    await expect(files.open('a')).rejects.toMatchObject(away);
    await expect(files.stat('a')).rejects.toMatchObject(away);
    await expect(files.freeBytes()).rejects.toMatchObject(away);
    await expect(files.check()).rejects.toMatchObject(away);
    await rename(join(root, 'away'), join(root, 'disk'));
    await files.check();
    expect(await files.stat('a')).toEqual({ size: 1 });
    expect(await files.stat('b')).toBeUndefined();
  });

  it("doesn't treat a folder as a file", async () => {
    const files = await createFiles({ folder: root });
    await files.put('runs/1/a', new Uint8Array(1));
    expect(await files.stat('runs/1')).toBeUndefined();
    await expect(files.read('runs/1')).rejects.toMatchObject({ kind: 'absent' });
    await expect(files.put('runs/1/a/b', new Uint8Array(1))).rejects.toMatchObject({ name: 'GatewayError' });
    await expect(files.put('runs/1', new Uint8Array(1))).rejects.toMatchObject({ name: 'GatewayError' });
    expect(await readdir(files.scratch)).toEqual([]);
    expect((await files.read('runs/1/a')).length).toBe(1);
  });

  it('leaves no file after a failed write', async () => {
    const files = await createFiles({ folder: root });
    await files.put('runs/a', new Uint8Array(1));
    await chmod(join(root, 'runs'), 0o500);
    // The superuser may write everywhere; for all other users nothing may remain.
    await files.put('runs/b', new Uint8Array(1)).catch(() => undefined);
    expect(await readdir(files.scratch)).toEqual([]);
    await chmod(join(root, 'runs'), 0o700);
  });
});
