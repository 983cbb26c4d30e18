/**
 * Builds the HTTP server: limits, headers, request ids, the log line of each request, the routes of
 * the table, the OpenAPI document and the web application. It knows no noun of the product.
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
import { createBodyBudget, cutSlowBody } from './body-budget.ts';
import { createGuard, type RequestGuardOptions, type Guard, isAboutProcess } from './guard.ts';
import { createStreams, type StreamOptions } from './send-events.ts';
import { type ConnectionCapOptions, capConnections } from './cap-connections.ts';
import { type AllowOrigin, createCors } from './cors.ts';
import { cutIdleConnections } from './idle-connections.ts';
import { describeParserError, sendError } from './error-mapper.ts';
import { type HttpMetrics, METRICS_PATH, serveMetrics } from './metrics.ts';
import { listHeaders, setHeaders } from './headers.ts';
import * as limits from './limits.ts';
import { type StartSpan, traceRequests } from './trace-requests.ts';
import { startLoopGuard } from './loop-guard.ts';
import { describeError } from './describe-error.ts';
import { showDocument } from './document-page.ts';
import { isApiAddress, refuseUnknown, servePages } from './pages.ts';

export interface AppOptions extends RequestGuardOptions, StreamOptions, ConnectionCapOptions {
  routes: Routes;
  /** Folder of the built web application; undefined for a process without pages and API documentation. */
  webFolder: string | undefined;
  metrics: HttpMetrics;
  /** Starts the span of a request if traces are on. */
  startSpan?: StartSpan;
  /** Lets other machines read the metrics. */
  metricsToken?: string | undefined;
  trustedProxies: string[];
  /** Other origins whose pages may call the API. */
  corsOrigins?: readonly string[];
  /** Origin of the API if it differs from that of the pages. */
  apiOrigin?: string | undefined;
  /** Receives JSON log lines; nothing is logged without it. */
  log?: { write(line: string): void };
  /** Other times for tests. */
  times?: Partial<Times>;
}

export interface Times {
  headersMs: number;
  requestMs: number;
  idleMs: number;
  /** Interval of the checks of a body's progress. */
  bodyWindowMs: number;
  lookMs: number;
  /** Mean delay of the event loop above which calls are sent away. */
  lateMs: number;
}

const TIMES: Times = {
  headersMs: limits.HEADERS_TIMEOUT_MS,
  requestMs: limits.REQUEST_TIMEOUT_MS,
  idleMs: limits.IDLE_MS,
  bodyWindowMs: limits.BODY_WINDOW_MS,
  lookMs: limits.CONNECTIONS_LOOK_MS,
  lateMs: limits.LOOP_DELAY_MS,
};

const compileNone = () => {
  throw new Error('The contract validates requests and responses.');
};

/** The framework's own judges of requests and answers are not even loaded. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: compileNone, buildSerializer: compileNone } };

/** Builds the server without listening. */
export function createApp(options: AppOptions): FastifyInstance {
  const times = { ...TIMES, ...options.times };
  const app = fastify({
    http: {
      maxHeaderSize: limits.HEADER_BYTES,
      headersTimeout: times.headersMs,
      connectionsCheckingInterval: times.lookMs,
    },
    bodyLimit: limits.BODY_BYTES,
    requestTimeout: times.requestMs,
    connectionTimeout: times.idleMs,
    keepAliveTimeout: limits.KEEP_ALIVE_MS,
    routerOptions: { maxParamLength: limits.PARAM_CHARACTERS },
    trustProxy: options.trustedProxies.length > 0 ? options.trustedProxies : false,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    genReqId: readRequestId,
    schemaController: NO_SCHEMAS,
    logger: options.log === undefined ? false : describeLog(options.log),
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: refuseConnection,
    // These come before any hook.
    frameworkErrors: (error, request, reply) => {
      setHeaders(request, reply);
      sendError(error, request, reply);
    },
  });
  app.setErrorHandler(sendError);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const guard = createGuard(options, closing.signal);
  const { metrics, metricsToken: token, countCall, nameNetwork = (ip: string) => ip } = options;
  if (options.startSpan !== undefined) traceRequests(app, options.startSpan);
  watchRequests(app, { guard, times, metrics, allowOrigin: createCors(options.corsOrigins ?? []) });
  cutIdleConnections(app, times.idleMs);
  capConnections(app, options);
  bindRoutes(app, options.routes, {
    guard,
    budget: createBodyBudget(options),
    streams: createStreams({ ...options, onCountChange: metrics.changeStreams }),
  });
  serveMetrics(app, { metrics, token, countCall, nameNetwork });
  if (options.webFolder !== undefined) showDocument(app);
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
  const loop = startLoopGuard(times.lateMs);
  app.addHook('onClose', () => loop.stop());
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply);
    cutSlowBody({ request, reply }, times.bodyWindowMs);
    if (allowOrigin(request, reply)) return reply;
    const { url: route } = request.routeOptions;
    if (!isAboutProcess(route) && route !== METRICS_PATH) loop.check();
    if (Buffer.byteLength(request.url) > limits.ADDRESS_BYTES) throw new AppError('address_too_long');
    // Endpoints count for themselves: they know who is signed in.
    const isEndpoint = request.routeOptions.config.isEndpoint === true;
    if (!isEndpoint && isApiAddress(request.url)) await guard.countVisit(request);
    // Before its body is read.
    if (request.is404) refuseUnknown(request);
    return undefined;
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    const { statusCode } = reply;
    countRequest(metrics, request, reply);
    const isProbe = isAboutProcess(route) && statusCode < 400;
    const isWorthIt = route?.startsWith('/api/v1/') === true && !isProbe && !request.isUnlogged;
    if (!isWorthIt && statusCode < 500) return;
    // The template of the route and no query: addresses may carry what does not belong in a log.
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

/** The many files of the web application and all unknown addresses count as one route. */
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

/** A caller's own request id is kept when it is harmless, so that its log and ours can be laid together. */
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

/** Answers a connection whose bytes aren't a valid request. */
function refuseConnection(error: Error & { code: string }, socket: Socket): void {
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
  // If the connection was only ended, the client could keep it half-open forever.
  socket.destroySoon();
}
