/**
 * Converts every thrown value to the failure envelope. Errors outside the catalog are server bugs: the client
 * gets a 500 with a generic message, and the log has the details.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/envelope.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import { findKnownFault, isAborted } from '../known-faults.ts';
import { logRejection } from './security-log.ts';

/** Fastify's own errors by code. */
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

/** Errors of the HTTP parser, before a request exists. */
const PARSER: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** True for a repeated rejection of which only the first is logged. */
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

/** Sends the failure envelope for `error`. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error);
  const { status } = ERRORS[known.code];
  request.isUnlogged = known.details.isRepeated === true;
  if (!request.isUnlogged) logRejection(request, known.code);
  if (!isClientGone(error, reply)) logFault(error, known, request);
  if (known.details.headers !== undefined) reply.headers(known.details.headers);
  // Both are temporary, and clients need to know when to retry.
  if (status === 429 || status === 503) setRetryAfter(reply);
  removeFileHeaders(reply);
  reply.status(status).send(toFailure(known, request.id));
}

/** True if work was aborted because the client disconnected, which isn't an error. */
function isClientGone(error: unknown, { raw }: FastifyReply): boolean {
  return raw.destroyed && isAborted(error);
}

function logFault(error: unknown, known: AppError, { log }: FastifyRequest): void {
  if (known.code === 'internal') log.error({ err: error }, 'internal error');
  // Rejections under load are too frequent to log each one.
  else if (ERRORS[known.code].status >= 500 && known.cause !== undefined)
    log.warn({ err: known }, known.code);
}

function setRetryAfter(reply: FastifyReply): void {
  if (!reply.hasHeader('retry-after')) reply.header('retry-after', RETRY_SECONDS);
}

/** Removes the headers of a file that wasn't sent. */
function removeFileHeaders(reply: FastifyReply): void {
  for (const name of FILE_HEADERS) reply.removeHeader(name);
}

/** Status and envelope for a connection whose request couldn't be parsed. */
export function describeParserError(code: string, requestId: string): { status: number; body: Failure } {
  const known = new AppError(PARSER[code] ?? 'malformed');
  return { status: ERRORS[known.code].status, body: toFailure(known, requestId) };
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = FRAMEWORK[(error as Partial<FastifyError> | undefined)?.code ?? ''];
  if (code !== undefined) return new AppError(code, { cause: error });
  // Forbidden keys such as __proto__ in a JSON body arrive as a SyntaxError with a status.
  if (error instanceof SyntaxError && 'statusCode' in error)
    return new AppError('malformed', { cause: error });
  return new AppError(findKnownFault(error) ?? 'internal', { cause: error });
}

function toFailure(error: AppError, requestId: string): Failure {
  const { fields, problems, choices, newer, challenge } = error.details;
  return {
    success: false,
    message: error.message,
    code: error.code,
    ...(fields === undefined ? {} : { errors: fields }),
    ...(problems === undefined ? {} : { problems }),
    ...(choices === undefined ? {} : { choices }),
    ...(newer === undefined ? {} : { newer }),
    ...(challenge === undefined ? {} : { challenge }),
    request_id: requestId,
  };
}
