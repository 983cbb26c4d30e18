/** Texts for the states and findings of a scan. Pure. */
import { CHANGES, type Change, type Finding, FINDINGS, type Scan } from '#contract/scans.contract.ts';
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

export const FINDING_CHOICES = FINDINGS.map((value) => ({ value, label: FINDING_NAMES[value].label }));
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
