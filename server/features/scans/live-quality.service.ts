/**
 * Quality of the pages of a scan: each is measured on an engine thread when it is fetched, and all are compared at the
 * end. Measurements are stored in the database, so that a scan that another process resumes fetches no page again.
 */
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { checkSpace } from '../files/free-space.service.ts';
import { listMeasured, savePageQuality, saveQuality, sumMeasuredBytes } from './live-quality.store.ts';

export type QualityNeeds = Pick<Context, 'db' | 'pool' | 'files' | 'newId' | 'logError'>;

/** A page may have 100 kB of measurements. */
const BATCH_SIZE = 50;
/** Pause between statements, so that requests go first. */
const PAUSE_MS = 5;

interface ComparedScan {
  scanId: number;
  userId: number;
  signal: AbortSignal;
  limitMs: number;
}

const TOO_LONG =
  'The similarity and quality of the pages are missing, because comparing them took too long. Scan again later.';
const FAILED =
  'The similarity and quality of the pages are missing, because they couldn’t be compared. There may be too many of them.';

/**
 * Compares the measured pages of a scan and stores their figures; does nothing without any.
 * @returns why they weren't compared, as sentences
 */
export async function compareScan(
  needs: QualityNeeds,
  { limitMs, ...scan }: ComparedScan,
): Promise<string | undefined> {
  const { scanId, signal } = scan;
  const limit = AbortSignal.timeout(limitMs);
  const compared = await compare(needs, { ...scan, signal: AbortSignal.any([signal, limit]) }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      needs.logError(
        error,
        `Failed to compare the pages of scan ${scanId}; it completes without their quality`,
      );
      return limit.aborted ? TOO_LONG : FAILED;
    },
  );
  if (compared === undefined || typeof compared === 'string') return compared;
  for (const batch of compared.pages) {
    await savePageQuality(needs.db, scanId, batch);
    await sleep(PAUSE_MS, undefined, { signal });
  }
  await saveQuality(needs.db, scanId, compared.summary);
  return undefined;
}

async function compare(
  { db, pool, files, newId }: QualityNeeds,
  { scanId, userId, signal }: Omit<ComparedScan, 'limitMs'>,
) {
  await checkSpace(files, await sumMeasuredBytes(db, scanId));
  const folder = join(files.scratch, `scan-${scanId}-${newId()}`);
  await mkdir(folder, { recursive: true });
  try {
    const paths = { factsPath: join(folder, 'facts.ndjson'), shinglesPath: join(folder, 'shingles') };
    const count = await writeMeasures(db, { scanId, signal, ...paths });
    return count === 0 ? undefined : await pool.comparePages({ folder, ...paths, userId }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface MeasurePaths {
  factsPath: string;
  shinglesPath: string;
}

/** @returns the number of pages */
async function writeMeasures(
  db: QualityNeeds['db'],
  { scanId, signal, factsPath, shinglesPath }: Pick<ComparedScan, 'scanId' | 'signal'> & MeasurePaths,
): Promise<number> {
  const facts = await open(factsPath, 'w');
  const shingles = await open(shinglesPath, 'w');
  let count = 0;
  try {
    for (let after = 0; ; ) {
      const pages = await listMeasured(db, scanId, { after, count: BATCH_SIZE });
      if (pages.length === 0) return count;
      await facts.appendFile(pages.map((page) => `[${page.position},${page.facts}]\n`).join(''));
      await shingles.appendFile(Buffer.concat(pages.map((page) => page.shingles)));
      count += pages.length;
      after = pages.at(-1)?.position ?? after;
      await sleep(PAUSE_MS, undefined, { signal });
    }
  } finally {
    await Promise.all([facts.close(), shingles.close()]);
  }
}
