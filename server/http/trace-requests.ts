/** Runs the hooks and the handler of each API request within its span, except for probes. */
import type { FastifyInstance } from 'fastify';
import { operationContract } from '#contract/operation.contract.ts';

interface Span {
  enter(work: () => void): void;
  end(route: string, status: number): void;
}

export type StartSpan = (method: string) => Span;

const { health, ready, version } = operationContract;
const PROBES: ReadonlySet<string> = new Set([health.path, ready.path, version.path]);

export function traceRequests(app: FastifyInstance, startSpan: StartSpan): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = '' } = request.routeOptions;
    if (!route.startsWith('/api/v1/') || PROBES.has(route)) return done();
    const span = startSpan(request.method);
    // `close` also fires if the client disconnects before the response.
    reply.raw.once('close', () => span.end(route, reply.statusCode));
    span.enter(done);
  });
}
