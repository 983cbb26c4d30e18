/** Writes the planned parts and has them judged by what lies on the disk. */
import { judgeParts, type Layout, type Plan, type Verdict } from '#engine';
import { createAuditPool } from './audit-pool.ts';
import { formatAuditTime } from './audit-time.ts';
import type { PartEntry } from './manifest.ts';
import { countOf } from './problem-text.ts';
import type { ProgressBar } from './progress-bar.ts';
import { type WriteProgress, writeParts } from './write-parts.ts';

export interface PlannedParts {
  plan: Plan;
  layout: Layout;
  /** Bytes that a part may have; `null`: no limit. */
  limitBytes: number | null;
}

export interface ProvenParts {
  parts: PartEntry[];
  formedLinks: number;
  verdict: Verdict;
}

function showProgress(bar: ProgressBar, { plan, layout }: PlannedParts) {
  const all = plan.pages;
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
  const { layout, limitBytes, plan } = planned;
  const pool = createAuditPool();
  try {
    const { audited, formedLinks } = await writeParts(layout, {
      folder,
      pool,
      audit: { now: formatAuditTime(new Date()), ...(limitBytes === null ? {} : { limitBytes }) },
      onProgress: showProgress(bar, planned),
    });
    const parts = audited.map(({ bytes, sha256 }, index) => ({
      file: layout.parts[index]?.name ?? '',
      bytes,
      pages: layout.parts[index]?.pages ?? 0,
      sha256,
    }));
    const verdict = judgeParts(
      audited.map(({ audit }) => audit),
      { pages: plan.pages, limitBytes },
    );
    return { parts, formedLinks, verdict };
  } finally {
    await pool.close();
  }
}
