/**
 * Turns every thrown value into the failure envelope. Errors that aren't in the catalog are bugs
 * of ours: they become a 500 with a general text, and the log has the details.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/envelope.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { findKnownFault, isAborted } from '../known-faults.ts';
import { logRefusal } from './security-log.ts';

/** Refusals of the framework itself, by its codes. */
const FRAMEWORK: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed',
  FST_ERR_CTP_EMPTY_TYPE: 'unsupported_type',
  FST_ERR_BAD_URL: 'malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
};

/** Refusals of the HTTP parser, before there is a request. */
const PARSER: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** One of many refusals of which the log has the first. */
    isUnlogged: boolean;
  }
}

const RETRY_SECONDS = '2';

const FILE_HEADERS = [
  'accept-ranges',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'etag',
] as const;

/** Sends the failure that belongs to `error`. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error);
  const { status } = ERRORS[known.code];
  request.isUnlogged = known.details.isRepeated === true;
  if (!request.isUnlogged) logRefusal(request, known.code);
  if (!isLeaving(error, reply)) logFault(error, known, request);
  if (known.details.headers !== undefined) reply.headers(known.details.headers);
  // Both are temporary, and clients need to know when to retry.
  if (status === 429 || status === 503) setRetry(reply);
  clearFile(reply);
  reply.status(status).send(toFailure(known, request.id));
}

/** True if the work was stopped because the client left, which isn't an error. */
function isLeaving(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && isAborted(error);
}

function logFault(error: unknown, known: AppError, { log }: FastifyRequest): void {
  if (known.code === 'internal') log.error({ err: error }, 'internal error');
  // Requests refused under load are too many for a line each.
  else if (ERRORS[known.code].status >= 500 && known.cause !== undefined)
    log.warn({ err: known }, known.code);
}

function setRetry(reply: FastifyReply): void {
  if (!reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_SECONDS);
}

/** Removes the headers of a file that wasn't sent. */
function clearFile(reply: FastifyReply): void {
  for (const name of FILE_HEADERS) reply.removeHeader(name);
}

/** The status and envelope for a connection that sent no readable request. */
export function describeParserError(code: string, requestId: string): { status: number; body: Failure } {
  const known = new AppError(PARSER[code] ?? 'malformed');
  return { status: ERRORS[known.code].status, body: toFailure(known, requestId) };
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = FRAMEWORK[(error as Partial<FastifyError> | undefined)?.code ?? ''];
  if (code !== undefined) return new AppError(code, { cause: error });
  // Forbidden keys such as __proto__ in a JSON body reach us as a SyntaxError with a status.
  if (error instanceof SyntaxError && 'statusCode' in error)
    return new AppError('malformed', { cause: error });
  return new AppError(findKnownFault(error) ?? 'internal', { cause: error });
}

function toFailure(error: AppError, requestId: string): Failure {
  const { fields, problems, newer, challenge } = error.details;
  return {
    success: false,
    message: error.message,
    code: error.code,
    ...(fields === undefined ? {} : { errors: fields }),
    ...(problems === undefined ? {} : { problems }),
    ...(newer === undefined ? {} : { newer }),
    ...(challenge === undefined ? {} : { challenge }),
    request_id: requestId,
  };
}
