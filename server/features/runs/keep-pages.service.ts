/**
 * Writes the pages of a run while the engine still works, a few at a time: PGlite runs on the thread that
 * answers requests, and thousands of rows at the end of a run would keep everybody waiting.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/open.ts';
import { insertPages } from './project-runs.store.ts';

/** After each statement others have so many times as long as it took: much while the engine works, as much at the end. */
const PAUSE = { working: 4, ending: 1 };

export function keepPages(db: Db, runId: number) {
  const waiting: string[] = [];
  let pause = PAUSE.working;
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    for (let pages = waiting.shift(); pages !== undefined; pages = waiting.shift()) {
      const start = performance.now();
      await insertPages(db, runId, pages);
      await sleep(pause * (performance.now() - start));
    }
    writing = undefined;
  };
  return {
    take: (pages: string) => {
      waiting.push(pages);
      writing ??= writeAll();
      // Who settles hears of it; after a failure nothing is written any more.
      writing.catch(() => {});
    },
    /** Resolves when everything is written. @throws what the database throws */
    settle: async () => {
      pause = PAUSE.ending;
      await writing;
    },
    /** What is not written yet is not wanted any more; resolves when nothing is being written. */
    drop: async () => {
      waiting.length = 0;
      await writing?.catch(() => {});
    },
  };
}
