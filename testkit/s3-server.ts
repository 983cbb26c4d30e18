/**
 * A store that speaks S3, in a temporary folder on a free port: tests reach it through the real client.
 * It knows one bucket and one pair of keys.
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
  /** To be handed to `createFiles`, beside a scratch folder. */
  options: StoreOptions;
  close(): Promise<void>;
}

/** How the client reaches such a store. */
export const describeStore = (port: number, bucket: string): StoreOptions => ({
  endpoint: `http://127.0.0.1:${port}`,
  bucket,
  // The only pair that this store accepts.
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
      // A request that a test left open would keep the server from closing.
      server.httpServer?.closeAllConnections();
      await closed;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
