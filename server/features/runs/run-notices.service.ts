/**
 * Notifies the users who started runs when another user stops a run, replaces it with an earlier one or deletes its
 * project. Users who have left the agency of the project are not notified.
 */
import type { Trx } from '#server/db/open.ts';
import { type Caller, isOwnAct, nameActor } from '../../caller.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { listStarters } from './project-runs.store.ts';
import type { StoppedRun } from './runs.store.ts';

type Started = Pick<StoppedRun, 'project_id' | 'title' | 'started_by'>;

export type RunNotices = ReturnType<typeof createRunNotices>;

export function createRunNotices(notifications: Pick<NotificationsService, 'notifyByMail'>) {
  /** @param readers each is notified once, except the caller */
  const notify = async (trx: Trx, readers: readonly number[], notice: Notice) => {
    const { by, describe, link } = notice;
    for (const userId of readers)
      if (!isOwnAct(by, userId))
        await notifications.notifyByMail(trx, {
          userId,
          text: describe(nameActor(by, userId)),
          ...(link !== undefined && { link }),
        });
  };
  return {
    async stopped(trx: Trx, runs: readonly StoppedRun[], by: Caller): Promise<void> {
      for (const { project_id: id, kind, title, started_by: userId } of runs) {
        const noun = kind === 'save' ? 'run' : 'test';
        const describe = (name: string) =>
          `${name} stopped your ${noun} of “${title}”.\nOpen the project to start it again.`;
        const readers = (await listStarters(trx, id)).filter((each) => each === userId);
        await notify(trx, readers, { by, describe, link: `/projects/${id}` });
      }
    },
    async restored(
      trx: Trx,
      { run, replaced }: { run: Started; replaced: Started | undefined },
      by: Caller,
    ): Promise<void> {
      const describe = (name: string) =>
        `${name} restored an earlier run of “${run.title}”.\nThe project shows its pages again. The other runs are still under Runs.`;
      const starters = [run.started_by, replaced?.started_by];
      const readers = (await listStarters(trx, run.project_id)).filter((each) => starters.includes(each));
      await notify(trx, readers, { by, describe, link: `/projects/${run.project_id}` });
    },
    /** @param readers users who created the project or started its runs */
    async deleted(trx: Trx, { title, readers }: { title: string; readers: number[] }, by: Caller) {
      const describe = (name: string) =>
        `${name} deleted the project “${title}” with its runs and files.\nIt can’t be restored. Files that you have downloaded still work.`;
      await notify(trx, readers, { by, describe });
    },
  };
}

interface Notice {
  by: Caller;
  describe: (name: string) => string;
  link?: string;
}
