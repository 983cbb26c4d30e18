/** The HTTP room alone, without database and accounts: for tests of what every answer has in common. */
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import type { SecurityFacts, SecurityWord } from '#server/caller.ts';
import { operationRoutes } from '#server/features/operation/operation.routes.ts';
import { createOperation } from '#server/features/operation/operation.service.ts';
import { createApp } from '#server/http/app.ts';
import { makeFolder } from './folder.ts';

interface BareAppOptions {
  /** Files of the built web application by path; none makes an application that was never built. */
  web?: Readonly<Record<string, string>>;
  trustedProxies?: string[];
}

interface BareApp {
  app: FastifyInstance;
  /** Log lines so far, parsed. */
  log: Record<string, unknown>[];
  /** Lines that services told the security log. */
  told: [SecurityWord, SecurityFacts][];
}

/** Builds it for one test and closes it after that test. */
export function startBareApp({ web = {}, trustedProxies = [] }: BareAppOptions = {}): BareApp {
  const log: Record<string, unknown>[] = [];
  const told: [SecurityWord, SecurityFacts][] = [];
  const operation = createOperation({
    name: 'geoloom',
    version: '0.0.0',
    checks: {},
    tellSecurity: (...line) => told.push(line),
  });
  const app = createApp({
    routes: operationRoutes(operation),
    authenticate: async () => undefined,
    webFolder: makeFolder(web),
    version: '0.0.0',
    trustedProxies,
    log: { write: (line) => log.push(JSON.parse(line)) },
  });
  onTestFinished(() => app.close());
  return { app, log, told };
}
