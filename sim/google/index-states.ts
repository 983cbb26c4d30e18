/** URL Inspection of the simulator: deterministic for a URL. */
import { createHash } from 'node:crypto';
import { isHeaterPageIndexed } from './heater-site-figures.ts';

export const MAX_INSPECTIONS = 2_000;
/** Per property and minute. */
export const MAX_INSPECTIONS_PER_MINUTE = 600;
const DAY_MS = 86_400_000;

/** @returns an `indexStatusResult` of the URL Inspection API */
export function describeIndexState(url: string, today: Date, isUnindexed?: boolean) {
  const isIndexed = isUnindexed === undefined ? isHeaterPageIndexed(url) : !isUnindexed;
  const [a = 0, b = 0] = createHash('sha256').update(url).digest();
  const crawled = new Date(today.getTime() - (1 + (b % 30)) * DAY_MS).toISOString();
  const common = { robotsTxtState: 'ALLOWED', indexingState: 'INDEXING_ALLOWED', crawledAs: 'MOBILE' };
  if (isIndexed ?? a >= 51)
    return {
      ...common,
      verdict: 'PASS',
      coverageState: 'Submitted and indexed',
      pageFetchState: 'SUCCESSFUL',
      lastCrawlTime: crawled,
      googleCanonical: url,
      userCanonical: url,
    };
  const isCrawled = b % 2 === 0;
  return {
    ...common,
    verdict: 'NEUTRAL',
    coverageState: isCrawled ? 'Crawled - currently not indexed' : 'Discovered - currently not indexed',
    pageFetchState: isCrawled ? 'SUCCESSFUL' : 'PAGE_FETCH_STATE_UNSPECIFIED',
    ...(isCrawled && { lastCrawlTime: crawled, userCanonical: url }),
  };
}
