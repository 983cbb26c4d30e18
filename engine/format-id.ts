/** The platforms that a seed can come from and a build can be made for. */
export const FORMAT_IDS = ['wordpress', 'hubspot', 'drupal', 'wix'] as const;
export type FormatId = (typeof FORMAT_IDS)[number];

/** The platform that is meant where nobody names one. */
export const DEFAULT_FORMAT: FormatId = 'wordpress';
