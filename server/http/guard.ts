/**
 * Access check of every endpoint: authentication, roles and rate limits. Access not granted by the contract
 * is denied.
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

/** Counts one call; throws AppError `too_many` above `max` per minute. */
export type CountCall = (key: string, max: number) => void | Promise<void>;

/** Functions that the guard needs from services. */
export interface RequestGuardOptions {
  authenticate: Authenticate;
  countCall: CountCall;
  /** True in maintenance mode: only administrators may make changes. */
  isMaintenance?: () => Promise<boolean>;
  /** Records changes that a superadmin makes while signed in as another user. */
  recordCall?: (caller: Caller, endpointId: string) => Promise<void>;
  /** Maps IP addresses that count as one visitor to the same key. */
  toNetworkKey?: (ip: string) => string;
}

export interface Guard {
  /** Throws if the caller may not use the endpoint. */
  authorize(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<Visitor | Caller>;
  /** Runs after a successful call. */
  recordChange(endpoint: Endpoint, caller: Visitor | Caller | null): Promise<void>;
  /** Counts requests outside of the API per network. @throws AppError `too_many` */
  countVisit(request: FastifyRequest): Promise<void>;
}

const RANK: Readonly<Record<Access, number>> = { public: 0, user: 1, admin: 2, superadmin: 3 };

const ABOUT_PROCESS: readonly Endpoint[] = [operationContract.health, operationContract.version];

/** Endpoints without dependencies, which respond even under overload. */
export function isAboutProcess(path: string | undefined): boolean {
  return ABOUT_PROCESS.some((endpoint) => endpoint.path === path);
}

/**
 * Creates the access check.
 * @param closing fires when the server stops; open streams then end as if the client had disconnected
 */
export function createGuard(options: RequestGuardOptions, closing: AbortSignal): Guard {
  const { authenticate, countCall, toNetworkKey = (ip: string) => ip } = options;
  const countVisit = async ({ ip }: { ip: string }) => {
    await countCall(`visit:${toNetworkKey(ip)}`, VISITS_PER_MINUTE);
  };
  const countPublic = async (visitor: Visitor, { id, callsPerMinute }: Endpoint) => {
    if (callsPerMinute === undefined) await countVisit(visitor);
    else await countCall(`${id}:${toNetworkKey(visitor.ip)}`, callsPerMinute);
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
  const rejectInMaintenance = async ({ method, isAlwaysOpen }: Endpoint, rank: number) => {
    if (method === 'GET' || isAlwaysOpen === true || rank >= RANK.admin) return;
    if ((await options.isMaintenance?.()) === true) throw new AppError('maintenance');
  };
  const authorize: Guard['authorize'] = async (endpoint, request, reply) => {
    const { access } = endpoint;
    const visitor = describeVisitor(request, AbortSignal.any([closing, watchDisconnect(reply, endpoint)]));
    request.caller = visitor;
    if (access === 'public') {
      await countPublic(visitor, endpoint);
      await rejectInMaintenance(endpoint, 0);
      return visitor;
    }
    const token = readToken(request);
    const caller = token === undefined ? undefined : await authenticate(token, visitor);
    if (caller === undefined) {
      // Attempts to guess a token count toward the network.
      await countVisit(visitor);
      throw new AppError('unauthenticated');
    }
    request.caller = caller;
    await countCaller(caller, endpoint, request.query);
    if (caller.lacksTwoFactor === true && endpoint.isOpenWithoutTwoFactor !== true)
      throw new AppError('two_factor_missing');
    if (RANK[caller.role] < RANK[access]) throw new AppError('forbidden');
    if (endpoint.personal !== undefined && isImpersonated(caller)) throw new AppError('impersonating');
    await rejectInMaintenance(endpoint, RANK[caller.role]);
    return caller;
  };
  const recordChange: Guard['recordChange'] = async (endpoint, caller) => {
    if (caller !== null && 'actor' in caller && isChange(endpoint) && isImpersonated(caller))
      await options.recordCall?.(caller, endpoint.id);
  };
  return { authorize, recordChange, countVisit };
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

/** Tokens are accepted only in the header: URLs end up in logs and browser histories. */
function readToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function watchDisconnect({ raw }: FastifyReply, { replyType }: Endpoint): AbortSignal {
  const gone = new AbortController();
  // After any other complete reply nothing listens for the abort, and aborting costs time.
  raw.once('close', () => {
    if (replyType === 'events' || !raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

function describeVisitor(request: FastifyRequest, signal: AbortSignal): Visitor {
  const agent = (request.headers['user-agent'] ?? '').slice(0, 200);
  return { ip: request.ip, agent, requestId: request.id, signal };
}
