/** Fills one leaf with the values of a row, decoded. */
import type { GuardedText } from '../encoding/piece.ts';
import { toContext } from '../encoding/context.ts';
import type { RowValues } from './row-values.ts';

/** Omits values that can't be encoded in their place: their rows are skipped anyway. */
export function renderText(text: GuardedText | undefined, values: RowValues): string {
  let filled = '';
  for (const part of text?.parts ?? []) {
    if (typeof part === 'string') filled += part;
    else {
      const context = toContext(part.encoders);
      const value = context.keepsMarkup ? values.computeMarkup(part.value) : values.computeText(part.value);
      const encoded = context.encode(value);
      filled += typeof encoded === 'string' ? encoded : '';
    }
  }
  return filled;
}
