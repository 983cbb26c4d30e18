/**
 * Reads one written file back, as an importer would, and makes its checksum from the bytes that were
 * read: what is proven is what lies on the disk, not what was meant to be written.
 */
import type { AuditedPart, PlatformAudit, SeedFlaws } from '#engine';
import { yieldToRequests } from './yield-to-requests.ts';
import { streamFile } from './source-file.ts';

/**
 * Larger pieces become strings outside of V8's heap, which are let go of late: with 1 MiB an audit takes
 * half as long again and twice the memory.
 */
const PIECE_BYTES = 64 * 1024;

export interface AuditTask {
  /** Where the file lies. */
  path: string;
  /** Its name in problems. */
  file: string;
  /** The platform whose importer is asked. */
  format: string;
  limitBytes?: number;
  /** `YYYY-MM-DD HH:MM:SS` in UTC: a later date would become a scheduled page. */
  now: string;
  /** Names from the root to a record, where the platform has no fixed ones. */
  recordPath?: string | undefined;
  /** Of every page: the seed has them itself. */
  flaws?: SeedFlaws;
}

export interface AuditedFile {
  audit: AuditedPart;
  bytes: number;
  sha256: string;
}

/**
 * Audits one file with the audit of its platform.
 * @throws what the file system throws
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
  const take = (piece: Uint8Array) => {
    yieldToRequests();
    part.push(piece);
  };
  const { bytes, sha256 } = streamFile(path, take, { chunkBytes: PIECE_BYTES });
  return { audit: part.end(), bytes, sha256 };
}
