/**
 * The door of every endpoint: who calls, may they, and do they call too often. What no line of the
 * table opens stays shut.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { AppError } from '../app-error.ts';
import type { Caller, Visitor } from '../caller.ts';
import { CALLS_PER_MINUTE } from './limits.ts';
import { createRateLimit } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Visitor | Caller | null;
  }
}

/** Finds the person behind a bearer token, or nobody. */
export type Authenticate = (token: string, visitor: Visitor) => Promise<Caller | undefined>;

/** Throws when the request may not reach the endpoint. */
export type Guard = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Visitor | Caller>;

const RANK: Readonly<Record<Access, number>> = { public: 0, user: 1, admin: 2, superadmin: 3 };

/**
 * Builds the door.
 * @param closing fires when the server stops: whoever still streams is told as if the other end had gone
 */
export function createGuard(authenticate: Authenticate, closing: AbortSignal): Guard {
  const limit = createRateLimit();
  return async ({ id, access, callsPerMinute }, request, reply) => {
    const visitor = describeVisitor(request, AbortSignal.any([closing, watchEnd(reply)]));
    if (access === 'public') return visitor;
    const token = readToken(request);
    const caller = token === undefined ? undefined : await authenticate(token, visitor);
    if (caller === undefined) throw new AppError('unauthenticated');
    if (RANK[caller.role] < RANK[access]) throw new AppError('forbidden');
    if (callsPerMinute === undefined) limit(`user:${caller.userId}`, CALLS_PER_MINUTE);
    else limit(`${id}:${caller.userId}`, callsPerMinute);
    return caller;
  };
}

/** The token is read from the header alone: an address is written into logs and histories. */
function readToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function watchEnd(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

function describeVisitor(request: FastifyRequest, signal: AbortSignal): Visitor {
  const agent = (request.headers['user-agent'] ?? '').slice(0, 200);
  return { ip: request.ip, agent, requestId: request.id, signal };
}
