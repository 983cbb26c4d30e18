/**
 * Builds the server from top to bottom: every part is made once, here, and handed to those that need
 * it. Read this file to see what hangs on what.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { endpoints } from '#contract/endpoints.ts';
import type { Config } from './config.ts';
import { operationRoutes } from './features/operation/operation.routes.ts';
import { createOperation } from './features/operation/operation.service.ts';
import { createApp } from './http/app.ts';
import type { Routes } from './http/bind.ts';
import { isWebBuilt } from './http/pages.ts';

interface Surroundings {
  /** Folder of the built web application. */
  webFolder?: string;
  log?: { write(line: string): void };
}

/**
 * Builds everything without listening.
 * @param config the settings
 * @param surroundings what a test replaces
 */
export function wire(
  config: Pick<Config, 'trustedProxies'>,
  surroundings: Surroundings = {},
): FastifyInstance {
  const { webFolder = fileURLToPath(new URL('../dist/web', import.meta.url)), log } = surroundings;
  const { name, version } = readPackage();

  const operation = createOperation({
    name,
    version,
    checks: {
      web: () => (isWebBuilt(webFolder) ? undefined : 'The web application is not built. Run: npm run build'),
    },
  });

  // One line for each noun of the table: a forgotten one does not compile.
  const routes = {
    operation: operationRoutes(operation),
  } satisfies Record<keyof typeof endpoints, Routes>;

  return createApp({
    routes: Object.values(routes).flat(),
    webFolder,
    version,
    trustedProxies: config.trustedProxies,
    ...(log === undefined ? {} : { log }),
  });
}

function readPackage(): { name: string; version: string } {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
}
