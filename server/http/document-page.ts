/** Shows the OpenAPI document to people, at `/api/docs`, and hands it to programs at `/api/docs/json`. */
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
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

/** @param document the OpenAPI document as `describeApi` prints it */
export function showDocument(app: FastifyInstance, document: Record<string, unknown>): void {
  app.register(swagger, {
    mode: 'static',
    specification: { document: document as unknown as StaticDocumentSpec['document'] },
  });
  app.register(swaggerUi, {
    routePrefix: DOCUMENT_PAGE,
    staticCSP: POLICY,
    uiConfig: { docExpansion: 'none', deepLinking: true, validatorUrl: null },
  });
}
