/**
 * Lowers the priority of an engine thread for large work, so that requests and small work go first. Runs
 * before the engine is loaded, because loading it takes as long as a small run. Linux only; elsewhere all threads are equal.
 */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { EngineThreadData } from './engine-task.ts';

const { nice } = workerData as EngineThreadData;
if (nice > 0) lowerOwnThread(nice);

/** Threads that this one starts inherit its priority. */
function lowerOwnThread(niceness: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0 && thread !== process.pid) setPriority(thread, niceness);
  } catch {
    // Not supported on this system.
  }
}
