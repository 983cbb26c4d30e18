/**
 * Builds the HTTP server: limits, headers, request ids, request logging, the routes of the contract, the
 * OpenAPI document and the web application.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify';
import { AppError } from '../app-error.ts';
import { bindRoutes, type Routes } from './bind.ts';
import { createBodyBudget, abortSlowBody } from './body-budget.ts';
import { createGuard, type RequestGuardOptions, type Guard, isAboutProcess } from './guard.ts';
import { createStreams, type StreamOptions } from './send-events.ts';
import { type ConnectionCapOptions, capConnections } from './cap-connections.ts';
import { type AllowOrigin, createCors } from './cors.ts';
import { closeIdleConnections } from './idle-connections.ts';
import { describeParserError, sendError } from './error-mapper.ts';
import { type HttpMetrics, METRICS_PATH, serveMetrics } from './metrics.ts';
import { listHeaders, setHeaders } from './headers.ts';
import * as limits from './limits.ts';
import { type StartSpan, traceRequests } from './trace-requests.ts';
import { startLoopGuard } from './loop-guard.ts';
import { describeError } from './describe-error.ts';
import { registerDocs } from './document-page.ts';
import { isApiUrl, rejectUnknownUrl, servePages } from './pages.ts';

export interface AppOptions extends RequestGuardOptions, StreamOptions, ConnectionCapOptions {
  routes: Routes;
  /** Folder of the built web application; undefined for a process without pages and API documentation. */
  webFolder: string | undefined;
  metrics: HttpMetrics;
  /** Starts a span for each request when tracing is on. */
  startSpan?: StartSpan;
  /** Token that lets other machines read the metrics. */
  metricsToken?: string | undefined;
  trustedProxies: string[];
  /** Other origins whose pages may call the API. */
  corsOrigins?: readonly string[];
  /** Origin of the API if it differs from the origin of the pages. */
  apiOrigin?: string | undefined;
  /** Receives JSON log lines; without it nothing is logged. */
  log?: { write(line: string): void };
  /** Shorter times for tests. */
  times?: Partial<Times>;
}

export interface Times {
  headersMs: number;
  requestMs: number;
  idleMs: number;
  /** Interval at which the progress of a body is checked. */
  bodyWindowMs: number;
  connectionsCheckMs: number;
  /** Mean event loop delay above which requests are rejected with 503. */
  maxLoopDelayMs: number;
}

const TIMES: Times = {
  headersMs: limits.HEADERS_TIMEOUT_MS,
  requestMs: limits.REQUEST_TIMEOUT_MS,
  idleMs: limits.IDLE_TIMEOUT_MS,
  bodyWindowMs: limits.BODY_WINDOW_MS,
  connectionsCheckMs: limits.CONNECTIONS_CHECK_MS,
  maxLoopDelayMs: limits.MAX_LOOP_DELAY_MS,
};

const failToCompile = () => {
  throw new Error('The contract validates requests and responses.');
};

/** Replaces Fastify's validator and serializer compilers, which would otherwise be loaded. */
const NO_SCHEMAS = {
  compilersFactory: { buildValidator: failToCompile, buildSerializer: failToCompile },
};

/** Builds the server without listening. */
export function createApp(options: AppOptions): FastifyInstance {
  const times = { ...TIMES, ...options.times };
  const app = fastify({
    http: {
      maxHeaderSize: limits.MAX_HEADER_BYTES,
      headersTimeout: times.headersMs,
      connectionsCheckingInterval: times.connectionsCheckMs,
      // Node's own response to a missing Host header has no body.
      requireHostHeader: false,
    },
    bodyLimit: limits.MAX_BODY_BYTES,
    requestTimeout: times.requestMs,
    connectionTimeout: times.idleMs,
    keepAliveTimeout: limits.KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: limits.MAX_PARAM_CHARACTERS },
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    genReqId: readRequestId,
    schemaController: NO_SCHEMAS,
    logger: options.log === undefined ? false : describeLog(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: rejectConnection,
    // These errors occur before any hook runs.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      sendError(error, request, reply);
    },
  });
  app.setErrorHandler(sendError);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const guard = createGuard(options, closing.signal);
  const { metrics, metricsToken: token, countCall, toNetworkKey = (ip: string) => ip } = options;
  if (options.startSpan !== undefined) traceRequests(app, options.startSpan);
  watchRequests(app, { guard, times, metrics, allowOrigin: createCors(options.corsOrigins ?? []) });
  closeIdleConnections(app, times.idleMs);
  capConnections(app, options);
  bindRoutes(app, options.routes, {
    guard,
    budget: createBodyBudget(options),
    streams: createStreams({ ...options, onCountChange: metrics.changeStreams }),
  });
  serveMetrics(app, { metrics, token, countCall, toNetworkKey });
  if (options.webFolder !== undefined) registerDocs(app);
  servePages(app, options.webFolder, options.apiOrigin);
  return app;
}

interface Watch {
  guard: Guard;
  times: Times;
  metrics: HttpMetrics;
  allowOrigin: AllowOrigin;
}

function watchRequests(app: FastifyInstance, { guard, times, metrics, allowOrigin }: Watch): void {
  app.decorateRequest('isUnlogged', false);
  const loop = startLoopGuard(times.maxLoopDelayMs);
  app.addHook('onClose', () => loop.stop());
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply);
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined)
      throw new AppError('malformed');
    abortSlowBody({ request, reply }, times.bodyWindowMs);
    if (allowOrigin(request, reply)) return reply;
    const { url: route } = request.routeOptions;
    if (!isAboutProcess(route) && route !== METRICS_PATH) loop.check();
    if (Buffer.byteLength(request.url) > limits.MAX_URL_BYTES) throw new AppError('address_too_long');
    // Endpoints apply their own rate limits, because they know the signed-in user.
    const isEndpoint = request.routeOptions.config.isEndpoint === true;
    if (!isEndpoint && isApiUrl(request.url)) await guard.countVisit(request);
    // Rejects unknown URLs before their body is read.
    if (request.is404) rejectUnknownUrl(request);
    return undefined;
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    const { statusCode } = reply;
    countRequest(metrics, request, reply);
    const isProbe = isAboutProcess(route) && statusCode < 400;
    const isLogged = route?.startsWith('/api/v1/') === true && !isProbe && !request.isUnlogged;
    if (!isLogged && statusCode < 500) return;
    // Logs the route template without the query: URLs may contain private data.
    const { caller } = request;
    const line = {
      method: request.method,
      route,
      ...(caller !== null && 'actor' in caller ? { user: caller.actor.userId } : {}),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    request.log.info(line, 'request');
  });
}

/** Counts all files of the web application and all unknown URLs as one route. */
function countRequest(metrics: HttpMetrics, request: FastifyRequest, reply: FastifyReply): void {
  const { url = '' } = request.routeOptions;
  const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream');
  metrics.countRequest({
    method: request.method,
    route: url.startsWith('/api/v1/') || url === METRICS_PATH ? url : 'web',
    status: reply.statusCode,
    seconds: isStream ? undefined : reply.elapsedTime / 1000,
  });
}

/** Uses the client's request id if it is well formed, so that a request can be traced through both logs. */
function readRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
}

function describeLog(stream: NonNullable<AppOptions['log']>) {
  return {
    stream,
    base: null,
    timestamp: writeTime,
    serializers: { err: (error: unknown) => describeError(error) },
  };
}

function writeTime(): string {
  return `,"time":"${new Date().toISOString()}"`;
}

/** Responds to a connection whose bytes aren't a valid HTTP request. */
function rejectConnection(error: Error & { code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = describeParserError(error.code, randomUUID());
  const text = JSON.stringify(body);
  socket.write(
    [
      `HTTP/1.1 ${status} ${body.code}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      ...Object.entries(listHeaders(body.request_id)).map(([name, value]) => `${name}: ${value}`),
      '',
      text,
    ].join('\r\n'),
  );
  // With `end()` alone, the client could keep the connection half-open forever.
  socket.destroySoon();
}
