/** Results of the pages of a scan, apart from its contract, which is larger. */

/**
 * Result of a page; the first that applies: it didn't respond, robots.txt disallows it, its status is an
 * error or it isn't HTML, it redirects (including by a refresh), it asks not to be indexed, its canonical URL
 * is another page or there are several, or it has no problem.
 */
export const FINDINGS = [
  'unreachable',
  'disallowed',
  'error',
  'redirect',
  'noindex',
  'canonical',
  'ok',
] as const;
export type Finding = (typeof FINDINGS)[number];
