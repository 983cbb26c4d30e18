/** Words of the quality estimate. Pure. */
import type { EstimatedChange, QualityEstimate } from '#contract/estimates.contract.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import type { FirstConstruct } from './construct.rules.ts';

export const PARTS = [
  { key: 'likeness', label: 'Different from each other', most: 45 },
  { key: 'substance', label: 'Local substance', most: 35 },
  { key: 'head_and_links', label: 'Titles, headings, links', most: 20 },
] as const;

/** Share of the points of likeness below which pages are too alike. */
const TOO_ALIKE = 0.5;
/** Likeness with the closest page beyond what the template makes, at which the closest page is named. */
const CLOSER = 0.15;

const toPercent = (share: number): string => `${Math.round(share * 100)}%`;

/** Says how alike the pages are, and what follows from it. */
export function describeLikeness({
  rows,
  parts,
  template_share: template,
  likeness,
}: QualityEstimate): string {
  if (rows === 1) return 'There’s only one page, so there’s nothing to compare it with.';
  // Pages that share nothing but the template are this much alike.
  const floor = template / (2 - template);
  const same =
    likeness > floor + CLOSER
      ? `Each page shares ${toPercent(likeness)} of its text with its closest sibling.`
      : `${toPercent(template)} of each page is the same.`;
  return parts.likeness < PARTS[0].most * TOO_ALIKE ? `${same} Google may not index pages this alike.` : same;
}

/** `From a sample of 40 rows`, or all of them. */
export function describeSample(rows: number, pages: number | undefined): string {
  if (pages !== undefined && pages <= rows)
    return rows === 1 ? 'From the only row' : `From all ${formatCount(rows)} rows`;
  return `From a sample of ${formatAmount(rows, 'row')}`;
}

export interface ChangeWords {
  /** In bold. */
  lead: string;
  rest: string;
  /** Placeholder or construct after it. */
  code?: string;
}

const listColumns = (columns: readonly string[]): string => `${columns.join(', ')}.`;

/** Describes a change. */
export function describeChange(change: EstimatedChange): ChangeWords {
  switch (change.kind) {
    case 'variants': {
      const isOne = change.paragraphs.length === 1;
      const rest = isOne ? 'It reads the same on every page.' : 'They read the same on every page.';
      return { lead: `Vary ${formatAmount(change.paragraphs.length, 'paragraph')}.`, rest };
    }
    case 'columns':
      return change.columns.length === 1
        ? { lead: 'Use a column you already have:', rest: '', code: `[${change.columns[0] ?? ''}]` }
        : { lead: 'Use columns you already have.', rest: listColumns(change.columns) };
    case 'condition':
      return {
        lead: 'Add a condition.',
        rest: `${change.column} is empty in ${toPercent(change.share)} of the rows and leaves a gap there.`,
      };
    case 'neighbors':
      return { lead: 'Link to 5 nearby towns', rest: 'with', code: '[nearby 5]' };
    case 'titles':
      return change.is_missing
        ? { lead: 'Add a title.', rest: 'Pages don’t have one.' }
        : { lead: 'Use the town in the title.', rest: 'Several pages share the same one.' };
    case 'descriptions':
      return change.is_missing
        ? { lead: 'Add a meta description.', rest: 'Pages don’t have one.' }
        : { lead: 'Use the town in the meta description.', rest: 'Several pages share the same one.' };
  }
}

/** The construct that makes a change; undefined if it isn't one. */
export function toConstruct(change: EstimatedChange): FirstConstruct | undefined {
  if (change.kind === 'columns') return { kind: 'condition', columns: change.columns };
  if (change.kind === 'condition') return { kind: 'condition', columns: [change.column] };
  return change.kind === 'neighbors' ? { kind: 'neighbors' } : undefined;
}
