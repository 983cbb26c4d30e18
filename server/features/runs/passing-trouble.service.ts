/** What ends one try of a run, and not the run. */
import { findKnownFault } from '../../known-faults.ts';

/** What the database says when it goes or has no time; pages are written while the engine still works. */
const PASSING: unknown[] = ['not_ready', 'overloaded'];

/** Trouble that may be over at the next try: a store or a database that does not answer, a thread that broke down. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('isOutOfMemory' in error) return error.isOutOfMemory === false;
  if ('retryable' in error) return error.retryable === true;
  return PASSING.includes(findKnownFault(error));
}
