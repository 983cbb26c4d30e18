/** The contract's words for platforms and the engine's: neither knows the other. */
import type { PageType } from '#contract/project-types.ts';
import type { PlatformId } from '#engine';

const FORMATS = {
  wordpress: 'wordpress',
  hubspot: 'hubspot',
  drupal: 'drupal',
  wix: 'wix',
} as const satisfies Record<PageType, PlatformId>;

/** The engine's format of a project's type; rows of the database hold no others. */
export function toPlatformId(type = 'wordpress'): PlatformId {
  const format = (FORMATS as Record<string, PlatformId>)[type];
  if (format === undefined) throw new Error(`no format makes projects of the type ${type}`);
  return format;
}
