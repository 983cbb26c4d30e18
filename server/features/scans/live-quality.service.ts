/**
 * Quality of the pages of a scan: each is measured on an engine thread when it is fetched, and all are compared at the
 * end. Measurements are stored in the database, so that a scan that another process resumes fetches no page again.
 */
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../context.ts';
import { listMeasured, savePageQuality, saveQuality } from './live-quality.store.ts';

export type QualityNeeds = Pick<Context, 'db' | 'pool' | 'files' | 'newId'>;

/** A page may have 100 kB of measurements. */
const BATCH_SIZE = 50;
/** Pause between statements, so that requests go first. */
const PAUSE_MS = 5;

interface ComparedScan {
  scanId: number;
  userId: number;
  signal: AbortSignal;
}

/** Compares the measured pages of a scan and stores their figures; does nothing without any. */
export async function compareScan(
  { db, pool, files, newId }: QualityNeeds,
  { scanId, userId, signal }: ComparedScan,
): Promise<void> {
  const folder = join(files.scratch, `scan-${scanId}-${newId()}`);
  await mkdir(folder, { recursive: true });
  try {
    const paths = { factsPath: join(folder, 'facts.ndjson'), shinglesPath: join(folder, 'shingles') };
    if ((await writeMeasures(db, { scanId, signal, ...paths })) === 0) return;
    const { summary, pages } = await pool.comparePages({ folder, ...paths, userId }, signal);
    for (const batch of pages) {
      await savePageQuality(db, scanId, batch);
      await sleep(PAUSE_MS, undefined, { signal });
    }
    await saveQuality(db, scanId, summary);
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
  { scanId, signal, factsPath, shinglesPath }: Omit<ComparedScan, 'userId'> & MeasurePaths,
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
