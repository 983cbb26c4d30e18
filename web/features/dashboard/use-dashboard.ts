/** Data of the dashboard: totals over all projects, runs in progress, recent projects. */
import { accountContract } from '#contract/account.contract.ts';
import { dashboardContract } from '#contract/dashboard.contract.ts';
import { integrationsContract } from '#contract/integrations.contract.ts';
import { ACTIVE_STATES } from '#contract/run-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { countIn } from './set-up.rules.ts';

export const SHOWN_RUNS = 3;
const RECENT = 5;
const LIVE_POLL_MS = 1500;
/** Polling interval for runs that another page or user has started. */
const IDLE_POLL_MS = 5000;

export type Dashboard = Omit<ReturnType<typeof useDashboard>, 'error' | 'loadedAt' | 'refetch'>;

export function useDashboard() {
  const summary = useCall(dashboardContract.show, undefined, { pollMs: IDLE_POLL_MS });
  const { figures, domains, search, attention } = summary.data ?? {};
  const active = figures ? countIn(figures, ACTIVE_STATES) : 0;
  const pollMs = active > 0 ? LIVE_POLL_MS : IDLE_POLL_MS;
  const recent = useCall(projectsContract.list, { query: { per_page: RECENT } }, { pollMs });
  const running = useCall(
    projectsContract.list,
    { query: { per_page: SHOWN_RUNS, state: ACTIVE_STATES.join(',') } },
    { pollMs, skip: active === 0 },
  );
  const { data: user } = useCall(accountContract.userData, undefined, { isFinal: true });
  const { data: stat, error: statError } = useCall(integrationsContract.stat, {
    query: { period: '28d', compare: 'previous' },
  });
  const error = summary.error ?? recent.error;
  const refetch = () => {
    summary.refetch();
    recent.refetch();
  };
  return {
    figures,
    attention,
    active,
    recent: recent.data,
    domains,
    /** Number of domains with a Search Console property; undefined if Google isn't set up. */
    connected: search?.is_open ? search.connected : undefined,
    /** Pages left this month; undefined without a limit. */
    pagesLeft: user && describeLeft(user.usage.pages_month),
    /** Undefined without search figures. */
    stat: stat?.period ? stat : undefined,
    /** False until it's known whether there are search figures. */
    isSearchKnown: stat !== undefined || statError !== undefined,
    /** Undefined until the list has loaded. */
    running: active === 0 ? [] : running.data,
    error,
    loadedAt: recent.loadedAt,
    refetch,
  };
}

function describeLeft({ used, limit }: { used: number; limit: number }) {
  return limit === -1 ? undefined : { left: Math.max(0, limit - used), limit };
}
