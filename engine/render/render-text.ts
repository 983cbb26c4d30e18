/** Fills one leaf with the values of a row, decoded. */
import type { GuardedText } from '../encoding/piece.ts';
import type { RowValues } from './row-values.ts';

/** Omits values that can't be encoded in their place: their rows are skipped anyway. */
export function renderText(text: GuardedText | undefined, values: RowValues): string {
  return text ? values.fill(text.parts) : '';
}
