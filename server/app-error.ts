/** The one error that the server's own code throws: a code of the catalogue, never a bare text. */
import type { FieldErrors, WireProblem } from '#contract/envelope.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';

interface Details {
  message?: string;
  fields?: FieldErrors;
  problems?: WireProblem[];
  headers?: Record<string, string>;
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

const MINUTE_S = 60;
/** "2 minutes" would be far too long a wait for a limit of one minute and a second. */
const MINUTES_FROM_S = 90;

/** Whoever calls too often is told when to come again, in words and for programs. @param seconds until then */
export function refuseForNow(seconds: number): AppError {
  return new AppError('too_many', {
    message: `Too many requests. Please wait ${tellWait(seconds)} and try again.`,
    headers: { 'retry-after': String(seconds) },
  });
}

function tellWait(seconds: number): string {
  if (seconds > MINUTES_FROM_S) return `${Math.ceil(seconds / MINUTE_S)} minutes`;
  return seconds === 1 ? 'a second' : `${seconds} seconds`;
}
