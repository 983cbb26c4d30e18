/** The platforms that a seed can come from and a build can be made for. */
export const PLATFORM_IDS = ['wordpress', 'hubspot', 'drupal', 'wix'] as const;
export type PlatformId = (typeof PLATFORM_IDS)[number];

/** The platform that is meant where nobody names one. */
export const DEFAULT_PLATFORM: PlatformId = 'wordpress';
