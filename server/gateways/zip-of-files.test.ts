/** Zips of stored files: readable by other tools, of the predicted length, and failing visibly. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startS3Server, type S3Server } from '#testkit/s3-server.ts';
import { readZip } from '#testkit/zip-reader.ts';
import { createFiles } from './create-files.ts';
import type { Files } from './files.ts';
import { startStoreProxy, type StoreProxy } from './store-proxy-fixture.ts';
import { zipFiles } from './zip-of-files.ts';

const MODIFIED = { modified: new Date('2026-03-04T05:06:08Z') };
const BIG = randomBytes(3_000_000);
const KNOWN = { size: BIG.length, sha256: createHash('sha256').update(BIG).digest('hex') };

let root: string;
let files: Files;
let server: S3Server;
let proxy: StoreProxy;
let remote: Files;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'geoloom-zip-'));
  files = await createFiles({ folder: join(root, 'files') });
  server = await startS3Server();
  proxy = await startStoreProxy(server.options.endpoint);
  const options = { ...server.options, endpoint: proxy.endpoint, scratch: join(root, 'scratch') };
  remote = await createFiles({ ...options, retry: { attempts: 2, firstDelayMs: 2, idleMs: 20_000 } });
  for (const each of [files, remote]) {
    await each.put('runs/1/part-1.xml', Buffer.from('<rss>1</rss>'));
    await each.put('runs/1/part-2.xml', BIG);
    await each.put('runs/1/empty.csv', new Uint8Array());
  }
});
afterAll(async () => {
  await proxy.close();
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const ENTRIES = [
  { name: 'austin-part-1.xml', key: 'runs/1/part-1.xml' },
  { name: 'austin-part-2.xml', key: 'runs/1/part-2.xml', known: KNOWN },
  { name: 'empty.csv', key: 'runs/1/empty.csv' },
  { name: 'read me/Größe.txt', text: 'Grüße\n' },
];

describe('zipFiles', () => {
  it('creates a zip that other tools read, with exactly the predicted length', async () => {
    for (const store of [files, remote]) {
      const { length, stream } = await zipFiles(store, ENTRIES, MODIFIED);
      const zip = await buffer(stream);
      expect(zip.length).toBe(length);
      const read = readZip(zip);
      expect([...read.keys()]).toEqual(ENTRIES.map(({ name }) => name));
      expect(read.get('austin-part-1.xml')?.toString()).toBe('<rss>1</rss>');
      expect(read.get('austin-part-2.xml')?.equals(BIG)).toBe(true);
      expect(read.get('empty.csv')?.length).toBe(0);
      expect(read.get('read me/Größe.txt')?.toString()).toBe('Grüße\n');
    }
  });

  it('creates the same bytes from the same files', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(async () => buffer((await zipFiles(files, ENTRIES, MODIFIED)).stream)),
    );
    expect(first?.equals(second ?? Buffer.of())).toBe(true);
  });

  it('may be empty', async () => {
    const { length, stream } = await zipFiles(files, [], MODIFIED);
    expect((await buffer(stream)).length).toBe(length);
  });

  it('reports a missing file before anything is sent', async () => {
    const entries = [...ENTRIES, { name: 'gone.xml', key: 'runs/1/gone.xml' }];
    await expect(zipFiles(files, entries, MODIFIED)).rejects.toMatchObject({ kind: 'absent' });
  });

  it.each([
    [{ name: 'x', key: 'runs/1/part-2.xml', known: { ...KNOWN, size: BIG.length + 1 } }],
    [{ name: 'x', key: 'runs/1/part-2.xml', known: { ...KNOWN, size: BIG.length - 1 } }],
    [{ name: 'x', key: 'runs/1/part-2.xml', known: { ...KNOWN, sha256: '0'.repeat(64) } }],
    [{ name: 'x', key: 'runs/1/gone.xml', known: { ...KNOWN, size: 5 } }],
  ])('ends in an error and not in a valid zip for %j', async (entry) => {
    const { length, stream } = await zipFiles(files, [...ENTRIES, entry], MODIFIED);
    const got: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => got.push(chunk));
    const error = await new Promise((resolve) => {
      stream.once('error', resolve);
      stream.once('end', () => resolve('ended as if all were well'));
    });
    expect(error).toMatchObject({ name: 'GatewayError' });
    const sent = Buffer.concat(got);
    expect(sent.length).not.toBe(length);
    expect(() => readZip(sent)).toThrow();
  });

  it('ends in an error when the store fails midway', async () => {
    const { stream } = await zipFiles(remote, ENTRIES, MODIFIED);
    proxy.always = 'truncate';
    await expect(buffer(stream)).rejects.toMatchObject({ name: 'GatewayError', kind: 'down' });
    proxy.always = undefined;
  });

  it('reads no faster than its consumer', async () => {
    let pulled = 0;
    async function* pull() {
      for (; pulled < BIG.length; pulled += 50_000) yield BIG.subarray(pulled, pulled + 50_000);
    }
    const ready: Files = { ...files, open: async () => Readable.from(pull()) };
    const { stream } = await zipFiles(ready, ENTRIES.slice(1, 2), MODIFIED);
    let read = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length;
      // Time for more reads, which would happen immediately.
      for (let turn = 0; turn < 20; turn += 1) await setImmediate();
      expect(pulled - read).toBeLessThan(1_000_000);
    }
    expect(pulled).toBe(BIG.length);
  });

  it('opens no file before the first read, so an unread zip holds none open', async () => {
    const opened: string[] = [];
    const watched: Files = {
      ...files,
      open: (key, range) => {
        opened.push(key);
        return files.open(key, range);
      },
    };
    const unread = await zipFiles(watched, ENTRIES, MODIFIED);
    // Any work that the packer starts by itself has begun by now.
    await setImmediate();
    expect(unread.length).toBeGreaterThan(0);
    expect(opened).toEqual([]);
    const { stream } = await zipFiles(watched, ENTRIES, MODIFIED);
    await buffer(stream);
    expect(opened.length).toBeGreaterThan(1);
  });

  it('closes all files whenever it is destroyed', async () => {
    const before = (await readdir('/proc/self/fd')).length;
    for (let round = 0; round < 50; round += 1) {
      const { stream } = await zipFiles(files, ENTRIES, MODIFIED);
      let taken = 0;
      const leave = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          taken += chunk.length;
          done(taken > round * 60_000 ? new Error('the reader left') : null);
        },
      });
      await pipeline(stream, leave).catch(() => undefined);
    }
    await expect.poll(async () => (await readdir('/proc/self/fd')).length).toBeLessThanOrEqual(before + 2);
  });

  it('stops immediately while the store is stalled', async () => {
    const options = { ...server.options, endpoint: proxy.endpoint, scratch: join(root, 'scratch') };
    const silent = await createFiles({ ...options, retry: { idleMs: 20_000 } });
    const { stream } = await zipFiles(silent, [{ name: 'x', key: 'runs/1/part-2.xml' }], MODIFIED);
    proxy.always = 'stall';
    let taken = 0;
    stream.on('data', (chunk: Buffer) => (taken += chunk.length));
    await vi.waitFor(() => expect(taken).toBeGreaterThan(BIG.length / 4));
    expect(proxy.open).toBe(1);
    stream.destroy();
    await vi.waitFor(() => expect(proxy.open).toBe(0), { timeout: 2000 });
    proxy.always = undefined;
  });

  it.each(['../x', '/x', 'a//b', 'a/../b', './x', 'a\\b', 'C:/x', 'a\0', ''])(
    'rejects the name %j as a bug',
    async (name) => {
      await expect(zipFiles(files, [{ name, text: 'x' }], MODIFIED)).rejects.toThrow(TypeError);
    },
  );

  it('rejects a duplicate name as a bug', async () => {
    const entries = [
      { name: 'Part.xml', text: '1' },
      { name: 'part.XML', text: '2' },
    ];
    await expect(zipFiles(files, entries, MODIFIED)).rejects.toThrow('appears twice');
  });
});
