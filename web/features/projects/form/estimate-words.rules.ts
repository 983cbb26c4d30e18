/** Words of the quality estimate. Pure. */
import type { EstimatedChange, QualityEstimate } from '#contract/estimates.contract.ts';
import { QUALITY_PARTS } from '#contract/quality-texts.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import type { FirstConstruct } from './construct.rules.ts';

/** Share of the points of similarity below which pages are too alike. */
const TOO_ALIKE = 0.5;
/** Similarity with the closest page beyond what the template makes, at which the closest page is named. */
const CLOSER = 0.15;

const toPercent = (share: number): string => `${Math.round(share * 100)}%`;

/** Says how alike the pages are, and what follows from it. */
export function describeSimilarity({
  rows,
  parts,
  template_share: template,
  similarity,
}: QualityEstimate): string {
  if (rows === 1) return 'There’s only one page, so there’s nothing to compare it with.';
  // Pages that share nothing but the template are this much alike.
  const floor = template / (2 - template);
  const same =
    similarity > floor + CLOSER
      ? `Each page shares ${toPercent(similarity)} of its text with its closest sibling.`
      : `${toPercent(template)} of each page is the same.`;
  return parts.similarity < QUALITY_PARTS[0].most * TOO_ALIKE
    ? `${same} Google may not index pages this alike.`
    : same;
}

/** `From a sample of 40 rows`, or all of them. */
export function describeSample(rows: number, pages: number | undefined): string {
  if (pages !== undefined && pages <= rows)
    return rows === 1 ? 'From the only row' : `From all ${formatCount(rows)} rows`;
  return `From a sample of ${formatAmount(rows, 'row')}`;
}

/** The construct that makes a change; undefined if it isn't one. */
export function toConstruct(change: EstimatedChange): FirstConstruct | undefined {
  if (change.kind === 'columns') return { kind: 'condition', columns: change.columns };
  if (change.kind === 'condition') return { kind: 'condition', columns: [change.column] };
  return change.kind === 'neighbors' ? { kind: 'neighbors' } : undefined;
}
