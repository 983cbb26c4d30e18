/**
 * Lets pages of the configured origins call the API, for installations that serve the application and the API
 * from different origins. There are no cookies, so browsers send no credentials on their own.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiUrl } from './pages.ts';

const PREFLIGHT_S = 600;
const READABLE = 'content-disposition, content-length, retry-after, x-request-id';

/**
 * Sets the CORS headers.
 * @returns true if the request was a preflight and is already answered
 */
export type AllowOrigin = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** @param origins exact origins such as `https://app.example.com` */
export function createCors(origins: readonly string[]): AllowOrigin {
  const allowed = new Set(origins);
  return ({ method, url, headers }, reply) => {
    if (allowed.size === 0 || !isApiUrl(url)) return false;
    const { origin } = headers;
    // Image requests have no Origin header; a signed URL may be embedded anywhere.
    reply.headers({ vary: 'origin', 'cross-origin-resource-policy': 'cross-origin' });
    if (origin === undefined || !allowed.has(origin)) return false;
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': READABLE });
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
    reply
      .headers({
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization, content-type, range',
        'access-control-max-age': String(PREFLIGHT_S),
      })
      .status(204)
      .send();
    return true;
  };
}
