/** Writes the planned parts and has them judged by what lies on the disk. */
import { expectationOf, judgeParts, type Layout, type Verdict } from '#engine';
import { createAuditPool } from './audit-pool.ts';
import { formatAuditTime } from './audit-time.ts';
import type { PartEntry } from './manifest.ts';
import { countOf } from './problem-text.ts';
import type { ProgressBar } from './progress-bar.ts';
import { type WriteProgress, type WrittenParts, writeParts } from './write-parts.ts';

export interface PlannedParts {
  layout: Layout;
  /** Bytes that a part may have; `null`: no limit. */
  limitBytes: number | null;
}

export interface ProvenParts {
  parts: PartEntry[];
  formedLinks: number;
  verdict: Verdict;
}

function showProgress(bar: ProgressBar, { layout }: PlannedParts) {
  const all = layout.pages;
  return ({ pages, written, audited }: WriteProgress) => {
    const share = written < layout.parts.length ? pages / Math.max(1, all) : 1;
    const text = `${pages.toLocaleString('en-US')} of ${countOf(all, 'page')}, ${audited} of ${countOf(layout.parts.length, 'file')} proven`;
    bar.show(share, text);
  };
}

/** Throws what the file system throws. */
export async function writeAndProve(
  planned: PlannedParts,
  folder: string,
  bar: ProgressBar,
): Promise<ProvenParts> {
  const { layout, limitBytes } = planned;
  const audit = { now: formatAuditTime(new Date()), ...(limitBytes === null ? {} : { limitBytes }) };
  const onProgress = showProgress(bar, planned);
  const pool = createAuditPool();
  let written: WrittenParts;
  try {
    written = await writeParts(layout, { folder, pool, audit, onProgress });
  } finally {
    // Before the verdict, which needs memory of its own.
    await pool.close();
  }
  const { audited, formedLinks } = written;
  const parts = audited.map(({ bytes, sha256 }, index) => ({
    file: layout.parts[index]?.name ?? '',
    bytes,
    pages: layout.parts[index]?.pages ?? 0,
    sha256,
  }));
  const audits = audited.map((file) => file.audit);
  return { parts, formedLinks, verdict: judgeParts(audits, { ...expectationOf(layout), limitBytes }) };
}
