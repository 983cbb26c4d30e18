// Written by tools/write-platforms.ts from engine/platforms/registry.ts.
/** The platforms that projects can be made for. */

export type PlatformId = 'wordpress' | 'hubspot' | 'drupal' | 'wix' | 'webflow';

export interface Platform {
  /** In lower case: the type of its projects. */
  id: PlatformId;
  /** The name of the product. */
  name: string;
  /** Extension of the files that go in and come out. */
  extension: 'xml' | 'csv';
  /** A file names no site, so a project may. */
  hasSiteUrl?: true;
  /**
   * In the type switcher of the project form as well, only on the first row of Select Project Type, or under
   * "More platforms".
   */
  offered: 'switcher' | 'select' | 'more';
  /** The site renders tags of a template language in the content; previews label them instead of shortcodes. */
  hasTemplateTags?: true;
}

/** In the order in which they are offered. */
export const PLATFORMS: readonly Platform[] = [
  { id: 'wordpress', name: 'WordPress', extension: 'xml', offered: 'switcher' },
  { id: 'hubspot', name: 'HubSpot', extension: 'xml', offered: 'switcher', hasTemplateTags: true },
  { id: 'drupal', name: 'Drupal', extension: 'xml', hasSiteUrl: true, offered: 'switcher' },
  { id: 'wix', name: 'Wix', extension: 'csv', offered: 'select' },
  { id: 'webflow', name: 'Webflow', extension: 'csv', hasSiteUrl: true, offered: 'more' },
];

/** The platform of a project that names none. */
export const DEFAULT_PLATFORM: PlatformId = 'wordpress';
