/**
 * Limits of a save, each checked in one place. All but two are checked in the commit's transaction, under the locks of
 * the user and the workspace, so that saves at the same time can't exceed them together. Free space is checked before
 * the sheet is stored, and the hourly rate is counted outside of the transaction, which other processes then see.
 */
import type { Db, Trx } from '#server/db/open.ts';
import { checkSpace } from '../files/free-space.service.ts';
import { takeOutput } from '../runs/output-quota.service.ts';
import { acquireQueueSlot, checkQueue } from '../runs/run-start.service.ts';
import type { PlannedSave, SaveContext, SaveRequest } from './planned-save.service.ts';

const getOutputBytes = ({ plan }: PlannedSave): number => plan.singleFileBytes + plan.tableBytes;
/** Neither a test nor the split question starts a full run. */
const startsFullRun = ({ kind, isAsked }: PlannedSave): boolean => kind === 'save' && !isAsked;

/** Refuses before pages are planned, which is expensive; `takeLimits` checks again under the lock. @throws AppError `too_many` */
export async function checkQueueSlot(db: Db, { kind, isRateLimited, caller }: SaveRequest): Promise<void> {
  if (kind === 'save' && isRateLimited) await checkQueue(db, caller.actor.userId);
}

/** @throws AppError `no_space` */
export async function checkFreeSpace(files: SaveContext['files'], save: PlannedSave): Promise<void> {
  if (save.kind === 'save' && save.seed) await checkSpace(files, getOutputBytes(save));
}

/**
 * Counts a save of this hour.
 * @returns uncounts it, for a save that stored nothing
 * @throws AppError `too_many`
 */
export async function countSave(
  { db, limits, plans }: Pick<SaveContext, 'db' | 'limits' | 'plans'>,
  save: PlannedSave,
): Promise<() => Promise<void>> {
  if (!startsFullRun(save) || !save.isRateLimited) return async () => {};
  const { userId } = save.caller.actor;
  const pace = await plans.findPace(db, save);
  await limits.countRun(userId, pace);
  return () => limits.uncountRun(userId, pace);
}

type LimitsContext = Pick<SaveContext, 'plans' | 'outputQuota'>;

/** @throws AppError `too_many`, `quota_reached`, `plan_limit` */
export async function takeLimits(
  trx: Trx,
  { plans, outputQuota }: LimitsContext,
  save: PlannedSave,
): Promise<void> {
  const { workspaceId, project, caller, isAsked, seed, plan } = save;
  if (startsFullRun(save) && save.isRateLimited) await acquireQueueSlot(trx, caller.actor.userId);
  await takeOutput(trx, outputQuota, { workspaceId, projectId: project?.id, bytes: getOutputBytes(save) });
  if (project === undefined) await plans.takeOne(trx, save, 'projects');
  // The pages count when the run starts; the question is not asked if they exceed the limit.
  if (isAsked && seed) await plans.check(trx, save, { name: 'pages_month', more: plan.pages });
}

/** Counts the pages of a started run; copies of images don't count. @throws AppError `plan_limit` */
export async function takePages(
  trx: Trx,
  { plans }: Pick<SaveContext, 'plans'>,
  { save, runId }: { save: PlannedSave; runId: number },
): Promise<void> {
  if (save.seed && startsFullRun(save))
    await plans.takePages(trx, save, { id: runId, pages: save.plan.pages });
}
