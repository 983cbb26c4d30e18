/** Scans as jobs; few at once, because each may go on for minutes. */
import type { Queue } from '#server/jobs/queue.ts';
import { SCAN_JOB, type ScanWish } from './scanning.service.ts';
import type { ScansService } from './scans.service.ts';

const AT_ONCE = 2;

interface Needs {
  queue: Pick<Queue, 'work'>;
  scans: Pick<ScansService, 'scan' | 'giveUp'>;
}

export async function startScanning({ queue, scans }: Needs): Promise<void> {
  await queue.work<ScanWish>(SCAN_JOB, ({ scanId }, { signal }) => scans.scan(scanId, signal), {
    concurrency: AT_ONCE,
    onGivenUp: ({ scanId }) => scans.giveUp(scanId),
  });
}
