/** Changes many rows without blocking the database: PGlite runs on the thread that serves requests. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs a statement for batches of rows until none remain, and pauses after each batch for as long as it took.
 * @param change returns true if rows may remain
 * @throws the reason of the signal as soon as it fires
 */
export async function repeatBatches(change: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    signal.throwIfAborted();
    const start = performance.now();
    isLeft = await change();
    await sleep(performance.now() - start);
  }
}
