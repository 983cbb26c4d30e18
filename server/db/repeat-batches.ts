/** Changes many rows without keeping others from the database: PGlite runs on the thread that answers requests. */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Repeats a statement for a batch of rows while some are left; other work has as much time in between.
 * @param change returns whether rows may be left
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
