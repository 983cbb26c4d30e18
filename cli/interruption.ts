/** Ends the program on SIGINT, SIGTERM and SIGHUP, and removes half-written files. */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const cleanups = new Set<() => void>();

/** On a signal, removes half-written files and exits with 128 + the number of the signal. */
export function listenForSignals(): void {
  // The exit event also follows unexpected errors.
  process.on('exit', () => {
    for (const cleanup of cleanups) cleanup();
    cleanups.clear();
  });
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      process.stderr.write('\nStopped. No files were written.\n');
      process.exit(128 + constants.signals[signal]);
    });
  }
}

/**
 * Registers a function that removes half-written files.
 * @returns a function that unregisters it
 */
export function onExit(cleanup: () => void): () => void {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}
