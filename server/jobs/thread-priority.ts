/**
 * Sets priorities of single threads, so that requests go before runs. Linux only; elsewhere all threads are
 * equal.
 */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Nice value of runs, from 0 to 19. */
export const RUN_NICE = 10;
const THREADS = '/proc/self/task';
/** Node's name for the threads on which V8 compiles and collects garbage for the whole process. */
const HELPER = 'V8Worker\n';

/** Lowers the priority of the calling thread; threads that it starts inherit it. */
export function lowerOwnThread(nice: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0 && thread !== process.pid) setPriority(thread, nice);
  } catch {
    // Not supported on this system.
  }
}

/**
 * Lowers the priority of V8's own threads. During a run, three quarters of their work is compiling the run's
 * code, 4 ms at a time, and requests would wait for the core.
 */
export function lowerHelperThreads(nice = RUN_NICE): void {
  for (const thread of listThreads()) {
    try {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8') === HELPER) setPriority(Number(thread), nice);
    } catch {
      // The thread has ended.
    }
  }
}

function listThreads(): string[] {
  try {
    return readdirSync(THREADS);
  } catch {
    return [];
  }
}
