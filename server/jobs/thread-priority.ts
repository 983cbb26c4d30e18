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
 * Three quarters of what V8's own threads do during a run is to compile the run's code, four milliseconds at a time in
 * which a request would have waited for the core.
 */
export function lowerHelperThreads(nice = RUN_NICE): void {
  try {
    for (const thread of readdirSync(THREADS)) {
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8') === HELPER) setPriority(Number(thread), nice);
    }
  } catch {
    // no such system
  }
}
