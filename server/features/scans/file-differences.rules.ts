/** Compares a page on the site with its file: changes that a theme, a plugin or a user made. Pure. */
import type { Difference } from '#contract/scans.contract.ts';
import { isSameUrl } from './page-hints.rules.ts';
import type { PageFacts } from './page-reading.rules.ts';

/** The page in the file of the run. */
export interface FilePage {
  /** Title for search engines, else of the page; null if it has none. */
  title: string | null;
  /** Null unless it's another page. */
  canonical: string | null;
  h1: number;
  isNoindex: boolean;
}

export type LivePage = Pick<PageFacts, 'title' | 'noindex' | 'headings' | 'h1'> & {
  canonical: string | null;
  /** After all redirects. */
  address: string;
};

/**
 * @param file undefined if it isn't known, because the run wasn't measured
 * @returns in the order of the contract
 */
export function compareWithFile(file: FilePage | undefined, live: LivePage): Difference[] {
  if (file === undefined) return [];
  return [
    ...compareNoindex(file, live),
    ...compareCanonical(file, live),
    ...compareTitle(file, live),
    ...compareHeadings(file, live),
  ];
}

function compareNoindex(file: FilePage, { noindex }: LivePage): Difference[] {
  return noindex === null || file.isNoindex ? [] : [{ code: 'noindex', file: null, live: noindex }];
}

function compareCanonical(file: FilePage, { canonical, address }: LivePage): Difference[] {
  if (canonical === null || isSameUrl(canonical, address)) return [];
  const expected = file.canonical && (URL.parse(file.canonical, address)?.href ?? file.canonical);
  if (expected !== null && isSameUrl(expected, canonical)) return [];
  return [{ code: 'canonical', file: file.canonical, live: canonical }];
}

/** A site name before or after the title, or other marks between its words, don't replace it. */
function compareTitle({ title: expected }: FilePage, { title }: LivePage): Difference[] {
  if (expected === null || toComparable(expected) === '') return [];
  if (title !== null && toComparable(title).includes(toComparable(expected))) return [];
  return [{ code: 'title', file: expected, live: title }];
}

/** Themes write typographic marks, and some sites their own separators and cases. */
function toComparable(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** A theme shows the title of a page as its H1, so that a file without one is right. */
function compareHeadings(file: FilePage, { h1, headings }: LivePage): Difference[] {
  const expected = countHeadings(file.h1);
  if (h1 === 0) return [{ code: 'h1-missing', file: expected, live: null }];
  if (h1 <= Math.max(1, file.h1)) return [];
  const shown = headings.map((text) => `“${text}”`).join(', ');
  return [{ code: 'h1-repeated', file: expected, live: `${countHeadings(h1)}: ${shown}` }];
}

function countHeadings(count: number): string {
  if (count === 0) return 'No H1';
  return count === 1 ? '1 H1' : `${count.toLocaleString('en-US')} H1s`;
}
