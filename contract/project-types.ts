/** The platforms that projects are made for, in lower case as on the wire, and what their seeds are. */

/** Types whose projects make pages from a seed page. */
const PAGE_TYPES = ['wordpress', 'hubspot', 'drupal', 'wix'] as const;
export type PageType = (typeof PAGE_TYPES)[number];
/** In the order in which they are offered; a Geocoder makes copies of images instead of pages. */
export const PROJECT_TYPES = ['geocoder', ...PAGE_TYPES] as const;
export type ProjectType = (typeof PROJECT_TYPES)[number];

/** Exports of Drupal name no host, so a project of that type may. */
export function hasSiteBaseUrl(type: string): boolean {
  return type === 'drupal';
}

/** Whether projects of the type make copies of images instead of pages. */
export function isGeocoder(type: string): boolean {
  return type === 'geocoder';
}

/** How the names of a type's files end, those that go in and those that come out. */
export function fileEnding(type: string): 'xml' | 'csv' {
  return type === 'wix' ? 'csv' : 'xml';
}
