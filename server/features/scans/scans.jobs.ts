/** Runs scans as jobs. Few run at once, because a scan can take minutes. */
import type { Context } from '../../context.ts';
import { SCAN_JOB, type ScanJob } from './scanning.service.ts';
import type { ScansService } from './scans.service.ts';

const CONCURRENCY = 2;

export async function startScanning({ queue }: Pick<Context, 'queue'>, scans: ScansService): Promise<void> {
  await queue.work<ScanJob>(SCAN_JOB, (job, { signal }) => scans.scan(job, signal), {
    concurrency: CONCURRENCY,
    onGivenUp: ({ scanId }) => scans.giveUp(scanId),
  });
}
