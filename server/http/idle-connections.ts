/**
 * Cuts connections on which nothing moves: a client that sends or reads at a crawl must not hold a place for
 * ever. The time during which a handler works doesn't count.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** @param idleMs time without a byte after which the connection is cut; 0 waits for ever */
export function watchIdle(request: FastifyRequest, idleMs: number): void {
  const socket: Partial<typeof request.raw.socket> = request.raw.socket;
  // The socket of a request that a test injects has no clock.
  socket.setTimeout?.(idleMs);
}

/** Counts again as soon as an answer is on its way. */
export function cutIdleConnections(app: FastifyInstance, idleMs: number): void {
  app.addHook('onSend', async (request) => watchIdle(request, idleMs));
}
