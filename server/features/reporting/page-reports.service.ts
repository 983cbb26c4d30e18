/** Stores page reports of current runs, so that a report on many sites doesn't have to add up days. */
import type { Db, Trx } from '#server/db/open.ts';
import type { Context } from '../../context.ts';
import { listTargets } from './page-figures.store.ts';
import {
  deleteOldPageReports,
  findNewestDay,
  listStoredReports,
  type ReportPeriod,
  savePageReports,
} from './page-reports.store.ts';

export type { ReportPeriod } from './page-reports.store.ts';

interface PageReportsOptions {
  /** Lists the periods to store, from the newest day of the workspace. */
  listPeriods: (newest: string) => ReportPeriod[];
  /** Locks the figures of a domain for the rest of the transaction. */
  lock: (trx: Trx, domainId: number) => Promise<void>;
}

export function createPageReports({ db }: Pick<Context, 'db'>, { listPeriods, lock }: PageReportsOptions) {
  return {
    /** Writes missing reports of a domain, and deletes those of other days. */
    async refresh(domainId: number, signal: AbortSignal): Promise<void> {
      const missing = await listMissingReports(db, domainId, listPeriods);
      for (const { period, runIds } of missing) {
        signal.throwIfAborted();
        await db.transaction().execute(async (trx) => {
          await lock(trx, domainId);
          await savePageReports(trx, { domainId, runIds }, period);
        });
      }
    },
  };
}

/** Lists the current runs whose pages are on a domain. */
export async function listRunsOnDomain(
  db: Db,
  { workspaceId, domainId }: { workspaceId: number; domainId: number },
): Promise<number[]> {
  const of = { workspaceIds: [workspaceId], domainId, projectId: undefined };
  const targets = await listTargets(db, { ...of, period: '7d', until: null });
  return targets.map(({ run_id: id }) => id);
}

/** Deletes old reports. @returns the runs without a report, by period */
async function listMissingReports(db: Db, domainId: number, listPeriods: PageReportsOptions['listPeriods']) {
  const found = await findNewestDay(db, domainId);
  if (found === undefined) return [];
  const periods = listPeriods(found.newest);
  await deleteOldPageReports(
    db,
    domainId,
    periods.map(({ until }) => until),
  );
  const current = await listRunsOnDomain(db, { workspaceId: found.workspace_id, domainId });
  const stored = new Set(
    (await listStoredReports(db, domainId)).map(
      ({ run_id: id, until, period }) => `${id} ${until} ${period}`,
    ),
  );
  return periods
    .map((period) => {
      const isStored = (id: number) => stored.has(`${id} ${period.until} ${period.period}`);
      return { period, runIds: current.filter((id) => !isStored(id)) };
    })
    .filter(({ runIds }) => runIds.length > 0);
}
