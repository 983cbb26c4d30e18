/** HTTP server without a database or accounts, for tests of what all responses have in common. */
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { operationContract } from '#contract/operation.contract.ts';
import { createLimits } from '#server/features/account/limits.service.ts';
import { createOperation } from '#server/features/operation/operation.service.ts';
import { createRateLimiter } from '#server/gateways/rate-limiter.ts';
import { type AppOptions, createApp } from '#server/http/app.ts';
import { createRoutes } from '#server/http/bind.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { makeFolder } from './folder.ts';

interface BareAppOptions extends Partial<Omit<AppOptions, 'webFolder' | 'log'>> {
  /** Files of the built web application by path; empty as before the first build. */
  web?: Readonly<Record<string, string>>;
}

interface BareApp {
  app: FastifyInstance;
  /** Log lines so far, parsed. */
  log: Record<string, unknown>[];
  /** Listens on loopback, for tests that need a connection. @returns the port */
  listen(): Promise<number>;
}

/**
 * Starts the server for one test and closes it afterwards.
 * @param options overrides; by default it has the routes of `operation`, no signed-in user, and no load shedding
 */
export function startBareApp({ web = {}, times, ...options }: BareAppOptions = {}): BareApp {
  const log: Record<string, unknown>[] = [];
  const build = { name: 'geoloom', version: '0.0.0', checks: {} };
  const operation = createOperation({ logSecurity: () => {} }, build);
  const limiter = createRateLimiter();
  const app = createApp({
    routes: createRoutes(operationContract, operation),
    authenticate: async () => undefined,
    countCall: createLimits({ calls: limiter, tries: limiter }).countCall,
    metrics: createMetrics({ version: '0.0.0', role: 'all', queues: [], gateways: [] }),
    trustedProxies: [],
    ...options,
    webFolder: makeFolder(web),
    log: { write: (line) => log.push(JSON.parse(line)) },
    times: { maxLoopDelayMs: Infinity, ...times },
  });
  onTestFinished(() => {
    // Closes aborted connections, which Node would notice only after seconds.
    app.server.closeAllConnections();
    return app.close();
  });
  return {
    app,
    log,
    listen: async () => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port),
  };
}
