/** The estimate as programs read it. */
import { roundParts, roundScore, roundShare } from '../quality/report.ts';
import type { EstimatedChange, QualityEstimate } from './estimate.ts';

type RenamedChange<Change> = Change extends { isMissing: boolean }
  ? Omit<Change, 'isMissing'> & { is_missing: boolean }
  : Change;

/** Shares are numbers from 0 to 1, scores from 0 to 100. */
export interface EstimateReport {
  score: number;
  parts: { similarity: number; substance: number; head_and_links: number };
  template_share: number;
  similarity: number;
  /** Number of sampled rows. */
  rows: number;
  changes: RenamedChange<EstimatedChange>[];
}

/** Characters of a paragraph or an example. */
const TEXT_CHARACTERS = 4000;

const cut = (text: string) => text.slice(0, TEXT_CHARACTERS).toWellFormed();

function describeChange(change: EstimatedChange): RenamedChange<EstimatedChange> {
  if (change.kind === 'variants') {
    const paragraphs = change.paragraphs.map(({ text, words }) => ({ text: cut(text), words }));
    return { ...change, paragraphs };
  }
  if (change.kind === 'condition')
    return { ...change, share: roundShare(change.share), gap: cut(change.gap) };
  if ('isMissing' in change) {
    const { isMissing, texts, ...rest } = change;
    return { ...rest, is_missing: isMissing, texts: texts.map(cut) };
  }
  return change;
}

/** Makes the report of an estimate. Scores have one decimal, shares four; long texts are cut. */
export function toEstimateReport(estimate: QualityEstimate): EstimateReport {
  const { score, parts, templateShare, similarity, rows, changes } = estimate;
  return {
    score: roundScore(score),
    parts: roundParts(parts),
    template_share: roundShare(templateShare),
    similarity: roundShare(similarity),
    rows,
    changes: changes.map(describeChange),
  };
}
