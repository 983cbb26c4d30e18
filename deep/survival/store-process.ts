/** An S3 server in a separate process, so that it can be killed; tests can read its folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { describeStore, type StoreOptions } from '#testkit/s3-server.ts';

const PROGRAM = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js');
const BUCKET = 'geoloom-survival';
/** Names of an object's file and of the folder of incomplete multipart uploads. */
const OBJECT = '._S3rver_object';
const UPLOADS = '._S3rver_uploads';

export interface StoreProcess {
  options: StoreOptions;
  /** Kills it and starts it at the same address. */
  restart(pauseMs: number): Promise<void>;
  /** Lists the objects in a folder, complete or not. */
  listNames(folder: string): string[];
  /** Lists unfinished multipart uploads. */
  listUnfinished(): string[];
}

/** Starts a store for one test. */
export async function startStoreProcess(): Promise<StoreProcess> {
  const directory = makeFolder();
  let { child, port } = await spawnStore(directory, 0);
  onTestFinished(() => end(child));
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
      await sleep(pauseMs);
      ({ child, port } = await spawnStore(directory, port));
    },
    listNames: (folder) => list(folder).map((name) => name.replace(OBJECT, '')),
    listUnfinished: () => list(UPLOADS).map((name) => `multipart upload ${name}`),
  };
}

async function spawnStore(directory: string, wanted: number): Promise<{ child: ChildProcess; port: number }> {
  const deployment = ['--directory', directory, '--address', '127.0.0.1', '--port', String(wanted)];
  const child = spawn(process.execPath, [PROGRAM, ...deployment, '--silent', '--configure-bucket', BUCKET], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Kills the store if this process exits first.
  const killStore = () => child.kill('SIGKILL');
  process.once('exit', killStore);
  child.once('close', () => process.off('exit', killStore));
  let output = '';
  for await (const part of child.stdout.setEncoding('utf8')) {
    output += part;
    const port = /listening on \S+:(\d+)/.exec(output)?.[1];
    if (port !== undefined) return { child, port: Number(port) };
  }
  throw new Error(`the store did not start: ${output}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
