// Written by tools/write-platforms.ts from engine/platforms/registry.ts.
/** The platforms of projects. */

export type PlatformId = 'wordpress' | 'hubspot' | 'drupal' | 'wix' | 'webflow';

export interface Platform {
  /** Lowercase; also the type of its projects. */
  id: PlatformId;
  /** The name of the product. */
  name: string;
  /** Extension of seeds and parts. */
  extension: 'xml' | 'csv';
  /** The project has a site URL, because the files name no site. */
  hasSiteUrl?: true;
  /**
   * In the type switcher of the project form and on the first row of Select Project Type, only on that row, or under
   * "More platforms".
   */
  offered: 'switcher' | 'select' | 'more';
  /** The site renders tags of a template language in the content; previews label them instead of shortcodes. */
  hasTemplateTags?: true;
  /** Its importer publishes a page with a future date on that date. */
  publishesByDate?: true;
  /** Pages can be imported as drafts. */
  importsDrafts?: true;
  /** Pages can be imported with noindex. */
  writesNoindex?: true;
}

/** In display order. */
export const PLATFORMS: readonly Platform[] = [
  {
    id: 'wordpress',
    name: 'WordPress',
    extension: 'xml',
    offered: 'switcher',
    publishesByDate: true,
    importsDrafts: true,
    writesNoindex: true,
  },
  {
    id: 'hubspot',
    name: 'HubSpot',
    extension: 'xml',
    offered: 'switcher',
    hasTemplateTags: true,
    importsDrafts: true,
  },
  {
    id: 'drupal',
    name: 'Drupal',
    extension: 'xml',
    hasSiteUrl: true,
    offered: 'switcher',
    importsDrafts: true,
  },
  { id: 'wix', name: 'Wix', extension: 'csv', offered: 'select', importsDrafts: true },
  {
    id: 'webflow',
    name: 'Webflow',
    extension: 'csv',
    hasSiteUrl: true,
    offered: 'more',
    importsDrafts: true,
  },
];

/** The platform of a project without a type. */
export const DEFAULT_PLATFORM: PlatformId = 'wordpress';
