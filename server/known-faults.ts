/**
 * Errors of the database and the disk that aren't bugs: unreachable, overloaded or full. They are temporary,
 * so the client is asked to retry. Source of the codes: PostgreSQL, appendix A "Error Codes"; errno(3).
 */
import type { ErrorCode } from '#contract/errors.ts';

const BY_CODE: Readonly<Record<string, ErrorCode>> = {
  // The database server is stopping, starting or unreachable.
  '57P01': 'not_ready',
  '57P02': 'not_ready',
  '57P03': 'not_ready',
  '57P05': 'not_ready',
  '53300': 'not_ready',
  ECONNREFUSED: 'not_ready',
  ECONNRESET: 'not_ready',
  EPIPE: 'not_ready',
  ETIMEDOUT: 'not_ready',
  // The database is overloaded: statement and lock timeouts, deadlocks.
  '57014': 'overloaded',
  '55P03': 'overloaded',
  '40001': 'overloaded',
  '40P01': 'overloaded',
  EMFILE: 'overloaded',
  ENFILE: 'overloaded',
  '53200': 'overloaded',
  // No space is left.
  '53100': 'no_space',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
};

/** Connection exceptions. */
const CONNECTION_CLASS = /^08/;

/** Driver errors without a code: node-postgres, lib/client.js, and its pool, index.js. */
const WITHOUT_CODE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client .* is not queryable)/;

/** True if the caller canceled the work. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** @returns the error code of the catalog; undefined for a bug */
export function findKnownFault(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  // Work canceled because the server is stopping or the client disconnected.
  if (isAborted(error)) return 'not_ready';
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return WITHOUT_CODE.test(error.message) ? 'not_ready' : undefined;
  return CONNECTION_CLASS.test(code) ? 'not_ready' : BY_CODE[code];
}
