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
  hasSiteUrl: boolean;
  /**
   * In the type switcher of the project form as well, only on the first row of Select Project Type, or under
   * "More platforms".
   */
  offered: 'switcher' | 'select' | 'more';
  /** Tags in the content that only the site can render; previews label them. */
  siteTags: 'shortcodes' | 'hubl';
  /** A seed to download, in examples/. */
  sample: { file: string; bytes: number };
}

/** In the order in which they are offered. */
export const PLATFORMS: readonly Platform[] = [
  {
    id: 'wordpress',
    name: 'WordPress',
    extension: 'xml',
    hasSiteUrl: false,
    offered: 'switcher',
    siteTags: 'shortcodes',
    sample: { file: 'plumber.xml', bytes: 2880 },
  },
  {
    id: 'hubspot',
    name: 'HubSpot',
    extension: 'xml',
    hasSiteUrl: false,
    offered: 'switcher',
    siteTags: 'hubl',
    sample: { file: 'hubspot-post.xml', bytes: 1185 },
  },
  {
    id: 'drupal',
    name: 'Drupal',
    extension: 'xml',
    hasSiteUrl: true,
    offered: 'switcher',
    siteTags: 'shortcodes',
    sample: { file: 'drupal-node.xml', bytes: 458 },
  },
  {
    id: 'wix',
    name: 'Wix',
    extension: 'csv',
    hasSiteUrl: false,
    offered: 'select',
    siteTags: 'shortcodes',
    sample: { file: 'wix-items.csv', bytes: 409 },
  },
  {
    id: 'webflow',
    name: 'Webflow',
    extension: 'csv',
    hasSiteUrl: true,
    offered: 'more',
    siteTags: 'shortcodes',
    sample: { file: 'webflow-items.csv', bytes: 589 },
  },
];

/** The platform of a project that names none. */
export const DEFAULT_PLATFORM: PlatformId = 'wordpress';
