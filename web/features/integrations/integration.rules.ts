/** Google's terms in plain words. Pure. */
import type { Integration } from '#contract/integrations.contract.ts';
import type { SourceState } from '#contract/search-shapes.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

/** `sc-domain:example.com` covers the whole domain, a URL only the pages below it. */
function formatProperty(site: string): string {
  return site.startsWith('sc-domain:') ? `${site.slice('sc-domain:'.length)} (whole domain)` : site;
}

const SHEETS = 'https://www.googleapis.com/auth/spreadsheets.readonly';
const SCOPES: Readonly<Record<string, string>> = {
  openid: 'your identity',
  email: 'your email address',
  'https://www.googleapis.com/auth/userinfo.email': 'your email address',
  'https://www.googleapis.com/auth/webmasters.readonly': 'reading Search Console',
  'https://www.googleapis.com/auth/webmasters': 'reading Search Console',
  [SHEETS]: 'reading Google Sheets',
};

/** `Reading Search Console, your email address`: without duplicates, most important first. */
export function describeScope(scope: readonly string[]): string {
  const words = [...new Set(scope.map((each) => SCOPES[each] ?? each))].toSorted(
    (a, b) => Number(b.startsWith('reading')) - Number(a.startsWith('reading')),
  );
  const text = words.join(', ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** True if it can read the user's private sheets. */
export const readsSheets = ({ is_own, status, scope }: Integration): boolean =>
  is_own && status === 'connected' && scope.includes(SHEETS);

export const SOURCE_BADGES: Readonly<Record<SourceState, { tone: BadgeTone; text: string }>> = {
  none: { tone: 'outline', text: 'No property' },
  waiting: { tone: 'plain', text: 'Waiting' },
  collecting: { tone: 'live', text: 'Collecting' },
  ready: { tone: 'sea', text: 'Up to date' },
  failed: { tone: 'crimson', text: 'Failed' },
};

interface PropertyChoice {
  value: string;
  label: string;
}

/** Properties with readable figures; Google doesn't let users read unverified ones. */
export function listChoices(integrations: readonly Integration[]): PropertyChoice[] {
  return integrations
    .filter(({ status }) => status === 'connected')
    .flatMap(({ properties }) => properties)
    .filter(({ permission }) => permission !== 'siteUnverifiedUser')
    .map(({ id, site }) => ({ value: String(id), label: formatProperty(site) }));
}

/** Google's properties for a domain, and its current one. */
export function findSource(integrations: readonly Integration[], domainId: number) {
  for (const { properties } of integrations) {
    for (const { id, site, domains } of properties) {
      const domain = domains.find((each) => each.id === domainId);
      if (domain)
        return { property: { value: String(id), label: formatProperty(site) }, message: domain.message };
    }
  }
  return undefined;
}

/** Message for the `error` that Google returns instead of a code. */
export function describeRefusal(error: string): { what: string; why: string } {
  return error === 'access_denied'
    ? {
        what: 'Google wasn’t connected.',
        why: 'You didn’t grant access on Google’s page. Nothing has changed.',
      }
    : { what: 'Google didn’t complete the sign-in.', why: `Google reported “${error}”. Please try again.` };
}
