/** Google Search for one domain: the last 28 days, with top queries and pages. */
import { Box, Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { DomainPage } from '#contract/domains.contract.ts';
import { integrationsContract, type SearchStat } from '#contract/integrations.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadState } from '#web/kit/load-state.tsx';
import { Alert } from '#web/kit/alert.tsx';
import { listMetricFigures } from '#web/kit/metric-change.tsx';
import { formatMetric, METRICS } from '#web/kit/search-metrics.rules.ts';
import { TrendCard } from '#web/kit/trend-card.tsx';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatCalendarDay } from '#web/ui/format-timestamp.ts';
import { KeyFigures } from '#web/ui/key-figures.tsx';
import links from '#web/ui/link.module.css';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';

interface Props {
  domain: DomainPage;
}

const SHOWN_METRICS = METRICS.filter(({ key }) => key === 'clicks' || key === 'impressions');
const TOP_ROWS = 10;

const report = (id: number) => `/reporting?period=28d&domain_id=${id}`;

/** @param props.isShort true for the short card of the overview */
export function SearchSummary({ domain, isShort = false }: Props & { isShort?: boolean }) {
  const { data, error, refetch } = useCall(integrationsContract.stat, {
    query: { domain_id: domain.id, period: '28d', compare: 'previous' },
  });
  if (error || !data) return <LoadState call={{ data, error, refetch }} what="the figures" />;
  if (!data.period) return <NoFigures domain={domain} />;
  return (
    <Box display="grid" style={{ gap: 16, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {!isShort && <KeyFigures label="Search, last 28 days" figures={listMetricFigures(METRICS, data)} />}
      <TrendCard title="Search, last 28 days" stat={data} on={SHOWN_METRICS} />
      <Text fz="small" c="var(--text3)" mt={-8}>
        {domain.property !== null && 'Google Search Console, '}data to{' '}
        {formatCalendarDay(data.data_until ?? '')}.{' '}
        <Link className={links.link} to={report(domain.id)}>
          Open reporting
        </Link>
      </Text>
    </Box>
  );
}

const WAITING = 'We’re getting the figures from Google. They’ll appear here within minutes.';

function NoFigures({ domain: { search_state: state, search_message: message } }: Props) {
  const isConnected = state !== 'none';
  return (
    <EmptyState
      title={isConnected ? 'No figures yet' : 'Search Console isn’t set up'}
      actions={
        <Button component={Link} to="/integrations">
          {isConnected ? 'Open integrations' : 'Set up Search Console'}
        </Button>
      }
    >
      {isConnected
        ? (message ?? (state === 'ready' ? 'Google has no figures for this site yet.' : WAITING))
        : 'Choose the property of this domain to see clicks, impressions and positions of its pages.'}
    </EmptyState>
  );
}

export function SearchTables({ domain }: Props) {
  if (domain.data_until === null) return null;
  return (
    <>
      <TopRows domain={domain} title="Searches" head="Search" dimension="query" />
      <TopRows domain={domain} title="Pages" head="Page" dimension="page" />
    </>
  );
}

interface TopRowsProps extends Props {
  title: string;
  head: string;
  dimension: 'query' | 'page';
}

type Row = SearchStat['rows'][number];

function TopRows({ domain, title, head, dimension }: TopRowsProps) {
  const { data, error, refetch } = useCall(integrationsContract.stat, {
    query: { domain_id: domain.id, period: '28d', compare: 'previous', dimension, per_page: TOP_ROWS },
  });
  const columns: readonly Column<Row>[] = [
    {
      key: 'key',
      head,
      render: ({ key }) => <span style={{ overflowWrap: 'anywhere' }}>{key}</span>,
    },
    ...METRICS.map(
      (metric): Column<Row> => ({
        key: metric.key,
        head: metric.label,
        align: 'right',
        width: 130,
        render: (row) => formatMetric(metric.key, row[metric.key]),
      }),
    ),
  ];
  return (
    <Card
      title={title}
      isFlush
      aside={
        <Link className={links.link} to={`${report(domain.id)}&by=${dimension}`}>
          Open reporting
        </Link>
      }
    >
      {error && <Alert what="Couldn’t load the figures." error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows isBare rows={3} label={`Loading ${title.toLowerCase()}`} />}
      {data?.rows.length === 0 && (
        <Text p="12px 18px" c="var(--text2)">
          None in the last 28 days.
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <DataTable
          label={title}
          rows={data.rows}
          columns={columns}
          rowKey={({ key }) => key}
          rowName={({ key }) => key}
          isDense
        />
      )}
    </Card>
  );
}
