/** One leaf of the row in work as its reader gets it, filled apart from its page. */
import type { GuardedText } from '../encoding/piece.ts';
import { contextOf } from '../encoding/context.ts';
import type { RowValues } from './row-values.ts';

/** What has no form in its place leaves nothing: the row is skipped for it anyway. */
export function renderText(text: GuardedText | undefined, values: RowValues): string {
  let filled = '';
  for (const part of text?.parts ?? []) {
    if (typeof part === 'string') filled += part;
    else {
      const context = contextOf(part.encoders);
      const value = context.keepsMarkup ? values.markupOf(part.value) : values.textOf(part.value);
      const encoded = context.encode(value);
      filled += typeof encoded === 'string' ? encoded : '';
    }
  }
  return filled;
}
