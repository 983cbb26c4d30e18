/**
 * The door of every endpoint: who calls, may they, and do they call too often. What no line of the
 * table opens stays shut.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { operationContract } from '#contract/operation.contract.ts';
import { AppError } from '../app-error.ts';
import type { Caller, Visitor } from '../caller.ts';
import { CALLS_PER_MINUTE, SEARCHES_PER_MINUTE, VISITS_PER_MINUTE } from './limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Visitor | Caller | null;
  }
}

/** Finds the user of a bearer token. */
export type Authenticate = (token: string, visitor: Visitor) => Promise<Caller | undefined>;

/** Counts one call; throws AppError `too_many` above `most` a minute. */
export type CountCall = (key: string, most: number) => void | Promise<void>;

/** Checks that the guard needs from services. */
export interface RequestGuardOptions {
  authenticate: Authenticate;
  countCall: CountCall;
  /** True in maintenance mode: only administrators may make changes. */
  isMaintenance?: () => Promise<boolean>;
  /** Records changes that a superadmin made while signed in as another user. */
  recordCall?: (caller: Caller, endpointId: string) => Promise<void>;
  /** Which visitors count as one. */
  nameNetwork?: (ip: string) => string;
}

export interface Guard {
  /** Throws when the request may not reach the endpoint. */
  admit(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Visitor | Caller>;
  /** After a call that succeeded. */
  settle(endpoint: Endpoint, caller: Visitor | Caller | null): Promise<void>;
  /** Counts requests outside of the API per network. @throws AppError `too_many` */
  countVisit(request: FastifyRequest): Promise<void>;
}

const RANK: Readonly<Record<Access, number>> = { public: 0, user: 1, admin: 2, superadmin: 3 };

const ABOUT_PROCESS: readonly Endpoint[] = [operationContract.health, operationContract.version];

/** Endpoints without dependencies, which are answered even when the server is busy. */
export function isAboutProcess(path: string | undefined): boolean {
  return ABOUT_PROCESS.some((endpoint) => endpoint.path === path);
}

/**
 * Builds the door.
 * @param closing fires when the server stops: open streams end as if the other end had gone
 */
export function createGuard(needs: RequestGuardOptions, closing: AbortSignal): Guard {
  const { authenticate, countCall, nameNetwork = (ip: string) => ip } = needs;
  const countVisit = async ({ ip }: { ip: string }) => {
    await countCall(`visit:${nameNetwork(ip)}`, VISITS_PER_MINUTE);
  };
  const countPublic = async (visitor: Visitor, { id, callsPerMinute }: Endpoint) => {
    if (callsPerMinute === undefined) await countVisit(visitor);
    else await countCall(`${id}:${nameNetwork(visitor.ip)}`, callsPerMinute);
  };
  const countCaller = async (
    { actor: { userId } }: Caller,
    { id, callsPerMinute }: Endpoint,
    query: unknown,
  ) => {
    if (callsPerMinute === undefined) await countCall(`user:${userId}`, CALLS_PER_MINUTE);
    else await countCall(`${id}:${userId}`, callsPerMinute);
    if (isSearch(query)) await countCall(`search:${userId}`, SEARCHES_PER_MINUTE);
  };
  const refuseClosed = async ({ method, isAlwaysOpen }: Endpoint, rank: number) => {
    if (method === 'GET' || isAlwaysOpen === true || rank >= RANK.admin) return;
    if ((await needs.isMaintenance?.()) === true) throw new AppError('maintenance');
  };
  const admit: Guard['admit'] = async (endpoint, request, reply) => {
    const { access } = endpoint;
    const visitor = describeVisitor(request, AbortSignal.any([closing, watchEnd(reply, endpoint)]));
    request.caller = visitor;
    if (access === 'public') {
      await countPublic(visitor, endpoint);
      await refuseClosed(endpoint, 0);
      return visitor;
    }
    const token = readToken(request);
    const caller = token === undefined ? undefined : await authenticate(token, visitor);
    if (caller === undefined) {
      // Guesses of tokens are counted by network.
      await countVisit(visitor);
      throw new AppError('unauthenticated');
    }
    request.caller = caller;
    await countCaller(caller, endpoint, request.query);
    if (caller.lacksTwoFactor === true && endpoint.isOpenWithoutTwoFactor !== true)
      throw new AppError('two_factor_missing');
    if (RANK[caller.role] < RANK[access]) throw new AppError('forbidden');
    if (endpoint.personal !== undefined && isImpersonated(caller)) throw new AppError('impersonating');
    await refuseClosed(endpoint, RANK[caller.role]);
    return caller;
  };
  const settle: Guard['settle'] = async (endpoint, caller) => {
    if (caller !== null && 'actor' in caller && isChange(endpoint) && isImpersonated(caller))
      await needs.recordCall?.(caller, endpoint.id);
  };
  return { admit, settle, countVisit };
}

function isImpersonated({ actor }: Caller): boolean {
  return actor.impersonatorId !== undefined;
}

function isChange({ method, audit }: Endpoint): boolean {
  const isExcepted = audit !== undefined && 'none' in audit && audit.changesNothing === true;
  return method !== 'GET' && !isExcepted;
}

function isSearch(query: unknown): boolean {
  const words = (query as { search?: unknown } | undefined)?.search;
  return words !== undefined && words !== '';
}

/** The token is read from the header alone: an address is written into logs and histories. */
function readToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function watchEnd({ raw }: FastifyReply, { answers }: Endpoint): AbortSignal {
  const gone = new AbortController();
  // After another complete reply nothing listens for the abort, which costs seven times as much as watching.
  raw.once('close', () => {
    if (answers === 'events' || !raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function describeVisitor(request: FastifyRequest, signal: AbortSignal): Visitor {
  const agent = (request.headers['user-agent'] ?? '').slice(0, 200);
  return { ip: request.ip, agent, requestId: request.id, signal };
}
