/** Serves the OpenAPI document as a page at `/api/docs` and as JSON at `/api/docs/json`. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export const DOCS_PATH = '/api/docs';

/** All files come from this server; the page's scripts set inline styles. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Written by `describeApi`. Generating it at startup would take as long as opening the database. */
const OPENAPI_FILE = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

export function registerDocs(app: FastifyInstance): void {
  app.register(swagger, {
    mode: 'static',
    specification: { path: OPENAPI_FILE, baseDir: dirname(OPENAPI_FILE) },
  });
  app.register(swaggerUi, {
    routePrefix: DOCS_PATH,
    staticCSP: POLICY,
    uiConfig: { docExpansion: 'none', deepLinking: true, validatorUrl: null },
  });
}
