/**
 * Prunes runs that are older than their project keeps: the report stays, files and page rows go. A run is marked first, so
 * that its files are no longer offered; the garbage collection deletes them. A process that dies in between leaves marked
 * runs, whose rows the next one deletes.
 */
import type { Db } from '#server/db/open.ts';
import { repeatBatches } from '#server/db/repeat-batches.ts';
import { AppError } from '../../app-error.ts';
import { lockProject, updateProjectRuns } from './project-runs.store.ts';
import { chooseRunsToPrune } from './retention.rules.ts';
import {
  deleteSomeRows,
  findStoredRuns,
  listHalfPruned,
  listProjectsWithRuns,
  markPruned,
} from './retention.store.ts';

const PROJECTS_AT_ONCE = 100;
const RUNS_AT_ONCE = 100;

export interface RetentionNeeds {
  db: Db;
  clock: () => Date;
  plans: { findKeepRuns(db: Db, workspaceId: number): Promise<number> };
  logError(error: unknown, text: string): void;
}

export interface Retention {
  /** Prunes the runs of all projects; idempotent. A project that fails is logged, and the next ones follow. */
  prune(signal: AbortSignal): Promise<void>;
}

export function createRetention(needs: RetentionNeeds): Retention {
  return {
    prune: async (signal) => {
      await deleteRows(needs, signal);
      await markAll(needs, signal);
      await deleteRows(needs, signal);
    },
  };
}

interface Owned {
  id: number;
  workspace_id: number;
}

async function markAll(needs: RetentionNeeds, signal: AbortSignal): Promise<void> {
  const { db, plans, logError } = needs;
  const keepRuns = new Map<number, Promise<number>>();
  const findKeepRuns = (workspaceId: number) => {
    const found = keepRuns.get(workspaceId) ?? plans.findKeepRuns(db, workspaceId);
    keepRuns.set(workspaceId, found);
    return found;
  };
  for (
    let batch = await listBatch(db, 0);
    batch.length > 0;
    batch = await listBatch(db, batch.at(-1)?.id ?? 0)
  ) {
    for (const { id, workspace_id: workspaceId } of batch) {
      signal.throwIfAborted();
      try {
        await markProject(needs, id, await findKeepRuns(workspaceId));
      } catch (error) {
        logError(error, `Failed to prune the runs of project ${id}; they are tried again in an hour`);
      }
    }
  }
}

const listBatch = (db: Db, after: number): Promise<Owned[]> =>
  listProjectsWithRuns(db, { after, limit: PROJECTS_AT_ONCE });

async function markProject({ db, clock }: RetentionNeeds, projectId: number, keepRuns: number) {
  const choose = async (of: Db) => {
    const found = await findStoredRuns(of, projectId);
    if (found === undefined) return [];
    const { runs, current_run_id: currentRunId, last_run_id: lastRunId } = found;
    return chooseRunsToPrune(runs, { currentRunId, lastRunId, keepRuns, now: clock() });
  };
  if ((await choose(db)).length === 0) return;
  await db.transaction().execute(async (trx) => {
    await lockProject(trx, projectId);
    // A run may have been pinned or restored in the meantime.
    const runIds = await choose(trx);
    if (runIds.length === 0) return;
    const bytes = await markPruned(trx, runIds, clock());
    await updateProjectRuns(trx, projectId, { writtenBytes: -bytes });
  });
}

/** Deletes what is left of marked runs. */
async function deleteRows({ db, logError }: RetentionNeeds, signal: AbortSignal): Promise<void> {
  const failed = new Set<number>();
  for (;;) {
    const runs = await listHalfPruned(db, RUNS_AT_ONCE + failed.size);
    const left = runs.filter(({ id }) => !failed.has(id));
    if (left.length === 0) return;
    for (const run of left) {
      try {
        await repeatBatches(() => deleteSomeRows(db, run), signal);
      } catch (error) {
        signal.throwIfAborted();
        failed.add(run.id);
        logError(error, `Failed to delete the rows of pruned run ${run.id}; they are tried again in an hour`);
      }
    }
  }
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** @throws AppError `files_removed` with the day, for a run that was pruned */
export function checkHasFiles({ pruned_at: prunedAt }: { pruned_at: Date | null }): void {
  if (prunedAt === null) return;
  throw new AppError('files_removed', {
    message: `Retention removed the files of this run on ${DAY.format(prunedAt)}. Its report is still here. Save the project to build new files, and pin runs whose files you want to keep.`,
  });
}
