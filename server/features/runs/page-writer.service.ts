/**
 * Writes pages of a run in small batches while the engine is working. PGlite runs on the thread that
 * serves requests, which thousands of rows at the end of a run would block.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Pauses after each statement, as multiples of its duration. */
const PAUSE = { working: 4, flushing: 1 };

/** @param write one statement for a batch of pages, which are JSON */
export function createPageWriter(write: (pages: string) => Promise<void>) {
  const queue: string[] = [];
  let pause = PAUSE.working;
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    for (let pages = queue.shift(); pages !== undefined; pages = queue.shift()) {
      const start = performance.now();
      await write(pages);
      await sleep(pause * (performance.now() - start));
    }
    writing = undefined;
  };
  return {
    add: (pages: string) => {
      queue.push(pages);
      writing ??= writeAll();
      // `flush` throws the error; after it, nothing more is written.
      writing.catch(() => {});
    },
    /** Resolves when all pages are written. @throws errors of the database */
    flush: async () => {
      pause = PAUSE.flushing;
      await writing;
    },
    /** Drops queued pages, and resolves when the current statement has ended. */
    discard: async () => {
      queue.length = 0;
      await writing?.catch(() => {});
    },
  };
}
