/**
 * Errors of the database and the disk that aren't bugs: unreachable, too busy, or full. They pass,
 * so the client is asked to retry.
 * Source of the codes: PostgreSQL, appendix A "Error Codes"; errno(3).
 */
import type { ErrorCode } from '#contract/errors.ts';

const BY_CODE: Readonly<Record<string, ErrorCode>> = {
  // The server of the database goes, comes, or is not there.
  '57P01': 'not_ready',
  '57P02': 'not_ready',
  '57P03': 'not_ready',
  '57P05': 'not_ready',
  '53300': 'not_ready',
  ECONNREFUSED: 'not_ready',
  ECONNRESET: 'not_ready',
  EPIPE: 'not_ready',
  ETIMEDOUT: 'not_ready',
  // It had no time: limits on statements and locks, two transactions that waited for each other.
  '57014': 'overloaded',
  '55P03': 'overloaded',
  '40001': 'overloaded',
  '40P01': 'overloaded',
  EMFILE: 'overloaded',
  ENFILE: 'overloaded',
  '53200': 'overloaded',
  // No room is left.
  '53100': 'no_space',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
};

/** Connection exceptions. */
const CONNECTION_CLASS = /^08/;

/** The driver gives these no code: node-postgres, lib/client.js, and its pool, index.js. */
const WITHOUT_CODE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client .* is not queryable)/;

/** True if the caller canceled the work. */
export function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

/** @returns the code of the catalogue, or nothing for what is a bug */
export function findKnownFault(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error)) return undefined;
  // Work canceled because the server stops or the client left.
  if (isAborted(error)) return 'not_ready';
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return WITHOUT_CODE.test(error.message) ? 'not_ready' : undefined;
  return CONNECTION_CLASS.test(code) ? 'not_ready' : BY_CODE[code];
}
