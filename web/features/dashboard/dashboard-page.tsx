/** `/dashboard`: next step of a new account, figures, runs in progress, notifications, recent projects. */
import { Box } from '@mantine/core';
import { Link } from 'react-router';
import type { ProjectFigures, ProjectListItem } from '#contract/project-shapes.ts';
import { ACTIVE_STATES } from '#contract/run-shapes.ts';
import { domainsContract } from '#contract/domains.contract.ts';
import { accountContract } from '#contract/account.contract.ts';
import type { SearchStat } from '#contract/integrations.contract.ts';
import { useAppSelector } from '#web/client/use-store.ts';
import { CardBoundary, CardStack } from '#web/ui/card-boundary.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { NewProjectButton } from '#web/kit/new-project-button.tsx';
import { LoadState } from '#web/kit/load-state.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { formatAmount, formatCount, formatMoney } from '#web/ui/format-figure.ts';
import { type KeyFigure, KeyFigures } from '#web/ui/key-figures.tsx';
import columns from '#web/ui/columns.module.css';
import links from '#web/ui/link.module.css';
import { PageHead } from '#web/ui/page-head.tsx';
import { SampleFiles } from '#web/ui/sample-files.tsx';
import { SkeletonFigures } from '#web/ui/skeleton-figures.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { useCall } from '#web/client/use-call.ts';
import { Card } from '#web/ui/card.tsx';
import { TypedName } from '#web/ui/typed-name.tsx';
import { formatDay } from '#web/ui/format-timestamp.ts';
import { listMetricFigures } from '#web/kit/metric-change.tsx';
import { METRICS } from '#web/kit/search-metrics.rules.ts';
import { TrendCard } from '#web/kit/trend-card.tsx';
import { describeState } from './attention.rules.ts';
import { LiveRun } from './live-run.tsx';
import { NewestNotifications } from './newest-notifications.tsx';
import { Portfolio, usePortfolio } from './portfolio.tsx';
import { RecentProjects } from './recent-projects.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { formatToday, listSteps } from './set-up.rules.ts';
import { SetUpStrip } from './set-up-strip.tsx';
import { type Dashboard, SHOWN_RUNS, useDashboard } from './use-dashboard.ts';

export function DashboardPage() {
  const { error, loadedAt, refetch, ...shown } = useDashboard();
  const { figures, recent, attention } = shown;
  const now = useNow();
  const isKnown = figures !== undefined && recent !== undefined;
  return (
    <>
      <PageHead
        title="Dashboard"
        facts={
          <>
            {formatToday(now)}{' '}
            <span style={{ visibility: attention ? undefined : 'hidden' }}>
              {describeState(attention?.length ?? 0, shown.active)}.
            </span>
          </>
        }
        actions={<NewProjectButton />}
      />
      <Box display="grid" style={{ gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' }}>
        {error && (
          <Alert
            what="Couldn’t load the projects."
            error={error}
            rowsFrom={isKnown ? loadedAt : undefined}
            onRetry={refetch}
          />
        )}
        {(isKnown || !error) && <Overview dashboard={isKnown ? { ...shown, figures, recent } : undefined} />}
      </Box>
    </>
  );
}

interface LoadedDashboard extends Dashboard {
  figures: ProjectFigures;
  recent: ProjectListItem[];
}

/** Skeletons for figures and projects until the data arrives; notifications load separately. */
function Overview({ dashboard }: { dashboard: LoadedDashboard | undefined }) {
  return (
    <>
      {dashboard ? <SummaryFigures {...dashboard} /> : <SkeletonFigures count={4} />}
      <Box className={columns.columns} __vars={{ '--aside': 'minmax(280px, 0.5fr)' }}>
        {dashboard ? <DashboardCards {...dashboard} /> : <SkeletonRows label="Loading the dashboard" />}
        <CardStack>
          <CardBoundary>
            <NeedsAttention attention={dashboard?.attention ?? []} />
          </CardBoundary>
          <CardBoundary>
            <NewestNotifications />
          </CardBoundary>
          <CardBoundary>
            <NewestDomains />
          </CardBoundary>
          <CardBoundary>
            <NextInvoice />
          </CardBoundary>
        </CardStack>
      </Box>
    </>
  );
}

function SummaryFigures(dashboard: LoadedDashboard) {
  const { figures, recent, domains, connected } = dashboard;
  // If an administrator restores the agency, its projects and domains come back.
  const isDeleted = useAppSelector((state) => state.user.userData?.agency_notice?.status === 'deleted');
  return (
    <>
      {domains !== undefined && !isDeleted && (
        <CardBoundary>
          <SetUpStrip steps={listSteps({ figures, recent, domains, connected })} />
        </CardBoundary>
      )}
      {figures.projects > 0 &&
        (dashboard.isSearchKnown ? (
          <KeyFigures label="Figures" figures={listFigures(dashboard)} />
        ) : (
          <SkeletonFigures count={4} />
        ))}
    </>
  );
}

function DashboardCards({
  figures,
  active,
  recent,
  running,
  stat,
  connected = 0,
  isSearchKnown,
}: LoadedDashboard) {
  const isEmpty = figures.projects === 0;
  return (
    <CardStack>
      {isEmpty ? <NoProjects /> : <Runs projects={running} count={active} />}
      {stat && (
        <CardBoundary>
          <SearchTrend stat={stat} />
        </CardBoundary>
      )}
      {!isSearchKnown && connected > 0 && <SkeletonRows label="Loading the search trend" />}
      <Portfolio />
      {!isEmpty && <RecentProjects projects={recent} total={figures.projects} />}
    </CardStack>
  );
}

/** One card per run in progress, up to the length of the list. */
function RunSkeletons({ count }: { count: number }) {
  return Array.from({ length: Math.min(count, SHOWN_RUNS) }, (_, index) => (
    <SkeletonRows key={index} rows={3} label="Loading the runs" />
  ));
}

function Runs({ projects, count }: { projects: readonly ProjectListItem[] | undefined; count: number }) {
  if (!projects) return <RunSkeletons count={count} />;
  return (
    <>
      {projects.map(
        (project, index) =>
          project.last_run && (
            <CardBoundary key={project.last_run.id}>
              <LiveRun project={project} run={project.last_run} isStreamed={index === 0} />
            </CardBoundary>
          ),
      )}
      {projects.length > 0 && count > projects.length && (
        <Link
          className={links.link}
          style={{ display: 'inline-block', marginTop: '8px', fontSize: '13px' }}
          to={`/projects?state=${ACTIVE_STATES.join(',')}`}
        >
          {formatAmount(count - projects.length, 'more run')} in progress
        </Link>
      )}
    </>
  );
}

/** Search figures replace the figures of runs as soon as there are some. */
function listFigures({ figures, active, stat, pagesLeft }: LoadedDashboard): KeyFigure[] {
  const { projects, with_pages: withPages, pages, skipped } = figures;
  return [
    { label: 'Pages ready', value: formatCount(pages), note: `in ${formatAmount(withPages, 'project')}` },
    ...(stat
      ? // Impressions first, because clicks are a part of them.
        listMetricFigures(SEARCH_TREND_SHOWN.toReversed(), stat)
      : [
          { label: 'Rows skipped', value: formatCount(skipped), note: 'of all current runs' },
          { label: 'Runs in progress', value: formatCount(active), note: 'right now' },
        ]),
    pagesLeft
      ? {
          label: 'Pages left this month',
          value: formatCount(pagesLeft.left),
          note: `of ${formatCount(pagesLeft.limit)}`,
        }
      : { label: 'Projects', value: formatCount(projects), note: 'in your workspace' },
  ];
}

function NoProjects() {
  return (
    <EmptyState title="No projects yet">
      Upload one exported page and a sheet of towns. You get files to import, with one page for each town.{' '}
      <SampleFiles />
    </EmptyState>
  );
}

const SHOWN = 4;

/** Domains that were added last, shown until there is a table with their clicks. */
function NewestDomains() {
  const { domains, isKnown } = usePortfolio();
  return isKnown && domains.length === 0 ? <Newest /> : null;
}

function Newest() {
  const { data, meta, error, refetch } = useCall(domainsContract.list, {
    query: { per_page: SHOWN, sort: '-created_at' },
  });
  const all = meta && meta.total > 0 && (
    <Link className={links.link} to="/domains">
      All domains
    </Link>
  );
  return (
    <Card title="Domains" aside={all}>
      <LoadState call={{ data, error, refetch }} what="the domains" isBare rows={2} />
      {data?.length === 0 && (
        <Box component="p" py={8} c="var(--text2)">
          No domains yet.{' '}
          <Link className={links.link} to="/domains/add-domain">
            Add a domain
          </Link>
        </Box>
      )}
      <ul>
        {data?.map(({ id, name, project_type }) => (
          <Box component="li" key={id} py={6}>
            <TypedName type={project_type} to={`/domains/${id}`}>
              {name}
            </TypedName>
          </Box>
        ))}
      </ul>
    </Card>
  );
}

/** Amount and date of the next invoice; hidden for users who don't pay. */
function NextInvoice() {
  const { data } = useCall(accountContract.userData, undefined, { isFinal: true });
  const invoice = data?.next_invoice;
  if (!invoice) return null;
  const payment = (
    <Link className={links.link} to="/payment">
      Payment
    </Link>
  );
  return (
    <Card title="Next invoice" aside={payment}>
      <Box component="p" fz={20} fw={600} lh="28px">
        {formatMoney(invoice.amount, invoice.currency)}
      </Box>
      <Box component="p" c="var(--text3)" fz="small">
        {invoice.plan} plan, on {formatDay(invoice.date)}
      </Box>
    </Card>
  );
}

const SEARCH_TREND_SHOWN = METRICS.filter(({ key }) => key === 'impressions' || key === 'clicks');

/**
 * Clicks and impressions of all domains in the last 28 days, next to the 28 before; hidden until there are
 * figures.
 */
function SearchTrend({ stat }: { stat: SearchStat }) {
  return <TrendCard title="Search trend" stat={stat} on={SEARCH_TREND_SHOWN} />;
}
