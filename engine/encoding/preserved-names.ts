/** Names in brackets that stay as they are: shortcodes, tokens, and what the user keeps. */
import type { Columns } from '../language/columns.ts';
import type { Problem } from '../problem.ts';

/** Names in brackets that are left unchanged if no column has them. */
export interface PreservedNames {
  /** Names that the user keeps. */
  kept: readonly string[];
  isKept: (name: string) => boolean;
  /** Recognizes the name of a tag that the platform replaces, such as a shortcode. */
  isTagName: (name: string) => boolean;
  /** Recognizes a name that the seed uses as a tag with an attribute or a closing tag, so that it isn't a typo. */
  isUsed?: (name: string) => boolean;
  /**
   * Set if pairs such as `[x]…[/x]` are tags: reports one whose name is also a column.
   * @param opening `[x]`
   */
  reportPair?: (opening: string, name: string) => Pick<Problem, 'code' | 'text'>;
  /** `[type:name]` is a token of the platform. */
  hasTokens?: boolean;
}

export const NO_PRESERVED_NAMES: PreservedNames = { kept: [], isKept: () => false, isTagName: () => false };

/**
 * Recognizes a bare name that was meant as a placeholder, not as a shortcode or prose. Without a sheet any name
 * may be a column.
 */
export function isMeantName(name: string, columns: Columns, preserved: PreservedNames): boolean {
  const [first = '', ...attributes] = name.split(/\s+/);
  if (preserved.isTagName(name)) return !preserved.isUsed?.(name) && columns.isMistyped(name);
  // words after the name of a shortcode are its attributes, unless all of them name a column
  if (attributes.length > 0 && preserved.isTagName(first)) return columns.resembles(name);
  return columns.names.length === 0 || name.includes('_') || columns.resembles(name);
}
