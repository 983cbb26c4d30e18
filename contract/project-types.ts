/** The platforms that projects are made for, in lower case as on the wire, and what their seeds are. */

/** Types that can be chosen now. */
export const PROJECT_TYPES = ['wordpress', 'hubspot', 'drupal', 'wix'] as const;
export type ProjectType = (typeof PROJECT_TYPES)[number];

/** Exports of Drupal name no host, so a project of that type may. */
export function hasSiteBaseUrl(type: string): boolean {
  return type === 'drupal';
}

/** How the names of a type's files end, those that go in and those that come out. */
export function fileEnding(type: string): 'xml' | 'csv' {
  return type === 'wix' ? 'csv' : 'xml';
}
