/**
 * Builds the HTTP server: limits, headers, request ids, the log line of each request, the routes of
 * the table, the OpenAPI document and the web application. It knows no noun of the product.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { allEndpoints } from '#contract/endpoints.ts';
import { AppError } from '../app-error.ts';
import { bindRoutes, type Routes } from './bind.ts';
import { createBodyRoom } from './body-room.ts';
import { createGuard, type DoorNeeds, isAboutProcess } from './guard.ts';
import { createStreams, type StreamNeeds } from './send-events.ts';
import { cutIdleConnections } from './idle-connections.ts';
import { describeParserError, sendError } from './error-mapper.ts';
import { listHeaders, setHeaders } from './headers.ts';
import * as limits from './limits.ts';
import { startLoopGuard } from './loop-guard.ts';
import { describeError } from './describe-error.ts';
import { showDocument } from './document-page.ts';
import { describeApi } from './openapi.ts';
import { servePages } from './pages.ts';
import { takeJson } from './read-json.ts';

/** What browsers send of broken policies; no other site can send it without being asked first. */
const REPORTS = 'application/reports+json';

export interface AppOptions extends DoorNeeds, StreamNeeds {
  routes: Routes;
  /** Folder of the built web application. */
  webFolder: string;
  version: string;
  trustedProxies: string[];
  /** Where JSON log lines go; none are written without it. */
  log?: { write(line: string): void };
  /** Other times for tests. */
  times?: Partial<Times>;
}

export interface Times {
  headersMs: number;
  requestMs: number;
  idleMs: number;
  lookMs: number;
  /** Mean delay of the event loop above which calls are sent away. */
  lateMs: number;
}

const TIMES: Times = {
  headersMs: limits.HEADERS_TIMEOUT_MS,
  requestMs: limits.REQUEST_TIMEOUT_MS,
  idleMs: limits.IDLE_MS,
  lookMs: limits.CONNECTIONS_LOOK_MS,
  lateMs: limits.LOOP_DELAY_MS,
};

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
  // JSON and forms are the only bodies that the table knows.
  app.removeContentTypeParser('text/plain');
  takeJson(app);
  app.addContentTypeParser(REPORTS, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'));
  app.register(multipart);
  watchRequests(app, times.lateMs);
  cutIdleConnections(app, times.idleMs);
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  bindRoutes(app, options.routes, {
    guard: createGuard(options, closing.signal),
    room: createBodyRoom(),
    streams: createStreams(options),
  });
  const document = describeApi(allEndpoints, options.version);
  showDocument(app, document);
  servePages(app, options.webFolder);
  return app;
}

function watchRequests(app: FastifyInstance, lateMs: number): void {
  const loop = startLoopGuard(lateMs);
  app.addHook('onClose', () => loop.stop());
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply);
    if (!isAboutProcess(request.routeOptions.url)) loop.check();
    if (Buffer.byteLength(request.url) > limits.ADDRESS_BYTES) throw new AppError('address_too_long');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url;
    if (route?.startsWith('/api') !== true && reply.statusCode < 500) return;
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

/** Answers a connection whose bytes are no request that the parser accepts. */
function refuseConnection(error: Error & { code: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = describeParserError(error.code, randomUUID());
  const text = JSON.stringify(body);
  socket.end(
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
}
