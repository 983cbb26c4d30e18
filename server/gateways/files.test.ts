/** Behavior of every file store, tested with a folder and with S3. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type S3Server, startS3Server } from '#testkit/s3-server.ts';
import { createFiles } from './create-files.ts';
import type { Files } from './files.ts';

let root: string;
let store: S3Server;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'geoloom-files-'));
  store = await startS3Server();
});
afterAll(async () => {
  await store.close();
  await rm(root, { recursive: true, force: true });
});

const KINDS = {
  folder: () => createFiles({ folder: join(root, 'folder') }),
  s3: () => createFiles({ ...store.options, scratch: join(root, 'scratch') }),
};

const toBytes = (content: string) => new TextEncoder().encode(content);

async function listKeys(files: Files, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of files.list(prefix)) keys.push(key);
  return keys.toSorted();
}

describe.each(Object.entries(KINDS))('files in the %s store', (_kind, create) => {
  let files: Files;
  beforeEach(async () => {
    files = await create();
    for (const key of await listKeys(files, '')) await files.remove([key]);
    await files.sweepScratch();
  });

  it('are read back unchanged', async () => {
    const all = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    await files.put('uploads/7/seed.xml', all);
    expect(Buffer.from(await files.read('uploads/7/seed.xml')).equals(all)).toBe(true);
    expect((await buffer(await files.open('uploads/7/seed.xml'))).equals(all)).toBe(true);
    expect(await files.stat('uploads/7/seed.xml')).toEqual({ size: 70_000 });
  });

  it('are absent for a caller who expects another hash', async () => {
    await files.put('a/b', toBytes('the first half'));
    const hashHex = (content: string) => createHash('sha256').update(content).digest('hex');
    const read = await files.read('a/b', hashHex('the first half'));
    expect(new TextDecoder().decode(read)).toBe('the first half');
    const asked = files.read('a/b', hashHex('the first half and the second'));
    await expect(asked).rejects.toMatchObject({ kind: 'absent', retryable: false });
  });

  it('may be empty', async () => {
    await files.put('a/empty', new Uint8Array());
    expect((await files.read('a/empty')).length).toBe(0);
    expect(await text(await files.open('a/empty'))).toBe('');
    expect(await files.stat('a/empty')).toEqual({ size: 0 });
  });

  it('are replaced as a whole', async () => {
    await files.put('a/b', toBytes('a long first text'));
    await files.put('a/b', toBytes('second'));
    expect(Buffer.from(await files.read('a/b')).toString()).toBe('second');
  });

  it.each([
    [0, 0, '0'],
    [2, 5, '2345'],
    [8, 9, '89'],
    [8, 99, '89'],
    [0, 9, '0123456789'],
  ])('return the bytes %i to %i', async (start, end, expected) => {
    await files.put('digits', toBytes('0123456789'));
    expect(await text(await files.open('digits', { start, end }))).toBe(expected);
  });

  it('are published from a local file, which is then gone', async () => {
    const local = join(files.scratch, 'part-1.xml');
    await writeFile(local, 'x'.repeat(300_000));
    await files.publish('runs/1/part-1.xml', local);
    expect(existsSync(local)).toBe(false);
    expect(await files.stat('runs/1/part-1.xml')).toEqual({ size: 300_000 });
  });

  it('are published from another file system', async () => {
    // On most machines this is a separate file system; elsewhere this repeats the test above.
    const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'geoloom-'));
    const local = join(folder, 'part-1.xml');
    await writeFile(local, 'y'.repeat(1000));
    await files.publish('runs/1/part-1.xml', local);
    expect(existsSync(local)).toBe(false);
    expect(Buffer.from(await files.read('runs/1/part-1.xml')).toString()).toBe('y'.repeat(1000));
    expect(await readdir(files.scratch)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it("aren't published if the local file is missing", async () => {
    const publishing = files.publish('runs/1/x', join(files.scratch, 'nothing'));
    await expect(publishing).rejects.toMatchObject({ name: 'GatewayError', retryable: false });
    expect(await files.stat('runs/1/x')).toBeUndefined();
  });

  it('that are missing are reported as missing', async () => {
    expect(await files.stat('a/nothing')).toBeUndefined();
    // Sequential, so that the second rejection doesn't occur while only the first is awaited.
    for (const ask of [() => files.read('a/nothing'), () => files.open('a/nothing')]) {
      await expect(ask()).rejects.toMatchObject({
        service: 'files',
        kind: 'absent',
        retryable: false,
        message: 'File not found.',
      });
    }
  });

  it('are removed, also twice', async () => {
    await files.put('a/b', toBytes('x'));
    await files.remove(['a/b']);
    await files.remove(['a/b']);
    expect(await files.stat('a/b')).toBeUndefined();
  });

  it('are removed by folder, without siblings that have a longer name', async () => {
    for (const key of ['runs/1/a', 'runs/1/b/c', 'runs/10/a', 'runs/1x']) await files.put(key, toBytes(key));
    await files.remove(['runs/1x', 'runs/1/', 'runs/2/']);
    expect(await listKeys(files, '')).toEqual(['runs/10/a']);
  });

  it('are listed with size and time', async () => {
    for (const key of ['runs/1/a', 'runs/1/b/c', 'runs/10/a', 'top']) await files.put(key, toBytes(key));
    expect(await listKeys(files, 'runs/1')).toEqual(['runs/1/a', 'runs/1/b/c']);
    expect(await listKeys(files, 'runs/1/')).toEqual(['runs/1/a', 'runs/1/b/c']);
    expect(await listKeys(files, '')).toEqual(['runs/1/a', 'runs/1/b/c', 'runs/10/a', 'top']);
    expect(await listKeys(files, 'none')).toEqual([]);
    for await (const { key, size, changedAt } of files.list('')) {
      expect(size).toBe(key.length);
      expect(Math.abs(Date.now() - changedAt.getTime())).toBeLessThan(60_000);
    }
  });

  it.each([
    '',
    '/',
    '.',
    '..',
    '../x',
    'a/../../x',
    'a/..',
    '/etc/passwd',
    'a//b',
    'a/',
    'a/.',
    '.scratch/x',
    'a/.hidden',
    'a\\b',
    'a\0b',
    'a b',
    'A',
    'ä',
    'a%2f..',
    'a\n',
    'a'.repeat(201),
    'a/'.repeat(300),
  ])('reject the key %j', async (key) => {
    const bytes = toBytes('x');
    const attempts = [
      () => files.put(key, bytes),
      () => files.publish(key, join(root, 'none')),
      () => files.read(key),
      () => files.open(key),
      () => files.stat(key),
      // A trailing slash means a folder.
      ...(key === 'a/' ? [] : [() => files.remove([key]), () => files.remove([`${key}/`])]),
    ];
    for (const attempt of attempts) {
      await expect((async () => attempt())()).rejects.toMatchObject({
        name: 'GatewayError',
        kind: 'rejected',
      });
    }
  });

  it('can be read by many at once, and readers may stop early', async () => {
    await files.put('big', new Uint8Array(2_000_000));
    const streams = await Promise.all(Array.from({ length: 20 }, () => files.open('big')));
    const closed = streams.map(
      (stream) => new Promise<void>((resolve) => stream.once('close', () => resolve())),
    );
    for (const [index, stream] of streams.entries()) {
      if (index % 2 === 0) stream.destroy();
      else stream.once('data', () => stream.destroy());
    }
    await Promise.all(closed);
    expect((await files.read('big')).length).toBe(2_000_000);
  });

  it('pass the health check', async () => {
    await files.check();
    expect(await readdir(files.scratch)).toEqual([]);
    expect((await files.freeBytes()) ?? 1).toBeGreaterThan(0);
  });

  it('that a killed process left unfinished are swept if they are old enough', async () => {
    await mkdir(join(files.scratch, 'run-1'), { recursive: true });
    for (const name of ['old', 'young', 'run-1/part']) await writeFile(join(files.scratch, name), 'half');
    const long = new Date(Date.now() - 3_600_000);
    await utimes(join(files.scratch, 'old'), long, long);
    await utimes(join(files.scratch, 'run-1'), long, long);
    await files.sweepScratch(600_000);
    expect((await readdir(files.scratch)).toSorted()).toEqual(['run-1', 'young']);
    await files.sweepScratch();
    expect(await readdir(files.scratch)).toEqual([]);
  });

  it('recreate the scratch folder if it was removed', async () => {
    await files.put('scratch-test/a', new Uint8Array(1));
    await rm(files.scratch, { recursive: true });
    await files.check();
    expect(await readdir(files.scratch)).toEqual([]);
    await rm(files.scratch, { recursive: true });
    await files.put('scratch-test/b', new Uint8Array(1));
    expect(await files.stat('scratch-test/b')).toEqual({ size: 1 });
  });
});
