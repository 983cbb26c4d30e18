/** The contract's words for platforms and the engine's: neither knows the other. */
import type { PageType } from '#contract/project-types.ts';
import type { FormatId } from '#engine';

const FORMATS = {
  wordpress: 'wordpress',
  hubspot: 'hubspot',
  drupal: 'drupal',
  wix: 'wix',
} as const satisfies Record<PageType, FormatId>;

/** The engine's format of a project's type; rows of the database hold no others. */
export function formatOfType(type = 'wordpress'): FormatId {
  const format = (FORMATS as Record<string, FormatId>)[type];
  if (format === undefined) throw new Error(`no format makes projects of the type ${type}`);
  return format;
}
