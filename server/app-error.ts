/** The error that services throw: a code of the catalog with a message. */
import type { Role } from '#contract/account.contract.ts';
import type { FieldErrors, NewerRevision, SignInChallenge, WireProblem } from '#contract/envelope.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { formatTimestamp } from '#contract/format-timestamp.ts';

interface Details {
  message?: string;
  fields?: FieldErrors;
  problems?: WireProblem[];
  choices?: string[];
  newer?: NewerRevision;
  challenge?: SignInChallenge;
  headers?: Record<string, string>;
  /** Only the first of repeated errors is logged. */
  isRepeated?: boolean;
  cause?: unknown;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Details;

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? ERRORS[code].text, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** Returns advice for a folder that can't be created or written, by the error's code (errno(3)). */
export function adviseOnFolder(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? 'The disk is full. Free some space, or set GEOLOOM_DATA_DIR to a folder on another disk.'
    : 'Set GEOLOOM_DATA_DIR to a folder that this user may read and write.';
}

const MINUTE_S = 60;
/** Rounding a limit of 61 seconds up to "2 minutes" would be misleading. */
const MINUTES_FROM_S = 90;

/**
 * Creates the error for a rate limit, with the time to retry in its message and headers.
 * @param seconds until the next call is allowed
 * @param isRepeated true if an earlier call was already rejected
 */
export function toRateLimited(seconds: number, isRepeated = false): AppError {
  return new AppError('too_many', {
    isRepeated,
    message: `Too many requests. Please wait ${formatWait(seconds)} and try again.`,
    headers: { 'retry-after': String(seconds) },
  });
}

function formatWait(seconds: number): string {
  if (seconds > MINUTES_FROM_S) return `${Math.ceil(seconds / MINUTE_S)} minutes`;
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}

interface LockedRow {
  revision: number;
  saved_by: string | null;
  updated_at: Date;
}

/** Creates the error for a save that would overwrite changes of another user. */
export function toConflict({ revision, saved_by: savedBy, updated_at: savedAt }: LockedRow): AppError {
  return new AppError('conflict', {
    message: `${savedBy ?? 'Someone'} saved this on ${formatTimestamp(savedAt)}. Reload it and try again.`,
    newer: { revision, saved_by: savedBy, saved_at: savedAt.toISOString() },
  });
}

/** @param revision of the loaded form @throws AppError `conflict` if there is a newer one */
export function checkRevision(row: LockedRow, revision: number | undefined): void {
  if (revision !== undefined && revision !== row.revision) throw toConflict(row);
}

/** @throws AppError `not_found` if `found` is undefined */
export function getFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/**
 * Allows administrators to change only users; their own accounts and other administrators need a superadmin.
 */
export function requireSuperadminFor(role: Role, callerRole: Role): void {
  if (role !== 'user' && callerRole !== 'superadmin')
    throw new AppError('forbidden', { message: 'Only a superadmin can manage administrators.' });
}
