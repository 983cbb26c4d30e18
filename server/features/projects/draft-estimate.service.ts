/** Estimates of drafts as the browser gets them, and those that were made of their current state. */
import { hash } from 'node:crypto';
import type { QualityEstimate } from '#contract/estimates.contract.ts';
import type { EnginePool } from '#server/jobs/engine-pool.ts';
import type { DraftRow } from './drafts.store.ts';

type Estimated = Awaited<ReturnType<EnginePool['estimateDraft']>>;

/** Drafts whose estimates are kept; each takes some kilobytes. */
const MAX_KEPT = 200;
/** Characters of a paragraph or an example. */
const TEXT_CHARACTERS = 4000;

const round = (value: number, decimals: number) => Number(value.toFixed(decimals));
const cut = (text: string) => text.slice(0, TEXT_CHARACTERS).toWellFormed();

type Change = QualityEstimate['changes'][number];

function describeChange(change: NonNullable<Estimated>['changes'][number]): Change {
  if (change.kind === 'variants') {
    const paragraphs = change.paragraphs.map(({ text, words }) => ({ text: cut(text), words }));
    return { ...change, paragraphs };
  }
  if (change.kind === 'condition') return { ...change, share: round(change.share, 4), gap: cut(change.gap) };
  if ('isMissing' in change) {
    const { isMissing, texts, ...rest } = change;
    return { ...rest, is_missing: isMissing, texts: texts.map(cut) };
  }
  return change;
}

/** Rounds an estimate, and dates it. */
export function describeEstimate(estimate: Estimated): QualityEstimate | null {
  if (!estimate) return null;
  const { score, parts, templateShare, likeness, rows, changes } = estimate;
  return {
    score: round(score, 1),
    parts: {
      likeness: round(parts.likeness, 1),
      substance: round(parts.substance, 1),
      head_and_links: round(parts.headAndLinks, 1),
    },
    template_share: round(templateShare, 4),
    likeness: round(likeness, 4),
    rows,
    changes: changes.map(describeChange),
    estimated_at: new Date().toISOString(),
  };
}

/** Hashes everything about a draft that its estimate depends on. */
export function toEstimateState(draft: DraftRow, images: readonly object[]): string {
  const { type, fields, seed_sha256, sheet_sha256, linked_sha256, combined_sha256 } = draft;
  const { keep, seed_page, site_base_url, columns, google_spread_sheet: link } = fields;
  const { sheet_choice, hidden_rows, encoding, combined_reading, linked_from } = draft;
  const files = [seed_sha256, sheet_sha256, linked_sha256, combined_sha256, link === linked_from];
  // A fault in the footer link or the schedule keeps a run from making pages.
  const { footer_links, schedule } = fields;
  const choices = [keep, seed_page, site_base_url, columns, footer_links, schedule];
  const reading = [sheet_choice, hidden_rows, encoding, combined_reading];
  return hash('sha256', JSON.stringify([type, files, choices, reading, images]), 'hex');
}

/** Keeps the last estimate of each draft; of many, those that were made last. */
export function createEstimateCache() {
  const kept = new Map<string, { state: string; estimate: QualityEstimate | null }>();
  return {
    /** @returns undefined if none was made of this state */
    find(id: string, state: string): QualityEstimate | null | undefined {
      const found = kept.get(id);
      return found?.state === state ? found.estimate : undefined;
    },
    keep(id: string, state: string, estimate: QualityEstimate | null): QualityEstimate | null {
      kept.delete(id);
      kept.set(id, { state, estimate });
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return estimate;
    },
  };
}
