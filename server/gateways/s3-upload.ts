/**
 * Writes one object and verifies it: the request contains the SHA-256, and the checksums of the response must
 * match the bytes that were sent.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { PutObjectCommand, type PutObjectCommandOutput, type S3Client } from '@aws-sdk/client-s3';
import type { RetrySettings } from './files.ts';
import { GatewayError } from './gateway-error.ts';
import { withRetries } from './retry.ts';
import { guardStore, storeDown } from './s3-error.ts';

/** Metadata key for the SHA-256 in hex. */
export const SHA256_NAME = 'sha256';

export interface Store {
  client: S3Client;
  bucket: string;
  retry: RetrySettings;
}

interface Fingerprint {
  size: number;
  sha256: Buffer;
  /** Only compared with the ETag, which is the MD5 in most stores. */
  md5: string;
}

interface Source {
  fingerprint: Fingerprint;
  /** Called for each attempt. */
  body: () => Uint8Array | Readable;
}

/** Resolves when the store holds exactly these bytes. */
export async function upload(store: Store, key: string, { fingerprint, body }: Source): Promise<void> {
  await withRetries(async () => {
    const bytes = body();
    const unread = new AbortController();
    // The client doesn't handle errors of the file stream, which would end the process.
    if (bytes instanceof Readable) bytes.on('error', (cause) => unread.abort(unreadable(cause)));
    try {
      const response = await guardStore(() =>
        store.client.send(
          new PutObjectCommand({
            Bucket: store.bucket,
            Key: key,
            Body: bytes,
            ContentLength: fingerprint.size,
            ContentType: 'application/octet-stream',
            ChecksumSHA256: fingerprint.sha256.toString('base64'),
            Metadata: { [SHA256_NAME]: fingerprint.sha256.toString('hex') },
          }),
          { abortSignal: unread.signal },
        ),
      );
      if (!isSame(response, fingerprint))
        throw storeDown('The file store stored different bytes than were sent.');
    } catch (error) {
      throw unread.signal.aborted ? unread.signal.reason : error;
    } finally {
      if (bytes instanceof Readable) bytes.destroy();
    }
  }, store.retry);
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

function isSame(response: PutObjectCommandOutput, print: Fingerprint): boolean {
  const { ChecksumSHA256: checksum, ServerSideEncryption: encryption, SSECustomerAlgorithm: own } = response;
  if (checksum !== undefined && checksum !== print.sha256.toString('base64')) return false;
  const etag = response.ETag?.replaceAll('"', '') ?? '';
  // With the store's own encryption keys, the ETag isn't the MD5.
  const isMd5 = /^[0-9a-f]{32}$/.test(etag) && own === undefined && !(encryption ?? '').startsWith('aws:');
  return !isMd5 || etag === print.md5;
}
