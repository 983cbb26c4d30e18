/** Builds the web application when it changed and runs one server for all journeys. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { OWNER } from './owner.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  execFileSync(process.execPath, ['tools/build-web.ts'], { cwd: root, stdio: 'inherit' });
  const dataFolder = mkdtempSync(join(tmpdir(), 'geoloom-journeys-'));
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      GEOLOOM_DATA_DIR: dataFolder,
      GEOLOOM_ADMIN_EMAIL: OWNER.email,
      GEOLOOM_ADMIN_PASSWORD: OWNER.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  project.provide('baseUrl', await readAddress(server));
  return async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    rmSync(dataFolder, { recursive: true, force: true });
  };
}

/** The server prints where it listens; without that line it did not start. */
async function readAddress(server: ChildProcess): Promise<string> {
  if (server.stdout === null) throw new Error('The server has no output');
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /^Geoloom is ready: (\S+)$/.exec(line)?.[1];
    if (address !== undefined) {
      server.stdout.resume();
      return address;
    }
  }
  throw new Error('The server stopped before it was ready; its reason stands above');
}
