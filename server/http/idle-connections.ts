/**
 * Closes idle connections, so that a client that stops sending or reading doesn't occupy one forever. Time
 * spent in a handler doesn't count.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** @param idleMs time without traffic after which the connection is closed; 0 disables the timeout */
export function setIdleTimeout(request: FastifyRequest, idleMs: number): void {
  const socket: Partial<typeof request.raw.socket> = request.raw.socket;
  // `inject` in tests uses a socket without timeouts.
  socket.setTimeout?.(idleMs);
}

/** Restarts the timeout when a reply is about to be sent. */
export function closeIdleConnections(app: FastifyInstance, idleMs: number): void {
  app.addHook('onSend', async (request) => setIdleTimeout(request, idleMs));
}
