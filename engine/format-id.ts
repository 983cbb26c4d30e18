/** The platforms that a seed can come from and a build can be made for. */
export type FormatId = 'wordpress';

/** The platform that is meant where nobody names one. */
export const DEFAULT_FORMAT: FormatId = 'wordpress';
