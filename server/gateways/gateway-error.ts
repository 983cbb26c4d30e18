/**
 * Error of an external service: the service, the kind of failure and whether a retry can help. The message is
 * for users and never contains the response of the service.
 */
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

/**
 * Kinds of failures.
 * - `unauthorized`: the service denies access
 * - `limited`: rate limit or quota exceeded
 * - `down`: no response or an invalid one
 * - `rejected`: the service understood and rejected; a retry gives the same result
 * - `absent`: an expected file is missing
 * - `corrupt`: a file differs from the stored one
 * - `full`: no space left (ENOSPC, EDQUOT, a quota of the store)
 */
export type GatewayErrorKind =
  | 'unauthorized'
  | 'limited'
  | 'down'
  | 'rejected'
  | 'absent'
  | 'corrupt'
  | 'full';

interface Details {
  service: string;
  kind: GatewayErrorKind;
  /** Defaults to true for `limited` and `down`. */
  retryable?: boolean;
  cause?: unknown;
}

/** Error code of the API response if no service handles the error. */
const CODES = {
  unauthorized: 'outside_service',
  limited: 'outside_service',
  down: 'outside_service',
  rejected: 'outside_service',
  absent: 'outside_service',
  corrupt: 'outside_service',
  full: 'no_space',
} as const satisfies Record<GatewayErrorKind, ErrorCode>;

/** `service` is the name of the gateway. Callers compare `kind` and `retryable`, never the message. */
export class GatewayError extends AppError {
  readonly service: string;
  readonly kind: GatewayErrorKind;
  readonly retryable: boolean;

  constructor(text: string, { service, kind, retryable, cause }: Details) {
    super(CODES[kind], { message: text, cause });
    this.name = 'GatewayError';
    this.service = service;
    this.kind = kind;
    this.retryable = retryable ?? (kind === 'limited' || kind === 'down');
  }
}
