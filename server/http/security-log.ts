/**
 * Security log lines. Rejections by the guard are logged here; account events are logged by the account
 * services. Each line has the event, the network address and the user, never the content of the request.
 */
import { createHmac } from 'node:crypto';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import type { SecurityEvent, LogSecurity } from '../caller.ts';

const HASH_CHARACTERS = 16;

const EVENTS: Partial<Record<ErrorCode, SecurityEvent>> = {
  forbidden: 'authz_fail',
  too_many: 'excess_rate_limit_exceeded',
};

/** Rejections of uploads. */
const UPLOADS: ReadonlySet<ErrorCode> = new Set(['invalid', 'malformed', 'too_large', 'unsupported_type']);

/** Logs a rejection that matters for security. */
export function logRejection(request: FastifyRequest, code: ErrorCode): void {
  const isUpload = request.routeOptions.config.takesUpload === true && UPLOADS.has(code);
  const event = isUpload ? 'upload_validation' : EVENTS[code];
  if (event === undefined) return;
  const { caller, ip } = request;
  const user = caller !== null && 'actor' in caller ? { user: caller.actor.userId } : {};
  request.log.warn({ security: event, ip, ...user, route: request.routeOptions.url, code }, event);
}

/**
 * Creates the security logger of the services.
 * @param key hashes email addresses, so that they can't be recovered from the log by hashing a list of
 * addresses
 */
export function createSecurityLog(log: FastifyBaseLogger, key: Uint8Array): LogSecurity {
  return (event, { visitor, userId, email, ...facts }) => {
    const line = {
      security: event,
      reqId: visitor.requestId,
      ip: visitor.ip,
      ...(userId === undefined ? {} : { user: userId }),
      ...(email === undefined ? {} : { email: hashEmail(email, key) }),
      ...facts,
    };
    if (event === 'authn_login_success' || event === 'user_created') log.info(line, event);
    else log.warn(line, event);
  };
}

function hashEmail(email: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(email).digest('base64url').slice(0, HASH_CHARACTERS);
}
