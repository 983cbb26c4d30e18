/** Why a guarded request came to nothing. Neither the text nor any field holds what the other side sent. */
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';

/**
 * - `address`: not one that we go to (host, protocol, port, kind of IP address)
 * - `redirects`: more than the allowed number
 * - `type`: another type of content, or an encoding that we do not read
 * - `size`: more bytes than the allowed number
 * - `time`: no connection, or no end, within the time
 * - `broken`: unknown host, refused or broken connection, damaged compression
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

/** Not to be tried again but for `time` and `broken`. */
export class OutboundError extends GatewayError {
  readonly reason: OutboundReason;
  /** Host of the address that was refused, for `address`. */
  readonly host: string | undefined;

  constructor(reason: OutboundReason, details: { host?: string; cause?: unknown } = {}) {
    super(TEXTS[reason], { service: 'outbound', kind: KINDS[reason], cause: details.cause });
    this.name = 'OutboundError';
    this.reason = reason;
    this.host = details.host;
  }
}
