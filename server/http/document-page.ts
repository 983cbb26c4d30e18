/** Serves the OpenAPI document as a page at `/api/docs` and as JSON at `/api/docs/json`. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export const DOCUMENT_PAGE = '/api/docs';

/** Everything comes from us; its styles are set from its own scripts. */
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

/** As `describeApi` prints the table; to print it anew costs each start as much as opening the database. */
const DOCUMENT = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

export function showDocument(app: FastifyInstance): void {
  app.register(swagger, { mode: 'static', specification: { path: DOCUMENT, baseDir: dirname(DOCUMENT) } });
  app.register(swaggerUi, {
    routePrefix: DOCUMENT_PAGE,
    staticCSP: POLICY,
    uiConfig: { docExpansion: 'none', deepLinking: true, validatorUrl: null },
  });
}
