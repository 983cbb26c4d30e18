/** Settings of a report, stored in the URL: domain, period, comparison, metrics, breakdown. */
import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { COMPARISONS, type Comparison, type Period, PERIODS } from '#contract/search-shapes.ts';
import type { Metric } from '#web/kit/search-metrics.rules.ts';
import { readSwitched } from './metrics.rules.ts';

/** Breakdowns need one domain, except towns, which are from our own projects. */
export const BREAKDOWNS = ['query', 'page', 'town', 'country', 'device'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

export const TABS = ['search', 'weak', 'scan'] as const;
type Tab = (typeof TABS)[number];

export interface ReportScope {
  domain_id?: number;
  period: Period;
  compare?: Comparison;
}

/** Changes parameters of the URL; undefined removes one. */
type Settings = Partial<
  Record<
    | 'domain_id'
    | 'project_id'
    | 'period'
    | 'compare'
    | 'on'
    | 'by'
    | 'earning'
    | 'index'
    | 'tab'
    | 'view'
    | 'scan',
    string | undefined
  >
>;

export interface Report {
  scope: ReportScope;
  by: Breakdown;
  on: readonly Metric[];
  tab: Tab;
  /** Pages to decide about, or those that were merged or dropped. */
  view: 'open' | 'decided';
  /** Id of the project whose pages are shown. */
  projectId: number | undefined;
  /** Id of the shown scan. */
  scanId: number | undefined;
  set: (settings: Settings) => void;
}

const DEFAULT_PERIOD: Period = '3m';
/** Parameters that the list of another breakdown doesn't have. */
const OF_LIST = [
  'page',
  'search',
  'sort',
  'earning',
  'index',
  'quality',
  'finding',
  'difference',
  'change',
  'decision',
];
/** Settings that change the list below. */
const OTHER_LIST = ['by', 'domain_id', 'tab', 'view', 'scan'];

const find = <Name extends string>(names: readonly Name[], text: string | null): Name | undefined =>
  names.find((name) => name === text);
const readId = (text: string | null) =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

export function useReport(): Report {
  const [address, setAddress] = useSearchParams();
  const set = useCallback(
    (settings: Settings) =>
      setAddress(
        (old) => {
          const next = new URLSearchParams(old);
          const isOther = OTHER_LIST.some((name) => name in settings);
          for (const name of isOther ? OF_LIST : ['page']) next.delete(name);
          // Another domain has other projects.
          if ('domain_id' in settings) next.delete('project_id');
          for (const [name, value] of Object.entries(settings)) {
            if (value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { preventScrollReset: true },
      ),
    [setAddress],
  );
  const domainId = readId(address.get('domain_id'));
  const comparison = find(COMPARISONS, address.get('compare') ?? 'previous');
  return {
    scope: {
      ...(domainId !== undefined && { domain_id: domainId }),
      period: find(PERIODS, address.get('period')) ?? DEFAULT_PERIOD,
      ...(comparison && { compare: comparison }),
    },
    by: domainId === undefined ? 'town' : (find(BREAKDOWNS, address.get('by')) ?? 'query'),
    on: readSwitched((address.get('on') ?? '').split(',')),
    tab: find(TABS, address.get('tab')) ?? 'search',
    view: address.get('view') === 'decided' ? 'decided' : 'open',
    projectId: readId(address.get('project_id')),
    scanId: readId(address.get('scan')),
    set,
  };
}
