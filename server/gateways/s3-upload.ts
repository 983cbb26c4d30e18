/**
 * Writes one object and verifies it: the request contains the SHA-256, and the checksums of the response must match the
 * bytes that were sent.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { PutObjectCommand, type PutObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import type { Patience } from './files.ts';
import { GatewayError } from './gateway-error.ts';
import { withRetries } from './retry.ts';
import { guardStore, storeDown } from './s3-error.ts';

/** Metadata entry of an object with its SHA-256 in hex. */
export const SHA256_NAME = 'sha256';

export interface Store {
  client: S3Client;
  bucket: string;
  patience: Patience;
}

interface Fingerprint {
  size: number;
  sha256: Buffer;
  /** Only compared with the ETag, which is the MD5 in most stores. */
  md5: string;
}

interface Source {
  print: Fingerprint;
  /** Called for each try. */
  body: () => Uint8Array | Readable;
}

/** Resolves when the store holds exactly these bytes. */
export async function upload(store: Store, key: string, { print, body }: Source): Promise<void> {
  await withRetries(async () => {
    const bytes = body();
    const unread = new AbortController();
    // The client doesn't handle errors of the file: they would end the process.
    if (bytes instanceof Readable) bytes.on('error', (cause) => unread.abort(unreadable(cause)));
    try {
      const answer = await guardStore(() =>
        store.client.send(
          new PutObjectCommand({
            Bucket: store.bucket,
            Key: key,
            Body: bytes,
            ContentLength: print.size,
            ContentType: 'application/octet-stream',
            ChecksumSHA256: print.sha256.toString('base64'),
            Metadata: { [SHA256_NAME]: print.sha256.toString('hex') },
          }),
          { abortSignal: unread.signal },
        ),
      );
      if (!isSame(answer, print)) throw storeDown('The file store stored different bytes than were sent.');
    } catch (error) {
      throw unread.signal.aborted ? unread.signal.reason : error;
    } finally {
      if (bytes instanceof Readable) bytes.destroy();
    }
  }, store.patience);
}

/** Computes size and checksums of bytes in memory. */
export function fingerprintBytes(bytes: Uint8Array): Fingerprint {
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    md5: createHash('md5').update(bytes).digest('hex'),
  };
}

/** @throws GatewayError if the local file can't be read */
export async function fingerprintFile(path: string): Promise<Fingerprint> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  let size = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      sha256.update(chunk);
      md5.update(chunk);
      size += chunk.length;
    }
  } catch (cause) {
    throw unreadable(cause);
  }
  return { size, sha256: sha256.digest(), md5: md5.digest('hex') };
}

function unreadable(cause: unknown): GatewayError {
  return new GatewayError('Failed to read the finished file.', { service: 'files', kind: 'rejected', cause });
}

function isSame(answer: PutObjectCommandOutput, print: Fingerprint): boolean {
  const { ChecksumSHA256: checksum, ServerSideEncryption: encryption, SSECustomerAlgorithm: own } = answer;
  if (checksum !== undefined && checksum !== print.sha256.toString('base64')) return false;
  const etag = answer.ETag?.replaceAll('"', '') ?? '';
  // With the store's own encryption keys, the ETag isn't the MD5.
  const isMd5 = /^[0-9a-f]{32}$/.test(etag) && own === undefined && !(encryption ?? '').startsWith('aws:');
  return !isMd5 || etag === print.md5;
}
