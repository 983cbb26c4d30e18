/** Estimates of drafts that were made of their current state. */
import { hash } from 'node:crypto';
import type { QualityEstimate } from '#contract/estimates.contract.ts';
import type { DraftRow } from './drafts.store.ts';

/** Drafts whose estimates are kept; each takes some kilobytes. */
const MAX_KEPT = 200;
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
