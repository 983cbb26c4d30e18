/**
 * The log lines about attacks: refusals at the door are logged here, what only the account knows is
 * logged by it. Each line has its event, the network address and the user, and never the request's content.
 */
import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { SecurityWord, LogSecurity } from '../caller.ts';

const HASH_CHARACTERS = 16;

const WORDS: Partial<Record<ErrorCode, SecurityWord>> = {
  forbidden: 'authz_fail',
  too_many: 'excess_rate_limit_exceeded',
};

/** Refusals of what was uploaded. */
const UPLOADS: ReadonlySet<ErrorCode> = new Set(['invalid', 'malformed', 'too_large', 'unsupported_type']);

/** Tells of a refusal where its kind is worth it. */
export function logRefusal(request: FastifyRequest, code: ErrorCode): void {
  const isUpload = request.routeOptions.config.takesUpload === true && UPLOADS.has(code);
  const word = isUpload ? 'upload_validation' : WORDS[code];
  if (word === undefined) return;
  const { caller, ip } = request;
  const user = caller !== null && 'actor' in caller ? { user: caller.actor.userId } : {};
  request.log.warn({ security: word, ip, ...user, route: request.routeOptions.url, code }, word);
}

/**
 * Makes the pen of the services.
 * @param key hashes email addresses, so that a list of addresses can't be compared with the log
 */
export function createSecurityLog(log: FastifyBaseLogger, key: Uint8Array): LogSecurity {
  return (word, { visitor, userId, email, ...facts }) => {
    const line = {
      security: word,
      reqId: visitor.requestId,
      ip: visitor.ip,
      ...(userId === undefined ? {} : { user: userId }),
      ...(email === undefined ? {} : { email: hashEmail(email, key) }),
      ...facts,
    };
    if (word === 'authn_login_success' || word === 'user_created') log.info(line, word);
    else log.warn(line, word);
  };
}

function hashEmail(email: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(email).digest('base64url').slice(0, HASH_CHARACTERS);
}
