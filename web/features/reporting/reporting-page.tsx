/** `/reporting`, `/reporting/scan-reporting`, `/scan-reporting`: search figures and site scans. */
import { Button, Group, Tabs } from '@mantine/core';
import { Printer } from 'lucide-react';
import { Link } from 'react-router';
import { accountContract } from '#contract/account.contract.ts';
import { integrationsContract, type SearchStat } from '#contract/integrations.contract.ts';
import { reportingContract } from '#contract/reporting.contract.ts';
import { useCall, useRefreshAfter } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { AsyncSelect, type Choice } from '#web/kit/async-select.tsx';
import { DownloadCsv } from '#web/kit/download-csv.tsx';
import { TrendCard } from '#web/kit/trend-card.tsx';
import { CardBoundary, CardStack } from '#web/ui/card-boundary.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCalendarDate } from '#web/ui/format-timestamp.ts';
import links from '#web/ui/link.module.css';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonFigures } from '#web/ui/skeleton-figures.tsx';
import { formatMetric } from '#web/kit/search-metrics.rules.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { KeyFigures } from '#web/ui/key-figures.tsx';
import { BreakdownCard } from './breakdown.tsx';
import { ClicksMap } from './clicks-map.tsx';
import { DomainSelect } from './domain-select.tsx';
import { MetricCards } from './metric-cards.tsx';
import { COMPARISON_NAMES, PERIOD_NAMES } from './metrics.rules.ts';
import columns from '#web/ui/columns.module.css';
import classes from './reporting.module.css';
import { ScanResult } from './scan-result.tsx';
import { SiteScan } from './site-scan.tsx';
import { type Report, TABS, useReport } from './use-report.ts';
import { WeakPages } from './weak-pages.tsx';

const BUSY_POLL_MS = 3_000;

export function ReportingPage() {
  const report = useReport();
  const { tab, scanId, set } = report;
  const stat = useStat(report);
  const until = stat.data?.data_until;
  return (
    <>
      <PageHead
        title="Reporting"
        facts={
          until
            ? `Search figures through ${formatCalendarDate(until)}`
            : 'Google Search figures and scans of your pages'
        }
        actions={tab === 'search' && until && <Exports report={report} />}
      />
      <Tabs
        value={tab}
        onChange={(next) =>
          set({ tab: TABS.slice(1).find((each) => each === next), view: undefined, scan: undefined })
        }
        keepMounted={false}
      >
        <Tabs.List mb={16}>
          <Tabs.Tab value="search">Search</Tabs.Tab>
          <Tabs.Tab value="weak">Weak and not indexed</Tabs.Tab>
          <Tabs.Tab value="scan">Site scan</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="search">
          <CardStack>
            <Search report={report} stat={stat} />
          </CardStack>
        </Tabs.Panel>
        <Tabs.Panel value="weak">
          <CardStack>
            <WeakPages report={report} />
          </CardStack>
        </Tabs.Panel>
        <Tabs.Panel value="scan">
          <CardStack>
            {scanId === undefined ? (
              <SiteScan onOpen={(id) => set({ scan: String(id) })} />
            ) : (
              <ScanResult key={scanId} id={scanId} onClose={() => set({ scan: undefined })} />
            )}
          </CardStack>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Exports({ report: { scope, by } }: { report: Report }) {
  return (
    <>
      <Button leftSection={<Printer size={16} />} onClick={() => window.print()}>
        Print
      </Button>
      <DownloadCsv
        endpoint={reportingContract.export}
        input={{ query: { ...scope, dimension: scope.domain_id === undefined ? 'date' : by } }}
        name="search.csv"
      />
    </>
  );
}

function Search({ report, stat }: { report: Report; stat: ReturnType<typeof useStat> }) {
  const { on, set } = report;
  const { data, error, isLoading, refetch } = stat;
  return (
    <>
      <Settings report={report} />
      <State stat={data} />
      {error && <Alert what="Couldn’t load the figures." error={error} onRetry={refetch} />}
      {isLoading && <SkeletonFigures count={4} />}
      {data?.period && (
        <>
          <CardBoundary>
            <MetricCards stat={data} on={on} onSwitch={(keys) => set({ on: keys.join(',') })} />
          </CardBoundary>
          <CardBoundary>
            <TrendCard title="Search by day" stat={data} on={on} />
          </CardBoundary>
          <CardBoundary>
            <Coverage report={report} />
          </CardBoundary>
          <div className={columns.columns}>
            <CardBoundary>
              <BreakdownCard report={report} />
            </CardBoundary>
            <CardBoundary>
              <ClicksMap report={report} />
            </CardBoundary>
          </div>
        </>
      )}
    </>
  );
}

/** Figures by day; polls while they are being collected. */
function useStat({ scope, tab }: Report) {
  const query = { ...scope, dimension: 'date' as const };
  const skip = tab !== 'search';
  const known = useCall(integrationsContract.stat, { query }, { skip });
  const isCollecting = known.data?.state === 'waiting' || known.data?.state === 'collecting';
  // The other cards loaded before the figures were complete.
  useRefreshAfter(isCollecting, 'integrations', 'reporting');
  return useCall(
    integrationsContract.stat,
    { query },
    { skip, pollMs: isCollecting ? BUSY_POLL_MS : undefined },
  );
}

/** Notes on missing or old figures. */
function State({ stat }: { stat: SearchStat | undefined }) {
  if (!stat) return null;
  const { state, period } = stat;
  const repair = (
    <Link className={links.link} data-repair to="/integrations">
      Reconnect
    </Link>
  );
  if (state === 'failed')
    return (
      <Alert what="Google isn’t sending new figures.">
        {period ? 'Here are the figures collected so far. ' : ''}
        {repair}
      </Alert>
    );
  if (state === 'waiting' || state === 'collecting')
    return <Alert tone="note" what="Figures are being collected. They appear here automatically." />;
  return period ? null : <NoFigures />;
}

function NoFigures() {
  const { data: setup } = useCall(accountContract.setupState, undefined, { isFinal: true });
  const { data: accounts } = useCall(integrationsContract.list);
  const isConnected = accounts?.some(({ status }) => status === 'connected') === true;
  if (setup?.google === false)
    return (
      <EmptyState title="No search figures">
        Google isn’t set up on this server, so you can’t connect Search Console.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No search figures yet"
      actions={
        <Button component={Link} to="/integrations" variant="filled">
          {isConnected ? 'Choose properties' : 'Connect Search Console'}
        </Button>
      }
    >
      {isConnected
        ? 'Google is connected. Choose a Search Console property for your domains.'
        : 'Connect Google Search Console and choose a property for your domains.'}{' '}
      Clicks, impressions and the towns that earn them appear here.
    </EmptyState>
  );
}

const NO_COMPARISON: Choice = { value: 'none', label: 'No comparison' };

function Settings({ report }: { report: Report }) {
  const { scope, set } = report;
  const { period, compare } = scope;
  const comparisons: Choice[] = [...COMPARISON_NAMES, NO_COMPARISON];
  return (
    <Group gap={8} className={classes.settings ?? ''}>
      <DomainSelect report={report} />
      <AsyncSelect
        label="Period"
        isLabelHidden
        value={PERIOD_NAMES.find(({ value }) => value === period) ?? null}
        choices={PERIOD_NAMES}
        onChange={(choice) => set({ period: choice?.value })}
      />
      <AsyncSelect
        label="Compare"
        isLabelHidden
        value={comparisons.find(({ value }) => value === (compare ?? 'none')) ?? comparisons[0] ?? null}
        choices={comparisons}
        onChange={(choice) => set({ compare: choice?.value })}
      />
    </Group>
  );
}

/** Number of generated pages with and without impressions. */
function Coverage({ report: { scope, set } }: { report: Report }) {
  const { data, error, refetch } = useCall(reportingContract.coverage, { query: scope });
  if (error) return <Alert what="Couldn’t count the generated pages." error={error} onRetry={refetch} />;
  if (!data || data.pages === 0) return null;
  const { pages, earning, inspected, indexed, totals } = data;
  const show = (filter: { earning: 'yes' | 'no' } | { index: 'not_indexed' }, text: string) => (
    <button type="button" className={links.link} onClick={() => set({ by: 'town', ...filter })}>
      {text}
    </button>
  );
  return (
    <KeyFigures
      label="Generated pages"
      figures={[
        { label: 'Generated pages', value: formatCount(pages), note: 'of the current runs' },
        {
          label: 'With impressions',
          value: formatCount(earning),
          note: earning > 0 ? show({ earning: 'yes' }, 'Show them') : 'none in this period',
        },
        {
          label: 'Without impressions',
          value: formatCount(pages - earning),
          note:
            pages > earning ? show({ earning: 'no' }, 'Show rows to improve') : 'every page has impressions',
        },
        ...(inspected > 0
          ? [
              {
                label: 'Indexed by Google',
                value: formatCount(indexed),
                note:
                  inspected > indexed
                    ? show({ index: 'not_indexed' }, `Show ${formatCount(inspected - indexed)} not indexed`)
                    : `of ${formatAmount(inspected, 'inspected page')}`,
              },
            ]
          : []),
        {
          label: 'Their clicks',
          value: formatMetric('clicks', totals.clicks),
          note: `of ${formatAmount(totals.impressions, 'impression')}`,
        },
      ]}
    />
  );
}
