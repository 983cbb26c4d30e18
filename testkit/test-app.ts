/** The whole server as it is wired, without a socket: tests send requests by `inject`. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { wire } from '#server/wire.ts';

interface TestAppOptions {
  /** Files of the built web application by path; none makes an application that was never built. */
  web?: Readonly<Record<string, string>>;
  trustedProxies?: string[];
}

export interface TestApp {
  app: FastifyInstance;
  /** Log lines so far, parsed. */
  log: Record<string, unknown>[];
}

/** Builds the server for one test and closes it after that test. */
export function startTestApp({ web = {}, trustedProxies = [] }: TestAppOptions = {}): TestApp {
  const log: Record<string, unknown>[] = [];
  const app = wire(
    { trustedProxies },
    { webFolder: makeWebFolder(web), log: { write: (line) => log.push(JSON.parse(line)) } },
  );
  onTestFinished(() => app.close());
  return { app, log };
}

/** Writes files into a folder of its own that is gone after the test. */
function makeWebFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-web-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
