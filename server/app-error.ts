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
