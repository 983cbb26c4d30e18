/**
 * `/metrics` for Prometheus. Open to programs on this machine; other clients, and requests forwarded by a
 * proxy, need the token from the settings.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { rejectOtherMethods } from './bind.ts';
import type { CountCall } from './guard.ts';
import { METRICS_CALLS_PER_MINUTE } from './limits.ts';

export const METRICS_PATH = '/metrics';

export interface HttpMetrics {
  contentType: string;
  render(): Promise<string>;
  /** @param request `seconds` is undefined for event streams, which stay open as long as the client */
  countRequest(request: { method: string; route: string; status: number; seconds: number | undefined }): void;
  changeStreams(change: 1 | -1): void;
}

interface MetricsOptions {
  metrics: HttpMetrics;
  token: string | undefined;
  countCall: CountCall;
  toNetworkKey: (ip: string) => string;
}

/** Registers the endpoint; other methods return 405. */
export function serveMetrics(
  app: FastifyInstance,
  { metrics, token, countCall, toNetworkKey }: MetricsOptions,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: METRICS_PATH,
    onRequest: async (request) => {
      await countCall(`metrics:${toNetworkKey(request.ip)}`, METRICS_CALLS_PER_MINUTE);
      if (isLocal(request) || hasToken(request, token)) return;
      throw new AppError('unauthenticated', {
        message: 'Set METRICS_TOKEN and send it: Authorization: Bearer <token>',
        headers: { 'www-authenticate': 'Bearer' },
      });
    },
    handler: async (_request, reply) => reply.type(metrics.contentType).send(await metrics.render()),
  });
  rejectOtherMethods(app, METRICS_PATH, new Set(['GET', 'HEAD']));
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
/** Proxies add at least one of these headers or forward the host name. */
const PROXY_HEADER = /^(forwarded|via|x-forwarded-.+|x-real-ip)$/;

/** Checks the remote address and proxy headers; other headers can be forged. */
function isLocal({ headers, socket }: FastifyRequest): boolean {
  if (!LOOPBACK.test(socket.remoteAddress ?? '') || !LOOPBACK_HOST.test(headers.host ?? '')) return false;
  return !Object.keys(headers).some((name) => PROXY_HEADER.test(name));
}

function hasToken({ headers }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (.{32,500})$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(hash(given), hash(token));
}

/** `timingSafeEqual` requires inputs of equal length. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
