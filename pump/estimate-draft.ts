/** Estimates the quality of the pages that a draft would make. */
import { estimateQuality, type QualityEstimate } from '#engine';
import { type DraftInput, readDraft, toInspectInput } from './inspect-draft.ts';
import { Canceled } from './write-parts.ts';

/**
 * Estimates a draft.
 * @returns undefined for a Geocoder, and while there would be no pages
 * @throws `Canceled`
 */
export function estimateDraft(input: DraftInput, isCanceled: () => boolean): QualityEstimate | undefined {
  if (input.format === 'geocoder' || !input.seed || !input.sheet) return undefined;
  const work = estimateQuality(toInspectInput(readDraft(input)));
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    if (isCanceled()) throw new Canceled();
  }
}
