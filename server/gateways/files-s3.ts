/**
 * File store in an S3-compatible bucket. The metadata of each object contains its SHA-256, which is compared
 * after writing and reading, so that a truncated file is never reported as stored or read.
 */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DeleteObjectsCommand, HeadObjectCommand, ListObjectsCommand, S3Client } from '@aws-sdk/client-s3';
import { checkKey, checkPrefix } from './file-key.ts';
import type { FileEntry, Files, RetrySettings, S3Options } from './files.ts';
import { withRetries } from './retry.ts';
import { guardStore, isAbsentObject, storeDown } from './s3-error.ts';
import { createObjectReader } from './s3-reader.ts';
import { fingerprintFile, fingerprintBytes, type Store, upload } from './s3-upload.ts';
import { makeScratch, sweepFolder } from './scratch.ts';

const RETRY: RetrySettings = { attempts: 5, firstDelayMs: 200, idleMs: 10_000 };
/** Object that each check overwrites. */
const CHECK_KEY = 'check/writable';
/** Maximum number of keys per DeleteObjects request. */
const MAX_DELETED = 1000;

/** Opens an existing bucket. The first call sends the first request. */
export async function createS3Files(options: S3Options): Promise<Files> {
  const { bucket, scratch } = options;
  const retry = { ...RETRY, ...options.retry };
  const client = createClient(options, retry);
  const store: Store = { client, bucket, retry };
  const reader = createObjectReader(store);
  const ask = <T>(work: () => Promise<T>) => withRetries(() => guardStore(work), retry);
  await makeScratch(scratch);

  const put = (key: string, bytes: Uint8Array) =>
    upload(store, checkKey(key), { fingerprint: fingerprintBytes(bytes), body: () => bytes });

  return {
    scratch,
    put,
    publish: async (key, localPath) => {
      const fingerprint = await fingerprintFile(localPath);
      await upload(store, checkKey(key), { fingerprint, body: () => createReadStream(localPath) });
      await rm(localPath, { force: true });
    },
    read: (key) => reader.read(checkKey(key)),
    open: (key, range) => reader.open(checkKey(key), range),
    stat: (key) =>
      ask(async () => {
        try {
          const command = new HeadObjectCommand({ Bucket: bucket, Key: checkKey(key) });
          const { ContentLength: size = 0 } = await client.send(command);
          return { size };
        } catch (error) {
          if (isAbsentObject(error)) return undefined;
          throw error;
        }
      }),
    remove: async (keys) => {
      const single = keys.filter((key) => !isFolder(key)).map((key) => checkKey(key));
      for (let first = 0; first < single.length; first += MAX_DELETED)
        await removeObjects(store, single.slice(first, first + MAX_DELETED));
      for (const folder of keys.filter(isFolder).map(checkPrefix))
        for await (const page of listPages(store, folder)) {
          const found = page.map(({ key }) => key);
          await removeObjects(store, found);
        }
    },
    list: async function* (prefix) {
      for await (const page of listPages(store, checkPrefix(prefix))) yield* page;
    },
    check: async () => {
      await makeScratch(scratch);
      await put(CHECK_KEY, new Uint8Array());
    },
    freeBytes: () => Promise.resolve(undefined),
    sweepScratch: (olderThanMs) => sweepFolder(scratch, olderThanMs),
  };
}

const isFolder = (key: string) => key.endsWith('/');
const ignore = () => undefined;

function createClient(options: S3Options, { idleMs }: RetrySettings): S3Client {
  const { endpoint, region = 'us-east-1', accessKeyId, secretAccessKey, forcePathStyle } = options;
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(forcePathStyle === undefined ? {} : { forcePathStyle }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    // The SDK can't rewind a file, compare checksums of a response or resume a body; `withRetries` does.
    maxAttempts: 1,
    // Otherwise the SDK prints a console warning for each body that it can't rewind.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: { connectionTimeout: 3000, socketTimeout: idleMs },
    // Many compatible stores don't support the checksums that newer clients add by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Pages by `Marker`, because all compatible stores support version 1 of this call. */
async function* listPages({ client, bucket, retry }: Store, prefix: string): AsyncGenerator<FileEntry[]> {
  let last: string | undefined;
  for (;;) {
    const command = new ListObjectsCommand({ Bucket: bucket, Prefix: prefix, Marker: last });
    const response = await withRetries(() => guardStore(() => client.send(command)), retry);
    const page = (response.Contents ?? []).map(
      ({ Key: key = '', Size: size = 0, LastModified: changedAt = new Date(0) }) => ({
        key,
        size,
        changedAt,
      }),
    );
    yield page;
    last = page.at(-1)?.key;
    if (response.IsTruncated !== true || last === undefined) return;
  }
}

async function removeObjects({ client, bucket, retry }: Store, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const Objects = keys.map((Key) => ({ Key }));
  const command = new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } });
  await withRetries(async () => {
    const { Errors: [error] = [] } = await guardStore(() => client.send(command));
    if (error !== undefined) throw storeDown('The file store didn’t delete all files.', error);
  }, retry);
}
