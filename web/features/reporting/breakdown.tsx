/** Table of queries, pages, towns, countries or devices with their figures. */
import { Box, SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { integrationsContract, type SearchStat } from '#contract/integrations.contract.ts';
import { reportingContract, type TownRow } from '#contract/reporting.contract.ts';
import type { SearchFigures } from '#contract/search-shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { ListBody } from '#web/kit/list-body.tsx';
import { MetricChange } from '#web/kit/metric-change.tsx';
import { formatMetric, METRICS } from '#web/kit/search-metrics.rules.ts';
import type { ShownList } from '#web/kit/use-list.ts';
import { useLastPage, useListQuery } from '#web/kit/use-list-query.ts';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatShortDay } from '#web/ui/format-timestamp.ts';
import { getCountryName, getDeviceName } from './metrics.rules.ts';
import { PageName } from './page-name.tsx';
import { Score } from './score.tsx';
import { type Breakdown, BREAKDOWNS, type Report } from './use-report.ts';

/** Row of any breakdown. */
interface FigureRow extends SearchFigures {
  id: string;
  name: ReactNode;
  label: string;
  previous: SearchFigures | null;
  /** Quality of a page of ours. */
  score?: number | null;
  is_weak?: boolean;
}

const NAMES: Readonly<Record<Breakdown, { tab: string; noun: string; search?: string }>> = {
  query: { tab: 'Queries', noun: 'query', search: 'queries' },
  page: { tab: 'Pages', noun: 'page', search: 'URLs' },
  town: { tab: 'Our towns', noun: 'town', search: 'towns and URLs' },
  country: { tab: 'Countries', noun: 'country' },
  device: { tab: 'Devices', noun: 'device' },
};
const EARNING = [
  { value: 'yes', label: 'With impressions' },
  { value: 'no', label: 'Without impressions' },
];
const INDEX = [
  { value: 'indexed', label: 'Indexed' },
  { value: 'not_indexed', label: 'Not indexed' },
  { value: 'unknown', label: 'Not inspected yet' },
];
const QUALITY = [
  { value: 'weak', label: 'Weak' },
  { value: 'strong', label: 'Strong' },
];
const [CLICKS] = METRICS;

const QUALITY_COLUMN: Column<FigureRow> = {
  key: 'score',
  head: 'Quality',
  align: 'right',
  width: 74,
  isSortable: true,
  render: ({ score = null, is_weak: isWeak = false }) => <Score value={score} isWeak={isWeak} />,
};

function listColumns(by: Breakdown): Column<FigureRow>[] {
  return [
    { key: 'name', head: NAMES[by].tab, render: ({ name }) => name },
    ...METRICS.map(({ key, label }): Column<FigureRow> => {
      const head = label.replace('Average ', '');
      return {
        key,
        head: head.slice(0, 1).toUpperCase() + head.slice(1),
        align: 'right',
        isSortable: true,
        // Cards have no column heads, so the figure includes its label.
        isWideOnly: key !== 'clicks',
        // Next to the map, the table of towns has one column more.
        width: key === 'impressions' ? 104 : by === 'town' ? 68 : 78,
        render: (row) => formatMetric(key, row[key]),
      };
    }),
    ...(by === 'town' ? [QUALITY_COLUMN] : []),
    {
      key: 'change',
      head: 'Change',
      align: 'right',
      width: by === 'town' ? 84 : 92,
      isSortable: by === 'town',
      render: (row) => CLICKS && <MetricChange metric={CLICKS} now={row} before={row.previous} />,
    },
  ];
}

export function BreakdownCard({ report }: { report: Report }) {
  const { by, scope, set } = report;
  const list = useBreakdown(report);
  const columns = useMemo(() => listColumns(by), [by]);
  const { noun, search } = NAMES[by];
  const shown = scope.domain_id === undefined ? (['town'] as const) : BREAKDOWNS;
  return (
    <Card title="Search results" label="Search results">
      {shown.length > 1 ? (
        <SegmentedControl
          mb={12}
          maw="100%"
          style={{ overflowX: 'auto' }}
          aria-label="Break down by"
          value={by}
          data={shown.map((value) => ({ value, label: NAMES[value].tab }))}
          onChange={(value) => set({ by: value })}
        />
      ) : (
        <Text c="var(--text2)" fz="small" mb={8}>
          Pick a domain to see its queries, pages, countries and devices.
        </Text>
      )}
      <ListBody
        list={list}
        noun={noun}
        search={search}
        filters={
          by === 'town'
            ? [
                { filter: 'earning', label: 'Impressions', any: 'All towns', choices: EARNING },
                { filter: 'index', label: 'Index status', any: 'Any status', choices: INDEX },
                { filter: 'quality', label: 'Quality', any: 'Any quality', choices: QUALITY },
              ]
            : []
        }
        empty={
          by === 'town'
            ? {
                title: 'No generated pages yet',
                text: 'Once a project of this domain has completed a run, each of its pages is listed here.',
              }
            : { title: 'No figures yet', text: 'Nothing appeared in Google Search in this period.' }
        }
      >
        {(rows) => (
          <DataTable
            label={NAMES[by].tab}
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            rowName={({ label }) => label}
            sort={list.query.sort}
            onSort={list.setSort}
            isDense
          />
        )}
      </ListBody>
    </Card>
  );
}

const SORTS = [...METRICS.map(({ key }) => key), 'change', 'score'];

function useBreakdown({ by, scope }: Report): ShownList<FigureRow, 'earning' | 'index' | 'quality'> {
  const list = useListQuery({
    sort: '-clicks',
    sorts: SORTS,
    filters: ['earning', 'index', 'quality'],
    accepts: reportingContract.towns.query,
  });
  const { page, per_page, search, sort, filters } = list.query;
  const paging = { page, per_page, sort, ...(search !== '' && { search }) };
  const isTown = by === 'town';
  const [earning, index, quality] = isTown ? [filters.earning[0], filters.index[0], filters.quality[0]] : [];
  const towns = useCall(
    reportingContract.towns,
    { query: { ...scope, ...paging, earning, index, quality } as never },
    { skip: !isTown },
  );
  const stat = useCall(
    integrationsContract.stat,
    { query: { ...scope, ...paging, dimension: isTown ? 'query' : by } as never },
    { skip: isTown },
  );
  const call = isTown ? towns : stat;
  const meta = isTown ? towns.meta : stat.data?.meta;
  useLastPage(list, meta);
  const rows = useMemo(
    () => (isTown ? towns.data?.map(describeTown) : stat.data?.rows.map((row) => describeRow(by, row))),
    [isTown, by, towns.data, stat.data],
  );
  return {
    ...list,
    isFiltered: [search || undefined, earning, index, quality].some((filter) => filter !== undefined),
    rows,
    total: meta?.total,
    error: call.error,
    isFetching: call.isFetching,
    loadedAt: call.loadedAt,
    refetch: call.refetch,
  };
}

function describeTown({
  project_id: projectId,
  project,
  row,
  town,
  address,
  index,
  ...figures
}: TownRow): FigureRow {
  return {
    ...figures,
    id: `${projectId}:${row}`,
    label: town || address,
    name: (
      <PageName page={{ town, address, project_id: projectId, project, row }}>
        {index && (
          <Box c={index.is_indexed ? 'var(--text3)' : 'var(--ochre-text)'} fz="small">
            {index.coverage || (index.is_indexed ? 'Indexed' : 'Not indexed')},{' '}
            {formatShortDay(index.inspected_at)}
          </Box>
        )}
      </PageName>
    ),
  };
}

const FORMATTERS: Readonly<Partial<Record<Breakdown, (key: string) => string>>> = {
  country: getCountryName,
  device: getDeviceName,
};

function describeRow(by: Breakdown, { key, ...figures }: SearchStat['rows'][number]): FigureRow {
  const label = FORMATTERS[by]?.(key) ?? key;
  return {
    ...figures,
    id: key,
    label,
    name: (
      <Box component="span" style={{ overflowWrap: 'anywhere' }}>
        {label}
      </Box>
    ),
  };
}
