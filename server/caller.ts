/** The caller of a request, as passed to handlers. */
import type { Role } from '#contract/account.contract.ts';

/** A visitor, signed in or not. */
export interface Visitor {
  readonly ip: string;
  readonly agent: string;
  readonly requestId: string;
  /** Fires when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Event names of the OWASP logging vocabulary, and our own for a policy violation reported by a browser. */
export type SecurityEvent =
  | 'authn_login_success'
  | 'authn_login_fail'
  | 'authn_impersonate_start'
  | 'authn_impersonate_end'
  | 'authn_password_change'
  | 'authn_token_delete'
  | 'authz_change'
  | 'authz_fail'
  | 'csp_violation'
  | 'excess_rate_limit_exceeded'
  | 'session_use_after_expire'
  | 'upload_validation'
  | 'user_created';

/** Fields of a line in the security log; email addresses appear only as hashes. */
export interface SecurityFacts {
  readonly visitor: Visitor;
  readonly userId?: number;
  /** Hashed before it is written. */
  readonly email?: string;
  readonly [fact: string]: unknown;
}

/** Writes a line of the security log. */
export type LogSecurity = (event: SecurityEvent, facts: SecurityFacts) => void;

/** Workspaces whose rows a caller may access. */
export interface Scope {
  readonly workspaceIds: readonly number[];
  /** Inactive agencies, which are read-only. */
  readonly readOnlyIds: readonly number[];
  /** Workspace of new objects: the caller's agency, or the personal workspace. */
  readonly homeId: number;
}

/** The acting user, and the superadmin who is signed in as that user, if any. */
export interface Actor {
  readonly userId: number;
  readonly impersonatorId?: number;
}

/** A superadmin who is signed in as another user: their name, the reason and the end. */
export interface Impersonation {
  readonly by: string;
  readonly reason: string;
  readonly endsAt: Date;
}

/** A signed-in user. */
export interface Caller extends Visitor {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly role: Role;
  readonly sessionId: number;
  readonly name: string;
  /** True for a superadmin, also when signed in as another user, who must set up two-factor sign-in first. */
  readonly lacksTwoFactor?: boolean;
  /** Set while a superadmin is signed in as this user. */
  readonly impersonation?: Impersonation;
}

/** True if users act for themselves, and no superadmin is signed in as them. */
export function isOwnAct({ actor }: Pick<Caller, 'actor'>, userId: number): boolean {
  return actor.userId === userId && actor.impersonatorId === undefined;
}

/** Names the caller in a notification to a user. */
export function nameActor({ actor, name, impersonation }: Caller, userId: number): string {
  if (impersonation === undefined) return name;
  return `${impersonation.by}, signed in as ${actor.userId === userId ? 'you' : name},`;
}
