/** Limits of all requests of a scan to a site. */

/** Counted after decompression, as all sizes. */
export const PAGE_BYTES = 2 * 1024 * 1024;
/** RFC 9309, 2.5: a crawler must parse at least 500 KiB. */
export const ROBOTS_BYTES = 500 * 1024;
/** A sitemap has at most 50,000 URLs, so that each has room for 400 bytes. */
export const SITEMAP_BYTES = 20_000_000;
/** For one site: sitemaps, their size together, and the time to read them. */
export const MAX_SITEMAPS = 100;
export const ALL_SITEMAPS_BYTES = 100_000_000;
export const SITEMAPS_MS = 5 * 60_000;
export const MAX_REDIRECTS = 5;
/** Concurrent requests to one host. */
export const CONCURRENCY = 6;
/** Failures in a row after which nothing more is requested from a host. */
export const MAX_FAILURES = 12;
