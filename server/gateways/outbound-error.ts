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
  address: 'This address may not be fetched.',
  redirects: 'The address leads to another one too often.',
  type: 'There is something else at the address than was expected.',
  size: 'What is at the address is too large.',
  time: 'The address did not answer in time.',
  broken: 'The address does not answer.',
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
