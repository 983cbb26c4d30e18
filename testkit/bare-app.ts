/** The HTTP room alone, without database and accounts: for tests of what every answer has in common. */
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { operationContract } from '#contract/operation.contract.ts';
import type { SecurityFacts, SecurityWord } from '#server/caller.ts';
import { createLimits } from '#server/features/account/limits.service.ts';
import { createOperation } from '#server/features/operation/operation.service.ts';
import { createRateLimiter } from '#server/gateways/rate-limiter.ts';
import { type AppOptions, createApp } from '#server/http/app.ts';
import { answer } from '#server/http/bind.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { makeFolder } from './folder.ts';

interface BareAppOptions extends Partial<Omit<AppOptions, 'webFolder' | 'log'>> {
  /** Files of the built web application by path; none makes an application that was never built. */
  web?: Readonly<Record<string, string>>;
}

interface BareApp {
  app: FastifyInstance;
  /** Log lines so far, parsed. */
  log: Record<string, unknown>[];
  /** Lines that services told the security log. */
  told: [SecurityWord, SecurityFacts][];
  /** Listens on loopback, for what needs a connection. @returns the port */
  listen(): Promise<number>;
}

/**
 * Builds it for one test and closes it after that test.
 * @param options what differs: the routes are those of operation, nobody is signed in, and no call is
 * rejected because the machine is busy
 */
export function startBareApp({ web = {}, times, ...options }: BareAppOptions = {}): BareApp {
  const log: Record<string, unknown>[] = [];
  const told: [SecurityWord, SecurityFacts][] = [];
  const operation = createOperation(
    { logSecurity: (...line) => told.push(line) },
    { name: 'geoloom', version: '0.0.0', checks: {} },
  );
  const limiter = createRateLimiter();
  const app = createApp({
    routes: answer(operationContract, operation),
    authenticate: async () => undefined,
    countCall: createLimits({ calls: limiter, tries: limiter }).countCall,
    metrics: createMetrics({ version: '0.0.0', role: 'all', queues: [], gateways: [] }),
    trustedProxies: [],
    ...options,
    webFolder: makeFolder(web),
    log: { write: (line) => log.push(JSON.parse(line)) },
    times: { lateMs: Infinity, ...times },
  });
  onTestFinished(() => {
    // A connection that is broken off is noticed after seconds.
    app.server.closeAllConnections();
    return app.close();
  });
  return {
    app,
    log,
    told,
    listen: async () => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port),
  };
}
