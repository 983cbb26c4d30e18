/**
 * Error of an external service: which service, how it failed, and whether trying
 * again can help. The message is for users; it never contains the reply of the service.
 */
import type { ErrorCode } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';

/**
 * - `unauthorised`: the other side does not let us in
 * - `limited`: it wants us to come back later
 * - `down`: it does not answer, or answers nonsense
 * - `rejected`: it understood and says no; asking again gives the same
 * - `absent`: a file that should be there is not
 * - `corrupt`: a file differs from what was stored
 * - `full`: no room is left (ENOSPC, EDQUOT, a quota of the store)
 */
export type GatewayErrorKind =
  | 'unauthorised'
  | 'limited'
  | 'down'
  | 'rejected'
  | 'absent'
  | 'corrupt'
  | 'full';

interface Details {
  service: string;
  kind: GatewayErrorKind;
  /** Defaults to what the kind says: `limited` and `down` may pass. */
  retryable?: boolean;
  cause?: unknown;
}

/** Default code for the caller of the endpoint if no service handles the error. */
const CODES = {
  unauthorised: 'outside_service',
  limited: 'outside_service',
  down: 'outside_service',
  rejected: 'outside_service',
  absent: 'outside_service',
  corrupt: 'outside_service',
  full: 'no_space',
} as const satisfies Record<GatewayErrorKind, ErrorCode>;

/** `service` is the gateway's name. Who catches it compares `kind` and `retryable`, never the text. */
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
