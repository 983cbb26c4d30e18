/** Chooses an option of `[spin]a || b || c[/spin]` for a page. */
import { hash32 } from '../text/hash32.ts';

export interface VariantKey {
  projectKey: string;
  rowKey: string;
  /** The construct as written in the seed. */
  construct: string;
  /** Index among the equal constructs of the seed. */
  ordinal: number;
}

/**
 * Returns the index of the option. It depends on nothing but the key, so that it survives edits of other rows and
 * other text. The shares of the options are those of independent random choices.
 * @param options number of options, at least 1
 */
export function chooseVariant(
  { projectKey, rowKey, construct, ordinal }: VariantKey,
  options: number,
): number {
  const hash = hash32([projectKey, rowKey, ordinal, construct].join('\0'));
  return Math.floor((hash / 0x1_0000_0000) * options);
}
