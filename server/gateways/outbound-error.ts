/** Error of a guarded request. Neither the message nor the fields contain data of the remote server. */
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';

/**
 * Reasons of an error.
 * - `address`: forbidden host, protocol, port or IP address
 * - `redirects`: too many
 * - `type`: unexpected content type or unsupported encoding
 * - `size`: too many bytes
 * - `time`: connection or response timed out
 * - `broken`: unknown host, refused or closed connection, or invalid compressed data
 */
export type OutboundReason = 'address' | 'redirects' | 'type' | 'size' | 'time' | 'broken';

const KINDS: Record<OutboundReason, GatewayErrorKind> = {
  address: 'rejected',
  redirects: 'rejected',
  type: 'rejected',
  size: 'rejected',
  time: 'down',
  broken: 'down',
};

const TEXTS: Record<OutboundReason, string> = {
  address: 'This URL isn’t allowed.',
  redirects: 'The URL redirects too many times.',
  type: 'The URL returned an unexpected type of content.',
  size: 'The response is too large.',
  time: 'The site didn’t respond in time.',
  broken: 'The site isn’t responding.',
};

/** Only `time` and `broken` are retryable. */
export class OutboundError extends GatewayError {
  readonly reason: OutboundReason;
  /** The rejected host, for `address`. */
  readonly host: string | undefined;

  constructor(reason: OutboundReason, details: { host?: string; cause?: unknown } = {}) {
    super(TEXTS[reason], { service: 'outbound', kind: KINDS[reason], cause: details.cause });
    this.name = 'OutboundError';
    this.reason = reason;
    this.host = details.host;
  }
}
