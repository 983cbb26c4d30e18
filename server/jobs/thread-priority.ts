/** Priorities of single threads, by which requests go before runs. Linux alone has them; elsewhere all are equal. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** How far runs step back behind requests: nice, from 0 to 19. */
export const RUN_NICE = 10;
const THREADS = '/proc/self/task';
/** What Node calls the threads on which V8 compiles, and collects garbage, for all others of the process. */
const HELPER = 'V8Worker\n';

/** For a thread that calls it about itself; the threads that it starts inherit it. */
export function lowerOwnThread(nice: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread > 0 && thread !== process.pid) setPriority(thread, nice);
  } catch {
    // no such system
  }
}

/**
 * Lowers the threads of V8 itself. During a run three quarters of their work is to compile the run's code, four
 * milliseconds at a time, and requests would wait for the core.
 */
export function lowerHelperThreads(nice = RUN_NICE): void {
  for (const thread of listThreads()) {
    try {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8') === HELPER) setPriority(Number(thread), nice);
    } catch {
      // It has ended meanwhile.
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
