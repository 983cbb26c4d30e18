/**
 * Serves the built web application: its files, cached for a year, and its single page at every other URL,
 * with a fresh nonce each time.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { METRICS_PATH } from './metrics.ts';
import { FILE_POLICY, pagePolicy, REPORTING, TRUSTED_TYPES } from './headers.ts';

/** Nonce placeholder in the built page, inserted by vite.config.ts. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

/** True if the folder holds a built application. */
export function isWebBuilt(folder: string): boolean {
  return existsSync(join(folder, 'index.html'));
}

/**
 * Registers the files of the built application and the handler for URLs without a route.
 * @param folder undefined for a process without pages, which responds 404
 */
export function servePages(app: FastifyInstance, folder: string | undefined, apiOrigin?: string): void {
  if (folder === undefined) {
    app.setNotFoundHandler(() => {
      throw new AppError('not_found');
    });
    return;
  }
  const page = isWebBuilt(folder) ? readFileSync(join(folder, 'index.html'), 'utf8') : undefined;
  if (page !== undefined) {
    app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      globIgnore: ['index.html', '**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: setFileHeaders,
    });
  }
  app.setNotFoundHandler((request, reply) => {
    rejectUnknownUrl(request);
    if (page === undefined) {
      throw new AppError('not_ready', { message: 'The web application isn’t built. Run: npm run build' });
    }
    return sendPage(page, reply, apiOrigin);
  });
}

/** @throws AppError for a URL or method that the application doesn't serve */
export function rejectUnknownUrl({ method, server, url }: FastifyRequest): void {
  if (server.supportedMethods.includes(method) && !isPageUrl(url)) throw new AppError('not_found');
  if (method !== 'GET' && method !== 'HEAD') {
    throw new AppError('method_not_allowed', { headers: { allow: 'GET, HEAD' } });
  }
}

function sendPage(page: string, reply: FastifyReply, apiOrigin: string | undefined): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', pagePolicy(nonce, apiOrigin))
    .header('content-security-policy-report-only', TRUSTED_TYPES)
    .headers(REPORTING)
    .type('text/html; charset=utf-8')
    .send(page.replaceAll(NONCE_PLACEHOLDER, nonce));
}

function setFileHeaders(reply: FastifyReply, path: string): void {
  reply.header('content-security-policy', FILE_POLICY).headers(REPORTING);
  const isHashed = path.includes('/assets/');
  reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
}

/** URLs of screens: outside the API and the metrics, without a file extension. */
function isPageUrl(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  const last = path.slice(path.lastIndexOf('/') + 1);
  return !isApiUrl(path) && !isMetricsUrl(path) && !path.startsWith('/assets/') && !last.includes('.');
}

function isMetricsUrl(path: string): boolean {
  return path === METRICS_PATH || path.startsWith(`${METRICS_PATH}/`);
}

export function isApiUrl(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}
