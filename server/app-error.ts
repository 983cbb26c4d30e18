/** The error that the server throws: a code of the catalog, with a message. */
import type { Role } from '#contract/account.contract.ts';
import type { FieldErrors, NewerRevision, SignInChallenge, WireProblem } from '#contract/envelope.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { formatTimestamp } from '#contract/format-timestamp.ts';

interface Details {
  message?: string;
  fields?: FieldErrors;
  problems?: WireProblem[];
  newer?: NewerRevision;
  challenge?: SignInChallenge;
  headers?: Record<string, string>;
  /** One of many: the log has the first. */
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

/** @returns advice for a folder that can't be created or written, by the error's code (errno(3)) */
export function adviseOnFolder(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? 'The disk is full. Free some space, or set GEOLOOM_DATA_DIR to a folder on another disk.'
    : 'Set GEOLOOM_DATA_DIR to a folder that this user may read and write.';
}

const MINUTE_S = 60;
/** "2 minutes" would be far too long a wait for a limit of one minute and a second. */
const MINUTES_FROM_S = 90;

/**
 * Tells a client that calls too often when to retry, in words and for programs.
 * @param seconds until then
 * @param isRepeated whether the same was refused before
 */
export function refuseForNow(seconds: number, isRepeated = false): AppError {
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

/** Refuses to overwrite changes that another user saved after the form was loaded. */
export function refuseStale({ revision, saved_by: savedBy, updated_at: savedAt }: LockedRow): AppError {
  return new AppError('conflict', {
    message: `${savedBy ?? 'Someone'} saved this on ${formatTimestamp(savedAt)}. Reload it and try again.`,
    newer: { revision, saved_by: savedBy, saved_at: savedAt.toISOString() },
  });
}

/** @param revision as the form was loaded @throws AppError `conflict` where there is a newer one */
export function checkRevision(row: LockedRow, revision: number | undefined): void {
  if (revision !== undefined && revision !== row.revision) throw refuseStale(row);
}

/** @throws AppError `not_found` where nothing was found */
export function getFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new AppError('not_found');
  return found;
}

/** Administrators can only change users; their own accounts and those of other administrators need a superadmin. */
export function refuseHigher(role: Role, callerRole: Role): void {
  if (role !== 'user' && callerRole !== 'superadmin')
    throw new AppError('forbidden', { message: 'Only a superadmin can manage administrators.' });
}
