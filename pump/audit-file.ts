/**
 * Reads a written file back, as an importer would. The checksum is computed from the bytes read, so it covers the file
 * on disk and not the bytes in memory.
 */
import type { AuditedPage, AuditedPart, PageFacts, PlatformAudit, SeedFlaws } from '#engine';
import type { PageMeter } from '#engine/quality/measure-page.ts';
import { HashFile } from './hash-file.ts';
import { streamFile } from './source-file.ts';

/** V8 stores the strings of larger chunks outside of its heap and frees them late, which takes time and memory. */
const CHUNK_BYTES = 64 * 1024;

export interface AuditTask {
  path: string;
  /** Name of the file in problems. */
  file: string;
  /** Platform that imports the file. */
  format: string;
  limitBytes?: number;
  /** `YYYY-MM-DD HH:MM:SS` in UTC: a later date would become a scheduled page. */
  now: string;
  /** Names from the root to a record, if the platform has no fixed ones. */
  recordPath?: string | undefined;
  /** Flaws of the seed, which every page repeats. */
  flaws?: SeedFlaws;
  /** New file for the shingles of the pages, which are then measured. */
  shinglesPath?: string;
}

export interface AuditedFile {
  audit: AuditedPart;
  bytes: number;
  sha256: string;
  /** Measurements of the pages, if asked for, in the order of their shingles. */
  pages?: PageFacts[];
}

/** Formats the current time for an audit, which has no clock: `YYYY-MM-DD HH:MM:SS` in UTC, as `wp:post_date_gmt`. */
export function formatAuditTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Audits one file with the audit of its platform, and measures its pages if the task names a file for shingles.
 * @throws errors of the file system
 */
export function auditFile(
  { path, file, recordPath, limitBytes, now, flaws = {}, shinglesPath }: AuditTask,
  audit: PlatformAudit,
  meter?: PageMeter,
): AuditedFile {
  const store = shinglesPath === undefined ? undefined : HashFile.create(shinglesPath);
  const pages: PageFacts[] = [];
  const onPage = (page: AuditedPage) => {
    const measured = meter?.measure(page);
    if (!measured) return;
    pages.push(measured.facts);
    store?.add(measured.shingles);
  };
  try {
    const part = audit.create({
      recordPath,
      file,
      now,
      flaws,
      ...(limitBytes === undefined ? {} : { limitBytes }),
      ...(store && { onPage }),
    });
    const { bytes, sha256 } = streamFile(path, (chunk) => part.push(chunk), { chunkBytes: CHUNK_BYTES });
    return { audit: part.end(), bytes, sha256, ...(store && { pages }) };
  } finally {
    store?.close();
  }
}
