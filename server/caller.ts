/** Who calls: what a handler is told about the other end besides what it sent. */
import type { Role } from '#contract/account.contract.ts';

/** Anybody. */
export interface Visitor {
  readonly ip: string;
  readonly agent: string;
  readonly requestId: string;
  /** Fires when the other end has gone. */
  readonly signal: AbortSignal;
}

/** Somebody who is signed in. */
export interface Caller extends Visitor {
  readonly userId: number;
  readonly role: Role;
  readonly sessionId: number;
  readonly name: string;
}
