/**
 * Prunes old runs: keeps the report, deletes files and page rows. A run is marked first, so that its files are no longer
 * offered; the garbage collection deletes them. If the process dies in between, the next one deletes the rows of marked
 * runs.
 */
import type { Db } from '#server/db/open.ts';
import { repeatBatches } from '#server/db/repeat-batches.ts';
import { AppError } from '../../app-error.ts';
import { type Context, withServices } from '../../context.ts';
import type { PlanLimitsService } from '../billing/limits.service.ts';
import { lockProject, updateProjectRuns } from './project-runs.store.ts';
import { chooseRunsToPrune } from './retention.rules.ts';
import {
  deleteRowBatch,
  findStoredRuns,
  listHalfPruned,
  listProjectsWithRuns,
  markPruned,
} from './retention.store.ts';

const PROJECT_BATCH = 100;
const RUN_BATCH = 100;

type RetentionContext = Pick<Context, 'jobs' | 'clock' | 'logError'>;

type Needs = RetentionContext & { plans: Pick<PlanLimitsService, 'findKeepRuns'> };

export function createRetention(context: RetentionContext, plans: Needs['plans']) {
  const needs = withServices(context, { plans });
  return {
    /** Prunes the runs of all projects; idempotent. A failure is logged and doesn't stop the other projects. */
    async prune(signal: AbortSignal): Promise<void> {
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

async function markAll(needs: Needs, signal: AbortSignal): Promise<void> {
  const { jobs: db, plans, logError } = needs;
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
        logError(error, `Failed to prune the runs of project ${id}; retrying in an hour`);
      }
    }
  }
}

const listBatch = (db: Db, after: number): Promise<Owned[]> =>
  listProjectsWithRuns(db, { after, limit: PROJECT_BATCH });

async function markProject({ jobs: db, clock }: Needs, projectId: number, keepRuns: number) {
  const choose = async (from: Db) => {
    const found = await findStoredRuns(from, projectId);
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

/** Deletes the remaining rows of marked runs. */
async function deleteRows({ jobs: db, logError }: Needs, signal: AbortSignal): Promise<void> {
  const failed = new Set<number>();
  for (;;) {
    const runs = await listHalfPruned(db, RUN_BATCH + failed.size);
    const left = runs.filter(({ id }) => !failed.has(id));
    if (left.length === 0) return;
    for (const run of left) {
      try {
        await repeatBatches(() => deleteRowBatch(db, run), signal);
      } catch (error) {
        signal.throwIfAborted();
        failed.add(run.id);
        logError(error, `Failed to delete the rows of pruned run ${run.id}; retrying in an hour`);
      }
    }
  }
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** @throws AppError `files_removed` with the day, for a run that was pruned */
export function checkHasFiles({ pruned_at: prunedAt }: { pruned_at: Date | null }): void {
  if (prunedAt === null) return;
  throw new AppError('files_removed', {
    message: `The files of this run were removed on ${DAY.format(prunedAt)}. Its report is still available. Save the project to build new files, and pin runs to keep their files.`,
  });
}
