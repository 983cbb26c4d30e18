/** The quality gate of a run: its pages are built and measured first, then built again without those it holds back. */
import type { RunQuality } from '#engine';
import type { HeldPage } from '#pump/quality-gate.ts';
import type { WriteHooks } from '#pump/write-parts.ts';
import type { RunProgress } from './engine-task.ts';

/** Result of the gate. */
export interface Gated {
  quality: RunQuality;
  /** All pages that the run holds back. */
  held: readonly HeldPage[];
  /** Number of them that are left out for another reason. */
  dropped: number;
  /** Pages that were measured. */
  pages: number;
}

/** Share of the work until all pages are measured. */
const MEASURING = 0.5;
/** Share of measuring until all pages are written. */
const WRITING = 0.8;

interface ProgressHooks {
  onProgress(progress: RunProgress): void;
  isCanceled(): boolean;
}

/** Reports the build whose pages are measured as the first half of the run. */
export function trackMeasuring(pagesTotal: number, hooks: ProgressHooks): WriteHooks {
  return {
    onProgress: ({ pages, parts, compared }) => {
      const share =
        MEASURING * (WRITING * (pages / Math.max(1, pagesTotal)) + (1 - WRITING) * (compared ?? 0));
      hooks.onProgress({
        state: 'running',
        isMeasuring: true,
        pagesDone: Math.floor(pagesTotal * share),
        pagesTotal,
        partsWritten: 0,
        partsTotal: parts,
        bytesWritten: 0,
        ...(compared !== undefined && { compared }),
      });
    },
    isCanceled: () => hooks.isCanceled(),
  };
}

/** Converts the progress of the second build: it counts as many pages as were measured, so that the share never falls. */
export function toSecondHalf({ pages }: Gated, progress: RunProgress): RunProgress {
  const { pagesDone, pagesTotal } = progress;
  const share = MEASURING + (1 - MEASURING) * (pagesDone / Math.max(1, pagesTotal));
  return { ...progress, pagesDone: Math.floor(pages * share), pagesTotal: pages };
}
