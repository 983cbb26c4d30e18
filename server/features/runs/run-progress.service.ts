/** Writes how far a run is while it works. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/db/open.ts';
import type { Live } from '#server/db/live.ts';
import type { RunPlan, RunProgress } from '#server/jobs/engine-pool.ts';
import { reportPlan } from './run-report.service.ts';
import { updateRun } from './runs.store.ts';

/** Twice a second is as often as anybody looks; each time costs a write and wakes all who watch. */
const PROGRESS_MS = 500;

export interface ProgressNeeds {
  db: Db;
  live: Live;
  progressMs?: number | undefined;
  logError(error: unknown, text: string): void;
}

/** Writes the newest figures now and then; never two at once, and none after the last. */
export function reportProgress(needs: ProgressNeeds, run: { id: number; project_id: number }) {
  let newest: RunProgress | undefined;
  /** Until it is written; it is reported once. */
  let plan: RunPlan | undefined;
  let known: RunPlan | undefined;
  let writing: Promise<void> | undefined;
  const ended = new AbortController();
  const write = async ({ state, ...figures }: RunProgress) => {
    const found = plan;
    await updateRun(needs.db, run.id, {
      state,
      pages_done: figures.pagesDone,
      // Before the engine has counted them again, the number that was planned stays.
      ...(figures.pagesTotal > 0 ? { pages_total: figures.pagesTotal } : {}),
      parts_done: figures.partsWritten,
      parts_total: figures.partsTotal,
      bytes: figures.bytesWritten,
      now_writing: figures.nowWriting ?? null,
      ...(found && { skipped: found.skipped, report: JSON.stringify(reportPlan(found)) }),
    });
    if (plan === found) plan = undefined;
    await needs.live.publish(needs.db, `project:${run.project_id}`);
  };
  const writeAll = async () => {
    while (newest !== undefined) {
      const progress = newest;
      newest = undefined;
      // Figures that could not be written are no reason to write none of the later ones.
      await write(progress).catch((error: unknown) =>
        needs.logError(error, 'Failed to write the progress of a run'),
      );
      await sleep(needs.progressMs ?? PROGRESS_MS, undefined, { signal: ended.signal }).catch(
        () => undefined,
      );
    }
    writing = undefined;
  };
  return {
    take: (progress: RunProgress) => {
      newest = progress;
      if (progress.plan !== undefined && progress.plan !== known) plan = known = progress.plan;
      writing ??= writeAll();
    },
    settle: async () => {
      newest = undefined;
      // The pause between two writings is no reason to let a finished run wait.
      ended.abort();
      await writing;
    },
  };
}
