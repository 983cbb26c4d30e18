/**
 * An S3 server with its files in a temporary folder, on a free port, with one bucket and one pair of keys. Tests
 * use it through the real client.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

export interface StoreOptions {
  endpoint: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  forcePathStyle: true;
}

export interface S3Server {
  /** Options for `createFiles`, in addition to a scratch folder. */
  options: StoreOptions;
  close(): Promise<void>;
}

/** Returns the client's options for a store. */
export const describeStore = (port: number, bucket: string): StoreOptions => ({
  endpoint: `http://127.0.0.1:${port}`,
  bucket,
  // The only keys that this server accepts.
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  forcePathStyle: true,
});

const BUCKET = 'geoloom-test';

/** Starts the store; `close` stops it and removes its folder. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'geoloom-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  return {
    options: describeStore(port, BUCKET),
    close: async () => {
      const closed = server.close();
      // An open request would keep the server from closing.
      server.httpServer?.closeAllConnections();
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
