/** Recognizes errors after which a run is retried. */
import { findKnownFault } from '../../known-faults.ts';

/** Faults of a database that is down or overloaded: pages are written while the engine is working. */
const TRANSIENT: unknown[] = ['not_ready', 'overloaded'];

/** True if the store or the database didn't respond, or an engine thread crashed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('isOutOfMemory' in error) return error.isOutOfMemory === false;
  if ('retryable' in error) return error.retryable === true;
  return TRANSIENT.includes(findKnownFault(error));
}
