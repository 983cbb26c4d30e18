/**
 * Lets pages of other origins call the API, where the settings name them: the application may be served from one
 * place and the API from another. No cookie exists, so nothing is sent along that the page did not add itself.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiAddress } from './pages.ts';

const PREFLIGHT_S = 600;
const READABLE = 'content-disposition, content-length, retry-after, x-request-id';

/**
 * Sets the headers for a call of another origin.
 * @returns whether the request was a preflight, which is answered then
 */
export type AllowOrigin = (request: FastifyRequest, reply: FastifyReply) => boolean;

/** @param origins such as `https://app.example.com`, exactly */
export function createCors(origins: readonly string[]): AllowOrigin {
  const allowed = new Set(origins);
  return ({ method, url, headers }, reply) => {
    if (allowed.size === 0 || !isApiAddress(url)) return false;
    const { origin } = headers;
    // Pictures come without saying who shows them; what is signed may be shown by anyone who has its address.
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
