/** Words of the changes that would raise an estimate, for the form and the command line. */
import type { EstimatedChange } from './estimates.contract.ts';

export interface ChangeWords {
  /** In bold. */
  lead: string;
  rest: string;
  /** Placeholder or construct after it. */
  code?: string;
}

const listColumns = (columns: readonly string[]): string => `${columns.join(', ')}.`;

/** Describes a change that an estimate lists. */
export function describeChange(change: EstimatedChange): ChangeWords {
  switch (change.kind) {
    case 'variants': {
      const isOne = change.paragraphs.length === 1;
      const rest = isOne ? 'It reads the same on every page.' : 'They read the same on every page.';
      return { lead: isOne ? 'Vary 1 paragraph.' : `Vary ${change.paragraphs.length} paragraphs.`, rest };
    }
    case 'columns':
      return change.columns.length === 1
        ? { lead: 'Use a column you already have:', rest: '', code: `[${change.columns[0] ?? ''}]` }
        : { lead: 'Use columns you already have.', rest: listColumns(change.columns) };
    case 'condition':
      return {
        lead: 'Add a condition.',
        rest: `${change.column} is empty in ${Math.round(change.share * 100)}% of the rows and leaves a gap there.`,
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
