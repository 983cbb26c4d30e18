/** Texts for the states and findings of a scan. Pure. */
import { type Finding, FINDINGS } from '#contract/scan-findings.ts';
import {
  CHANGES,
  type Change,
  type DifferenceCode,
  DIFFERENCES,
  type Scan,
} from '#contract/scans.contract.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';

export const FINDING_NAMES: Readonly<Record<Finding, { label: string; tone: BadgeTone }>> = {
  ok: { label: 'OK', tone: 'sea' },
  unreachable: { label: 'Unreachable', tone: 'crimson' },
  error: { label: 'Error', tone: 'crimson' },
  disallowed: { label: 'Disallowed by robots.txt', tone: 'ochre' },
  redirect: { label: 'Redirects', tone: 'ochre' },
  noindex: { label: 'Not indexed', tone: 'ochre' },
  canonical: { label: 'Other canonical', tone: 'ochre' },
};

export const CHANGE_NAMES: Readonly<Record<Change, string>> = {
  new: 'New',
  changed: 'Changed',
  gone: 'Gone',
  same: 'Same as before',
};

/** Changes that the site made to a page of a file. */
export const DIFFERENCE_NAMES: Readonly<Record<DifferenceCode, string>> = {
  noindex: 'Noindex added',
  canonical: 'Different canonical',
  title: 'Title replaced',
  'h1-missing': 'No H1',
  'h1-repeated': 'Extra H1s',
  'sitemap-missing': 'Not in the sitemap',
};

interface DifferenceFact {
  /** Follows the number of pages. */
  one: string;
  many: string;
  cause: string;
}

export const DIFFERENCE_FACTS: Readonly<Record<DifferenceCode, DifferenceFact>> = {
  noindex: {
    one: 'page is set to noindex',
    many: 'pages are set to noindex',
    cause: 'Not in the files. The site’s settings or an SEO plugin may have added it',
  },
  canonical: {
    one: 'page has a different canonical URL',
    many: 'pages have a different canonical URL',
    cause: 'Not in the files. Google may show the other page instead',
  },
  title: {
    one: 'page has a different title',
    many: 'pages have different titles',
    cause: 'A site name before or after the title doesn’t count',
  },
  'h1-missing': {
    one: 'page has no H1',
    many: 'pages have no H1',
    cause: 'The theme doesn’t show the title as a heading',
  },
  'h1-repeated': {
    one: 'page has more H1s than its file',
    many: 'pages have more H1s than their files',
    cause: 'Usually the theme’s logo or page title, in addition to your own heading',
  },
  'sitemap-missing': {
    one: 'page isn’t in the sitemap',
    many: 'pages aren’t in the sitemap',
    cause: 'Google may find them later, or only through links',
  },
};

/** Which sitemaps were read, or why pages weren't looked up. */
export function describeSitemap({ state, urls, problem }: NonNullable<Scan['sitemap']>): string {
  if (state === 'missing')
    return 'No sitemap found in robots.txt or at /sitemap.xml, /sitemap_index.xml or /wp-sitemap.xml.';
  if (state === 'incomplete') return `Couldn’t check the sitemap. ${problem ?? ''}`.trim();
  const [first = ''] = urls;
  return urls.length === 1 ? `Sitemap: ${first}` : `Sitemap: ${first} and ${urls.length - 1} more`;
}

export const FINDING_CHOICES = FINDINGS.map((value) => ({ value, label: FINDING_NAMES[value].label }));
export const DIFFERENCE_CHOICES = DIFFERENCES.map((value) => ({ value, label: DIFFERENCE_NAMES[value] }));
export const CHANGE_CHOICES = CHANGES.map((value) => ({ value, label: CHANGE_NAMES[value] }));

export const isUnderWay = ({ state }: Pick<Scan, 'state'>): boolean =>
  state === 'queued' || state === 'running';

export const SCAN_BADGES: Readonly<Record<Scan['state'], { label: string; tone: BadgeTone }>> = {
  queued: { label: 'Queued', tone: 'plain' },
  running: { label: 'Running', tone: 'live' },
  completed: { label: 'Completed', tone: 'sea' },
  failed: { label: 'Failed', tone: 'crimson' },
  canceled: { label: 'Canceled', tone: 'plain' },
};

/** `3 changed, 1 gone`; undefined for the first scan of a project. */
export function describeChanges({ changes }: Pick<Scan, 'changes'>): string {
  if (changes === null) return '–';
  const words = CHANGES.filter((change) => change !== 'same' && (changes[change] ?? 0) > 0).map(
    (change) => `${changes[change]} ${change}`,
  );
  return words.length === 0 ? 'nothing changed' : words.join(', ');
}

/** `12 problems`: pages with any finding except OK. */
export function describeProblems({ findings }: Pick<Scan, 'findings'>): string {
  const count = FINDINGS.filter((finding) => finding !== 'ok').reduce(
    (sum, finding) => sum + (findings[finding] ?? 0),
    0,
  );
  return count === 0 ? 'no problem' : formatAmount(count, 'problem');
}
