/** Stores the progress of a run while it is working. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunPlan, RunProgress } from '#server/jobs/engine-pool.ts';
import type { Context } from '../../context.ts';
import { reportPlan } from './run-report.service.ts';
import { updateRun } from './runs.store.ts';

/** Each report costs a write and notifies all open project pages. */
const PROGRESS_MS = 500;

type Needs = Pick<Context, 'db' | 'live' | 'logError'> & { progressMs?: number | undefined };

/** Stores the latest figures at intervals, one write at a time. */
export function reportProgress(needs: Needs, run: { id: number; project_id: number }) {
  let latest: RunProgress | undefined;
  /** Stored once; undefined afterwards. */
  let plan: RunPlan | undefined;
  let known: RunPlan | undefined;
  let writing: Promise<void> | undefined;
  const ended = new AbortController();
  const write = async ({ state, ...figures }: RunProgress) => {
    const found = plan;
    await updateRun(needs.db, run.id, {
      state,
      pages_done: figures.pagesDone,
      // Keeps the planned number until the engine has counted the pages.
      ...(figures.pagesTotal > 0 ? { pages_total: figures.pagesTotal } : {}),
      parts_done: figures.partsWritten,
      parts_total: figures.partsTotal,
      bytes: figures.bytesWritten,
      is_measuring: figures.isMeasuring ?? false,
      compared: figures.compared ?? null,
      now_writing: figures.nowWriting ?? null,
      ...(found && { skipped: found.skipped, report: JSON.stringify(reportPlan(found)) }),
    });
    if (plan === found) plan = undefined;
    await needs.live.publish(needs.db, `project:${run.project_id}`);
  };
  const writeAll = async () => {
    while (latest !== undefined) {
      const progress = latest;
      latest = undefined;
      // A failed write doesn't stop later ones.
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
      latest = progress;
      if (progress.plan !== undefined && progress.plan !== known) plan = known = progress.plan;
      writing ??= writeAll();
    },
    settle: async () => {
      latest = undefined;
      // A finished run doesn't wait for the pause.
      ended.abort();
      await writing;
    },
  };
}
