/**
 * Rejects runs whose output would exceed the limit of a run or of the workspace, before anything is written.
 */
import type { Db } from '#server/db/open.ts';
import { lockWorkspace } from '#server/db/scope.ts';
import { AppError } from '../../app-error.ts';
import { sumOutput } from './output-quota.store.ts';

export interface OutputQuota {
  /** Bytes that one run may write. */
  run: number;
  /** Bytes of all runs of a workspace. */
  workspace: number;
}

interface Output {
  workspaceId: number;
  /** Undefined before the first save. */
  projectId: number | undefined;
  /** Planned size. */
  bytes: number;
}

/** Limits are rounded down and outputs up, so that a rejected output never looks allowed. */
const formatSize = (bytes: number, round = Math.floor): string =>
  `${(round(bytes / 10_000) / 100).toLocaleString('en-US')} MB`;

/**
 * Checks the output of a run in the transaction that starts it, under a lock of the workspace: saves at the same time
 * must not share the space that is left.
 * @throws AppError `quota_reached` with the figures
 */
export async function takeOutput(trx: Db, quota: OutputQuota, output: Output): Promise<void> {
  const { workspaceId, projectId, bytes } = output;
  await lockWorkspace(trx, workspaceId);
  const size = formatSize(bytes, Math.ceil);
  if (bytes > quota.run) {
    throw new AppError('quota_reached', {
      message: `This run would write ${size}, but the limit is ${formatSize(quota.run)} per run. Split the sheet or make the page smaller.`,
    });
  }
  const left = quota.workspace - (await sumOutput(trx, workspaceId, projectId));
  if (bytes <= left) return;
  throw new AppError('quota_reached', {
    message: `This run would write ${size}, but only ${formatSize(Math.max(0, left))} of your ${formatSize(quota.workspace)} for finished pages are left. Delete projects that you no longer need, then try again.`,
  });
}
