/** State of the page in one sentence, for screen readers. */
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import type { ProjectForm } from './form-state.ts';

/** @param hasImages true for a Geocoder, whose rows become towns instead of pages */
export function describeOutcome(
  { inspection, draft }: Pick<ProjectForm, 'inspection' | 'draft'>,
  hasImages = false,
): string {
  if (!inspection || (!draft.seed && !draft.sheet && !draft.linked)) return '';
  const { outcome, table, seed, problems } = inspection;
  const faults = problems.filter(({ severity }) => severity === 'fault').length;
  if (faults > 0)
    return `${formatAmount(faults, 'problem')} to fix before ${hasImages ? 'images can be tagged' : 'pages can be built'}.`;
  if (outcome && hasImages)
    return `${formatCount(outcome.pages)} of ${formatAmount(outcome.pages + outcome.skipped, 'town')} ready.`;
  if (outcome) {
    return `${formatCount(outcome.pages)} of ${formatAmount(outcome.pages + outcome.skipped, 'page')} ready to import.`;
  }
  if (seed) return `Seed page read: ${formatAmount(seed.placeholders.length, 'placeholder')}.`;
  return table ? `Sheet read: ${formatAmount(table.rowCount, 'row')}.` : '';
}
