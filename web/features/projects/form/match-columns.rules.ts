/** Placeholders and the columns that fill them: order, state and text of each row. */
import { formatAmount } from '#web/ui/format-figure.ts';
import type { ColumnChoice, Inspection, PlaceholderUse } from './form-state.ts';

/** `[Geo City | upper]` → `Geo City`; the first of several names. */
export function readName(text: string): string {
  const [name = ''] = text.replaceAll(/^[[{%\s]+|[\]}%\s]+$/g, '').split(/[|,]/);
  return name.trim();
}

/** Key of a choice: the name without case, spaces, `_` and `-`. */
export const toColumnKey = (text: string): string =>
  readName(text)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');

const MARKER_CONTEXTS: readonly string[] = ['condition', 'list'];

/** Shortcodes have no filters and only one name, and aren't in the marker of a construct. */
export const canBeShortcode = ({ text, places }: PlaceholderUse): boolean =>
  !/[|,]/.test(text) &&
  (places.length === 0 || places.some(({ context }) => !MARKER_CONTEXTS.includes(context)));

export const isOpen = ({ state }: PlaceholderUse): boolean => state === 'unknown';

const RANK: Partial<Record<PlaceholderUse['state'], number>> = { unknown: 0, derived: 2 };

/** Sorts placeholders that need a choice first, and those that Geoloom fills last. */
export const sortUses = (uses: readonly PlaceholderUse[]): PlaceholderUse[] =>
  uses.toSorted((a, b) => (RANK[a.state] ?? 1) - (RANK[b.state] ?? 1));

export interface MatchState {
  kind: 'ok' | 'fallback' | 'open' | 'derived' | 'waiting';
  text: string;
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

export function describeState({ state, columns, emptyRows, choice }: PlaceholderUse): MatchState {
  if (state === 'unknown') return { kind: 'open', text: 'Needs a choice' };
  // one of two lists can't be read
  if (state === 'waiting') return { kind: 'waiting', text: 'Waiting for both lists' };
  if (state === 'derived')
    return { kind: 'derived', text: columns.length > 0 ? `From ${LIST.format(columns)}` : 'Automatic' };
  if (choice && 'text' in choice)
    return { kind: 'ok', text: choice.text === '' ? 'Left empty' : 'Same text' };
  const isFilled = choice?.fallback !== undefined && choice.fallback !== '';
  if (emptyRows === 0 && !isFilled) return { kind: 'ok', text: 'OK' };
  const rows = emptyRows > 0 ? [formatAmount(emptyRows, 'row')] : [];
  return { kind: 'fallback', text: [isFilled ? 'Fallback' : 'Empty', ...rows].join(', ') };
}

/** Reason why a placeholder needs a choice. */
export function describeGap({ text, missingColumn, usedIn, isImage, nearest }: PlaceholderUse): string {
  if (isImage) return 'This project doesn’t have that primary image.';
  if (missingColumn !== undefined) {
    const places = usedIn === '' ? '' : ` ${usedIn} would be empty.`;
    return `Your sheet no longer has the column ${missingColumn}.${places}`;
  }
  return nearest === undefined ? 'No matching column.' : `Your sheet has no column named ${readName(text)}.`;
}

/** Selected column of a placeholder. */
export function findColumn({ columns, choice }: PlaceholderUse): string | undefined {
  return choice && 'column' in choice ? choice.column : columns[0];
}

/** A new column keeps the typed fallback. */
export function chooseColumn(column: string, before: ColumnChoice | undefined): ColumnChoice {
  return before && 'fallback' in before && before.fallback !== undefined
    ? { column, fallback: before.fallback }
    : { column };
}

export const countOpen = (inspection: Inspection | undefined): number =>
  inspection?.table === undefined ? 0 : (inspection.seed?.placeholders.filter(isOpen).length ?? 0);
