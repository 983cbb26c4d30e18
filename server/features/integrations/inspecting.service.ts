/** Asks Search Console for the index state of generated pages, within Google's quota. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { IndexState } from '#server/gateways/google.ts';
import type { JobContext } from '#server/jobs/queue.ts';
import type { Context } from '../../context.ts';
import { listRunsOnDomain } from '../reporting/page-reports.service.ts';
import { type Connection, isUnauthorized } from './connection.service.ts';
import { countInspections, listPagesToInspect, saveIndexState } from './inspecting.store.ts';
import { findSource, type SourceRow } from './integrations.store.ts';
import { isReadable } from './property-match.rules.ts';

/** Quota per property (https://developers.google.com/webmaster-tools/limits). */
const DAILY_INSPECTIONS = 2_000;
const DAY_MS = 86_400_000;
/** Simultaneous inspections, and the pause after them: fewer than 600 a minute. */
const BATCH = 10;
const BATCH_MS = 1_000;
/** Batches in a row without a result after which the job ends until tomorrow. */
const MAX_FAILED_BATCHES = 3;

const toRow = ({ isIndexed, coverage, googleCanonical, lastCrawledAt }: IndexState) => ({
  is_indexed: isIndexed,
  coverage,
  google_canonical: googleCanonical,
  last_crawled_at: lastCrawledAt,
});

/**
 * Ignores pages that Google can't inspect, which must not keep it from the others.
 * @returns the error of a batch that failed as a whole
 * @throws the error if it concerns the account: revoked, or its quota is used up
 */
function checkFailures(ended: readonly PromiseSettledResult<void>[]): unknown {
  const reasons: unknown[] = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  const isOfPage = (reason: unknown) =>
    reason instanceof Error && 'kind' in reason && (reason.kind === 'rejected' || reason.kind === 'down');
  const general = reasons.find((reason) => !isOfPage(reason));
  if (general !== undefined) throw general;
  return reasons.length === ended.length ? reasons[0] : undefined;
}

export function createInspecting(
  { db, clock, logError }: Pick<Context, 'db' | 'clock' | 'logError'>,
  { connection }: { connection: Connection },
) {
  const inspect = async (source: SourceRow, { signal }: JobContext) => {
    const { google } = connection;
    if (google === undefined) return;
    const { domain_id: domainId, site, workspace_id: workspaceId } = source;
    const now = clock();
    const used = await countInspections(db, site, new Date(now.getTime() - DAY_MS));
    const runIds = await listRunsOnDomain(db, { workspaceId, domainId });
    const limit = DAILY_INSPECTIONS - used;
    if (limit <= 0) return;
    const pages = await listPagesToInspect(db, { domainId, runIds, site, now, limit });
    const token = connection.openToken(source.sealed_token);
    let failedBatches = 0;
    for (let start = 0; start < pages.length; start += BATCH) {
      if (start > 0) await sleep(BATCH_MS, undefined, { signal });
      const batch = pages.slice(start, start + BATCH);
      const ended = await Promise.allSettled(
        batch.map(async (page) => {
          const state = await google.inspectUrl(token, { site, url: page.url, signal });
          await saveIndexState(db, { domain_id: domainId, ...page, ...toRow(state), inspected_at: clock() });
        }),
      );
      const failure = checkFailures(ended);
      failedBatches = failure === undefined ? 0 : failedBatches + 1;
      if (failedBatches === MAX_FAILED_BATCHES) throw failure;
    }
  };
  return {
    /** Handles the daily job of one domain. Errors that concern all pages end it; the job of the next day continues. */
    async inspectDomain(domainId: number, context: JobContext): Promise<void> {
      const source = await findSource(db, domainId);
      if (source === undefined || source.status === 'revoked' || !isReadable(source)) return;
      try {
        await inspect(source, context);
      } catch (error) {
        context.signal.throwIfAborted();
        if (isUnauthorized(error)) return connection.markRevoked({ ...source, id: source.integration_id });
        if (!(error instanceof Error) || !('kind' in error)) throw error;
        logError(error, `Failed to inspect the pages of domain ${domainId}; retrying tomorrow`);
      }
    },
  };
}
