/**
 * Reads a written file back, as an importer would. The checksum is that of the bytes read, so it covers the file on
 * the disk and not the bytes that were to be written.
 */
import type { AuditedPart, PlatformAudit, SeedFlaws } from '#engine';
import { streamFile } from './source-file.ts';

/** Larger chunks become strings outside of V8's heap, which are freed late and so take more time and memory. */
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
}

export interface AuditedFile {
  audit: AuditedPart;
  bytes: number;
  sha256: string;
}

/** Formats the current time for an audit, which has no clock: `YYYY-MM-DD HH:MM:SS` in UTC, as `wp:post_date_gmt`. */
export function formatAuditTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Audits one file with the audit of its platform.
 * @throws errors of the file system
 */
export function auditFile(
  { path, file, recordPath, limitBytes, now, flaws = {} }: AuditTask,
  audit: PlatformAudit,
): AuditedFile {
  const part = audit.create({
    recordPath,
    file,
    now,
    flaws,
    ...(limitBytes === undefined ? {} : { limitBytes }),
  });
  const { bytes, sha256 } = streamFile(path, (chunk) => part.push(chunk), { chunkBytes: CHUNK_BYTES });
  return { audit: part.end(), bytes, sha256 };
}
