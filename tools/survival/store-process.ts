/** Starts, kills and starts again a store that speaks S3; what it holds is looked at in its folder, too. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeStore, type StoreOptions } from '#testkit/s3-server.ts';

const MAIN = fileURLToPath(new URL('store-main.ts', import.meta.url));
const BUCKET = 'geoloom-survival';
/** How this store names the file of an object and the folder of multipart uploads that are not complete. */
const OBJECT = '._S3rver_object';
const UPLOADS = '._S3rver_uploads';

export interface StoreProcess {
  options: StoreOptions;
  /** Ends it with SIGKILL and starts it again where it was. */
  restart(pauseMs: number): Promise<void>;
  stop(): Promise<void>;
  /** Of objects below a folder, whether they are whole or not. */
  listNames(folder: string): string[];
  /** Multipart uploads that were begun and never ended. */
  listUnfinished(): string[];
}

/** @param directory is made where it is not there, and stays */
export async function startStoreProcess(directory: string): Promise<StoreProcess> {
  mkdirSync(directory, { recursive: true });
  let { child, port } = await spawnStore(directory, 0);
  const list = (path: string) => {
    try {
      return readdirSync(join(directory, BUCKET, path));
    } catch {
      return [];
    }
  };
  return {
    options: describeStore(port, BUCKET),
    async restart(pauseMs) {
      await end(child);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      ({ child, port } = await spawnStore(directory, port));
    },
    stop: () => end(child),
    listNames: (folder) =>
      list(folder).map((name) => (name.endsWith(OBJECT) ? name.slice(0, -OBJECT.length) : name)),
    listUnfinished: () => list(UPLOADS),
  };
}

async function spawnStore(directory: string, wanted: number): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [MAIN, directory, String(wanted), BUCKET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('close', () => process.off('exit', endWithUs));
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve);
    child.once('exit', () => reject(new Error('the store did not start')));
  });
  return { child, port: Number(await line) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
