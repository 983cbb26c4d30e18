/**
 * Ctrl-C, a polite kill and a closed terminal end the program at its next breath; what holds
 * something half-written registers here how to remove it.
 */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const cleanups = new Set<() => void>();

/** Ends the program with 128 + the signal's number, after everything half-written is removed. */
export function listenForSignals(): void {
  // Every way out passes the exit event, an unexpected error too.
  process.on('exit', () => {
    for (const cleanup of cleanups) cleanup();
    cleanups.clear();
  });
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      process.stderr.write('\nStopped. Nothing was kept.\n');
      process.exit(128 + constants.signals[signal]);
    });
  }
}

/** Registers what must be removed when the program ends now; the answer takes it back. */
export function onExit(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}
