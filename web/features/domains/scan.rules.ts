/** Texts for the findings of a domain's latest scans. Pure. */
import type { DomainPage, DomainScan } from '#contract/domains.contract.ts';
import { type Finding, FINDINGS } from '#contract/scan-findings.ts';
import { formatAmount } from '#web/ui/format-figure.ts';

interface Cause {
  /** Follows the number: `9 pages don’t respond`. */
  text: (count: number) => string;
  note: string;
  tone: 'crimson' | 'ochre';
}

const pages = (one: string, many: string) => (count: number) =>
  count === 1 ? `page ${one}` : `pages ${many}`;

const CAUSES: Readonly<Record<Exclude<Finding, 'ok'>, Cause>> = {
  unreachable: {
    text: pages('doesn’t respond', 'don’t respond'),
    note: 'the site didn’t respond',
    tone: 'crimson',
  },
  error: {
    text: pages('shows an error', 'show an error'),
    note: 'not found, or a server error',
    tone: 'crimson',
  },
  disallowed: { text: pages('is disallowed', 'are disallowed'), note: 'by robots.txt', tone: 'ochre' },
  redirect: { text: pages('redirects', 'redirect'), note: 'to another page', tone: 'ochre' },
  noindex: { text: pages('is set to noindex', 'are set to noindex'), note: 'set on the site', tone: 'ochre' },
  canonical: {
    text: pages('has a different canonical URL', 'have a different canonical URL'),
    note: 'Google may show that one instead',
    tone: 'ochre',
  },
};

export interface Problem extends Pick<Cause, 'note' | 'tone'> {
  finding: Finding;
  count: number;
  text: string;
}

type Scans = readonly Pick<DomainScan, 'findings' | 'pages' | 'problems_before'>[];

const isProblem = (finding: Finding): finding is Exclude<Finding, 'ok'> => finding !== 'ok';

/** Errors first, then by count. */
export function listProblems(scans: Scans): Problem[] {
  return FINDINGS.filter(isProblem)
    .map((finding) => {
      const count = scans.reduce((sum, { findings }) => sum + (findings[finding] ?? 0), 0);
      const { text, note, tone } = CAUSES[finding];
      return { finding, count, text: text(count), note, tone };
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(b.tone === 'crimson') - Number(a.tone === 'crimson') || b.count - a.count);
}

export const countProblems = (scans: Scans): number =>
  listProblems(scans).reduce((sum, { count }) => sum + count, 0);

/** `4 fewer problems than in the previous scans`; undefined while a project has only one scan. */
export function compareScans(scans: Scans): string | undefined {
  const before = scans.reduce<number | null>(
    (sum, { problems_before: count }) => (sum === null || count === null ? null : sum + count),
    0,
  );
  if (scans.length === 0 || before === null) return undefined;
  const change = countProblems(scans) - before;
  const last = scans.length === 1 ? 'in the previous scan' : 'in the previous scans';
  if (change === 0) return `Same number of problems as ${last}`;
  return `${formatAmount(Math.abs(change), `${change < 0 ? 'fewer' : 'more'} problem`)} than ${last}`;
}

export interface NextStep {
  title: string;
  why: string;
  to?: string;
  act?: string;
}

interface Facts {
  domain: Pick<
    DomainPage,
    'id' | 'name' | 'search_state' | 'search_message' | 'scans' | 'scanning' | 'scannable' | 'projects'
  >;
  /** True if Google is set up on this server; undefined until known. */
  isGoogleOpen: boolean | undefined;
  /** Change of clicks compared with the 28 days before: -0.2 for 20% fewer; null without figures. */
  clicksChange: number | null;
}

/** Smaller drops are noise. */
const MIN_DROP = 0.05;

/** First step that applies: Search Console, a scan, its problems, dropped clicks; otherwise undefined. */
export function findNextStep({ domain, isGoogleOpen, clicksChange }: Facts): NextStep | undefined {
  const { id, name, search_state: state, scans, scanning, scannable, projects } = domain;
  if (isGoogleOpen === true && state === 'none')
    return {
      title: `Search Console isn’t set up for ${name}.`,
      why: 'Choose its Search Console property to see clicks and impressions.',
      to: '/integrations',
      act: 'Set up Search Console',
    };
  if (isGoogleOpen === true && state === 'failed')
    return {
      title: `Search Console sends no figures for ${name}.`,
      why: domain.search_message ?? 'Connect the account again to get new figures.',
      to: '/integrations',
      act: 'Reconnect',
    };
  if (projects === 0)
    return {
      title: `${name} has no projects yet.`,
      why: 'A project makes a page for each town of your sheet.',
      to: '/projects/select-project-type',
      act: 'New project',
    };
  if (scans.length === 0 && scanning === 0 && scannable.length > 0)
    return {
      title: 'The pages haven’t been scanned yet.',
      why: 'A scan finds pages that redirect, fail or aren’t indexed.',
      to: `/domains/${id}?tab=scan`,
      act: 'Go to site scan',
    };
  const [worst] = listProblems(scans);
  if (worst)
    return {
      title: `${worst.count.toLocaleString('en-US')} ${worst.text}.`,
      why: `The last scan found ${formatAmount(countProblems(scans), 'problem')}, so start there.`,
      to: `/domains/${id}?tab=scan`,
      act: 'Show problems',
    };
  if (clicksChange !== null && clicksChange <= -MIN_DROP)
    return {
      title: `Clicks fell by ${Math.round(-clicksChange * 100)}%.`,
      why: 'Compared with the 28 days before. See which searches and pages lost them.',
      to: `/domains/${id}?tab=search`,
      act: 'Show search',
    };
  return undefined;
}
