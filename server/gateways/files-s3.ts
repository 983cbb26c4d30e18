/**
 * Files in an S3-compatible store. Each object carries the SHA-256 of its bytes, which is compared
 * after writing and reading: a file counts as stored, or as read, only when it is whole.
 */
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import { checkKey, checkPrefix } from './file-key.ts';
import type { FileEntry, Files, Patience, S3Options } from './files.ts';
import { withRetries } from './retry.ts';
import { guardStore, isAbsentObject, storeDown } from './s3-error.ts';
import { createObjectReader } from './s3-reader.ts';
import { fingerprintFile, fingerprintOf, type Store, upload } from './s3-upload.ts';
import { makeScratch, sweepFolder } from './scratch.ts';

const PATIENCE: Patience = { tries: 5, firstDelayMs: 200, idleMs: 10_000 };
/** One object that only says that objects can be written; it is overwritten each time. */
const CHECK_KEY = 'check/writable';

/** Opens a bucket, which must exist. Nothing is asked of the store before the first call. */
export async function createS3Files(options: S3Options): Promise<Files> {
  const { bucket, scratch } = options;
  const patience = { ...PATIENCE, ...options.patience };
  const client = createClient(options, patience);
  const store: Store = { client, bucket, patience };
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  const reader = createObjectReader(store);
  const ask = <T>(work: () => Promise<T>) => withRetries(() => guardStore(work), patience);
  await makeScratch(scratch);

  const put = (key: string, bytes: Uint8Array) =>
    upload(store, checkKey(key), { print: fingerprintOf(bytes), body: () => bytes });

  return {
    scratch,
    put,
    publish: async (key, localPath) => {
      const print = await fingerprintFile(localPath);
      await upload(store, checkKey(key), { print, body: () => createReadStream(localPath) });
      await rm(localPath, { force: true });
    },
    read: (key) => reader.read(checkKey(key)),
    open: (key, range) => reader.open(checkKey(key), range),
    stat: (key) =>
      ask(async () => {
        try {
          const { contentLength } = await driver.getMetaData(checkKey(key));
          return { size: contentLength };
        } catch (error) {
          if (isAbsentObject(error)) return undefined;
          throw error;
        }
      }),
    remove: (key) => ask(() => driver.delete(checkKey(key))),
    removeFolder: (prefix) => {
      const folder = `${checkKey(prefix.replace(/\/$/, ''))}/`;
      return ask(async () => {
        await driver.deleteAll(folder);
        // The store tells of objects that stayed in a part of its answer that the driver does not read.
        for await (const _ of listObjects(store, folder)) {
          throw storeDown('The store of the files did not remove all of them.');
        }
      });
    },
    list: (prefix) => listObjects(store, checkPrefix(prefix)),
    check: () => put(CHECK_KEY, new Uint8Array()),
    freeBytes: () => Promise.resolve(undefined),
    sweepScratch: (olderThanMs) => sweepFolder(scratch, olderThanMs),
  };
}

function createClient(options: S3Options, { idleMs }: Patience): S3Client {
  const { endpoint, region = 'us-east-1', accessKeyId, secretAccessKey, forcePathStyle } = options;
  return new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(forcePathStyle === undefined ? {} : { forcePathStyle }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    // We try again ourselves, because only we can rewind a body and look at what came back.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 3000, socketTimeout: idleMs },
    // Many compatible stores do not know the checksums that newer clients add by themselves.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** The driver's own list leaves the sizes out. */
async function* listObjects({ client, bucket, patience }: Store, prefix: string): AsyncGenerator<FileEntry> {
  let token: string | undefined;
  do {
    const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token });
    const page = await withRetries(() => guardStore(() => client.send(command)), patience);
    for (const { Key: key = '', Size: size = 0, LastModified: changedAt = new Date(0) } of page.Contents ??
      []) {
      yield { key, size, changedAt };
    }
    token = page.NextContinuationToken;
  } while (token !== undefined);
}
