/** Changes many rows without blocking the database: PGlite runs on the thread that answers requests. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats a statement for batches of rows while some remain, and pauses after each for as long as it took.
 * @param change returns whether rows may remain
 * @throws the reason of the signal as soon as that fires
 */
export async function repeatBatches(change: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    signal.throwIfAborted();
    const start = performance.now();
    isLeft = await change();
    await sleep(performance.now() - start);
  }
}
