/** Failures of the store and the network are retried and never mistaken for success. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type S3Server, startS3Server } from '#testkit/s3-server.ts';
import { inDeepTier } from '#testkit/tier.ts';
import { createFiles } from './create-files.ts';
import type { Files } from './files.ts';
import { pauseBefore } from './retry.ts';
import { type Fault, startStoreProxy, type StoreProxy } from './store-proxy-fixture.ts';

const BYTES = Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7) % 256));
/** Idle timeout: longer than a pause of a busy machine, short enough for five attempts. */
const RETRY = { attempts: 5, firstDelayMs: 2, idleMs: 1_500 };

let root: string;
let server: S3Server;
let proxy: StoreProxy;
let files: Files;
/** For stores that never respond; a busy machine doesn't delay it. */
let impatientFiles: Files;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'geoloom-s3-files-'));
  server = await startS3Server();
  proxy = await startStoreProxy(server.options.endpoint);
  const options = { ...server.options, endpoint: proxy.endpoint };
  files = await createFiles({ ...options, scratch: join(root, 'scratch'), retry: RETRY });
  const retry = { ...RETRY, idleMs: 50 };
  impatientFiles = await createFiles({ ...options, scratch: join(root, 'scratch'), retry });
});

afterEach(() => {
  proxy.faults = [];
  proxy.always = undefined;
  proxy.requests = [];
});

afterAll(async () => {
  await proxy.close();
  await server.close();
  await rm(root, { recursive: true, force: true });
});

const PASSING: Fault[] = ['drop', 'unavailable', 'broken', 'hang'];
const isSilent = (fault: Fault) => fault === 'hang' || fault === 'stall';
const formatCount = (method: string) => proxy.requests.filter((each) => each.startsWith(method)).length;

describe('writing', () => {
  it.each([...PASSING, 'wrong-etag'] as Fault[])('succeeds after the fault %s', async (fault) => {
    proxy.faults = [fault, fault];
    await files.put('a/b', BYTES);
    // Idle time is measured, so a busy machine may cause one more timeout.
    if (isSilent(fault)) expect(formatCount('PUT')).toBeGreaterThanOrEqual(3);
    else expect(formatCount('PUT')).toBe(3);
    expect(Buffer.from(await files.read('a/b')).equals(BYTES)).toBe(true);
  });

  it.each([...PASSING, 'wrong-etag'] as Fault[])('publishes after the fault %s', async (fault) => {
    proxy.faults = [fault, 'none'];
    const local = join(files.scratch, 'part.xml');
    await writeFile(local, BYTES);
    await files.publish('a/c', local);
    expect(existsSync(local)).toBe(false);
    expect(Buffer.from(await files.read('a/c')).equals(BYTES)).toBe(true);
  });

  it.each([
    ['drop', 'down', 5],
    ['unavailable', 'limited', 5],
    ['broken', 'down', 5],
    ['hang', 'down', 5],
    ['wrong-etag', 'down', 5],
    ['forbidden', 'unauthorized', 1],
    ['full', 'full', 1],
  ] as [Fault, string, number][])(
    'never reports success when every request has the fault %s',
    async (fault, kind, attempts) => {
      proxy.always = fault;
      const store = isSilent(fault) ? impatientFiles : files;
      const local = join(files.scratch, 'kept.xml');
      await writeFile(local, BYTES);
      await expect(store.put('never', BYTES)).rejects.toMatchObject({ service: 'files', kind });
      expect(formatCount('PUT')).toBe(attempts);
      await expect(store.publish('never', local)).rejects.toMatchObject({ kind });
      // An object that failed to upload isn't deleted.
      expect(existsSync(local)).toBe(true);
    },
  );

  it('reports that the local file is gone on a retry', async () => {
    proxy.faults = ['hang'];
    const local = join(files.scratch, 'gone.xml');
    await writeFile(local, BYTES);
    const ended = files.publish('a/gone', local).catch((error: unknown) => error);
    await vi.waitFor(() => expect(formatCount('PUT')).toBe(1), { timeout: 5_000, interval: 5 });
    await rm(local);
    expect(await ended).toMatchObject({ service: 'files', kind: 'rejected', retryable: false });
  });

  it('stores the SHA-256 with the object', async () => {
    await files.put('a/print', BYTES);
    const response = await fetch(`${server.options.endpoint}/${server.options.bucket}/a/print`);
    expect(response.headers.get('x-amz-meta-sha256')).toBe(createHash('sha256').update(BYTES).digest('hex'));
    await response.arrayBuffer();
  });
});

describe('reading', () => {
  const faults: Fault[] = [...PASSING, 'truncate', 'stall', 'wrong-bytes'];

  it.each(faults)('succeeds after the fault %s', async (fault) => {
    await files.put('a/r', BYTES);
    proxy.faults = [fault, fault];
    expect(Buffer.from(await files.read('a/r')).equals(BYTES)).toBe(true);
  });

  it.each(faults)('returns nothing when every request has the fault %s', async (fault) => {
    await files.put('a/r', BYTES);
    proxy.always = fault;
    proxy.requests = [];
    const store = isSilent(fault) ? impatientFiles : files;
    await expect(store.read('a/r')).rejects.toMatchObject({ service: 'files', retryable: true });
    expect(formatCount('GET')).toBe(5);
  });

  it.each(['truncate', 'stall'] as Fault[])('as a stream resumes after the fault %s', async (fault) => {
    await files.put('a/r', BYTES);
    proxy.faults = [fault, 'drop', fault, 'unavailable'];
    expect((await buffer(await files.open('a/r'))).equals(BYTES)).toBe(true);
    proxy.faults = [fault];
    const range = { start: 1000, end: 299_999 };
    expect((await buffer(await files.open('a/r', range))).equals(BYTES.subarray(1000, 300_000))).toBe(true);
  });

  it('as a stream fails if the bytes differ', async () => {
    await files.put('a/r', BYTES);
    proxy.faults = ['wrong-bytes'];
    await expect(buffer(await files.open('a/r'))).rejects.toThrow('different bytes');
  });

  it('as a stream fails if the store stays unavailable', async () => {
    await files.put('a/r', BYTES);
    proxy.faults = ['truncate', 'drop', 'drop', 'drop', 'drop', 'drop'];
    await expect(buffer(await files.open('a/r'))).rejects.toMatchObject({
      name: 'GatewayError',
      kind: 'down',
    });
  });

  it('as a stream never mixes two versions of a file', async () => {
    await files.put('a/r', BYTES);
    proxy.faults = ['truncate'];
    const stream = await files.open('a/r');
    await files.put('a/r', Buffer.alloc(BYTES.length, 'b'));
    await expect(buffer(stream)).rejects.toMatchObject({ name: 'GatewayError' });
  });

  it('as a stream waits for a slow reader', async () => {
    await files.put('a/r', BYTES);
    const stream = await files.open('a/r');
    let size = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (size === 0) await new Promise((resolve) => setTimeout(resolve, RETRY.idleMs * 2));
      size += chunk.length;
    }
    expect(size).toBe(BYTES.length);
  });
});

describe('other operations', () => {
  it.each(PASSING)('succeed after the fault %s', async (fault) => {
    proxy.faults = ['none', fault, 'none', fault, 'none', fault, 'none'];
    await files.check();
    expect(await files.stat('check/writable')).toEqual({ size: 0 });
    const keys: string[] = [];
    for await (const { key } of files.list('check')) keys.push(key);
    expect(keys).toEqual(['check/writable']);
    await files.remove(['check/writable']);
    await files.remove(['check/']);
  });

  it.each([
    ['drop', 'down'],
    ['forbidden', 'unauthorized'],
    ['full', 'full'],
  ] as [Fault, string][])(
    'report a failing store when every request has the fault %s',
    async (fault, kind) => {
      proxy.always = fault;
      await expect(files.check()).rejects.toMatchObject({ service: 'files', kind });
    },
  );

  it('report a missing bucket', async () => {
    const options = { ...server.options, bucket: 'another', scratch: join(root, 'scratch') };
    const others = await createFiles({ ...options, retry: RETRY });
    await expect(others.check()).rejects.toThrow('The bucket for the files doesn’t exist.');
  });

  it('reject a wrong key', async () => {
    const options = { ...server.options, accessKeyId: 'UNKNOWN', scratch: join(root, 'scratch') };
    const others = await createFiles({ ...options, retry: RETRY });
    await expect(others.check()).rejects.toMatchObject({ kind: 'unauthorized', retryable: false });
  });

  it('remove many files in one request', async () => {
    const keys = ['batch/1', 'batch/2', 'batch/3'];
    // The file that remains: the simulated store fails when an empty folder is removed twice.
    for (const key of [...keys, 'batch/4']) await files.put(key, BYTES);
    proxy.requests = [];
    await files.remove(keys);
    expect(proxy.requests).toEqual(['POST /geoloom-test/?delete=']);
    for (const key of keys) expect(await files.stat(key)).toBeUndefined();
    expect(await files.stat('batch/4')).toEqual({ size: BYTES.length });
  });

  inDeepTier(() => {
    it('list more than one page', async () => {
      for (let index = 0; index < 1005; index += 15) {
        const numbers = Array.from({ length: 15 }, (_, offset) => index + offset);
        await Promise.all(numbers.map((number) => files.put(`many/${number}`, new Uint8Array())));
      }
      const count = async () => {
        let found = 0;
        for await (const _ of files.list('many')) found += 1;
        return found;
      };
      expect(await count()).toBe(1005);
      await files.remove(['many/']);
      expect(await count()).toBe(0);
    });
  });
});

describe('retry delays', () => {
  it('double, with jitter', () => {
    for (const attempt of [1, 2, 3, 4]) {
      const pauses = Array.from({ length: 50 }, () => pauseBefore(attempt, 100));
      const whole = 100 * 2 ** (attempt - 1);
      expect(Math.min(...pauses)).toBeGreaterThanOrEqual(whole / 2);
      expect(Math.max(...pauses)).toBeLessThanOrEqual(whole);
      expect(new Set(pauses).size).toBeGreaterThan(40);
    }
  });
});
