// Written by tools/write-platforms.ts from engine/platforms/registry.ts.
/** The platforms in the order in which they are offered. */
export const PLATFORMS = [
  { id: 'wordpress', name: 'WordPress', extension: 'xml', hasSiteUrl: false, offered: 'switcher' },
  { id: 'hubspot', name: 'HubSpot', extension: 'xml', hasSiteUrl: false, offered: 'switcher' },
  { id: 'drupal', name: 'Drupal', extension: 'xml', hasSiteUrl: true, offered: 'switcher' },
  { id: 'wix', name: 'Wix', extension: 'csv', hasSiteUrl: false, offered: 'select' },
] as const satisfies readonly {
  /** In lower case: the type of its projects. */
  id: string;
  /** The name of the product. */
  name: string;
  /** Extension of the files that go in and come out. */
  extension: 'xml' | 'csv';
  /** A file names no site, so a project may. */
  hasSiteUrl: boolean;
  /**
   * In the type switcher of the project form as well, only on the first row of Select Project Type, or under
   * "More platforms".
   */
  offered: 'switcher' | 'select' | 'more';
}[];

export type PlatformId = (typeof PLATFORMS)[number]['id'];

/** The platform of a project that names none. */
export const DEFAULT_PLATFORM: PlatformId = 'wordpress';
