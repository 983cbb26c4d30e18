/** Chart of a report with its legend, and the same figures as a table. */
import { Box, Flex } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import type { SearchStat } from '#contract/integrations.contract.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import type { Column } from '#web/ui/data-table.tsx';
import links from '#web/ui/link.module.css';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { formatCalendarDay, formatCalendarDate } from '#web/ui/format-timestamp.ts';
import { ChartCard } from './chart-card.tsx';
import { type LineKey, LINES } from './search-lines.ts';
import { formatMetric, type Metric, type MetricKey, METRICS } from './search-metrics.rules.ts';
import series from './search-series.module.css';

/** Lazy, because its library is larger than the rest of the page. */
const SearchChart = lazyPart(
  'search-chart',
  async () => (await import('./search-chart.tsx')).SearchChart,
  MissingPart,
);

type DayRow = SearchStat['rows'][number];

const COLUMNS: readonly Column<DayRow>[] = [
  { key: 'key', head: 'Day', render: ({ key }) => formatCalendarDate(key) },
  ...METRICS.map(
    ({ key, label }): Column<DayRow> => ({
      key,
      head: label,
      align: 'right',
      width: 140,
      render: (row) => formatMetric(key, row[key]),
    }),
  ),
];

interface Props {
  title: string;
  stat: SearchStat;
  on: readonly Metric[];
}

export function TrendCard({ title, stat, on }: Props) {
  return (
    <div className={series.series}>
      <ChartCard
        title={title}
        table={{
          rows: stat.rows.toReversed(),
          columns: COLUMNS,
          rowKey: ({ key }) => key,
          rowName: ({ key }) => formatCalendarDay(key),
        }}
      >
        <Legend stat={stat} on={on} />
        <Box mih={260} role="img" aria-label={describeTrend(stat, on)}>
          <Suspense>
            <SearchChart stat={stat} on={on} />
          </Suspense>
        </Box>
        <Runs marks={stat.marks} />
      </ChartCard>
    </div>
  );
}

function Legend({ stat, on }: Pick<Props, 'stat' | 'on'>) {
  const [first] = on;
  return (
    <Flex component="ul" wrap="wrap" gap="4px 18px" mb={8} c="var(--text2)" fz="small">
      {on.map(({ key, label }) => (
        <Entry key={key} metric={key} line={key}>
          {label}
        </Entry>
      ))}
      {first && stat.previous && (
        <Entry metric={first.key} line="before">
          {first.label} before
        </Entry>
      )}
      {stat.marks.length > 0 && (
        <Flex component="li" align="center" gap={6}>
          <Box component="span" h={12} style={{ borderLeft: '2px solid var(--live)' }} />
          Run
        </Flex>
      )}
    </Flex>
  );
}

const SAMPLE_WIDTH = 24;

interface EntryProps {
  metric: MetricKey;
  /** Line sample as in the chart. */
  line: LineKey;
  children: ReactNode;
}

function Entry({ metric, line, children }: EntryProps) {
  const { className, ...dashes } = LINES[line];
  return (
    <Flex component="li" align="center" gap={6} data-metric={metric}>
      <svg className={className} width={SAMPLE_WIDTH} height={2} aria-hidden="true">
        <path d={`M0 1H${SAMPLE_WIDTH}`} stroke="var(--series)" strokeWidth={2} {...dashes} />
      </svg>
      {children}
    </Flex>
  );
}

/** Text alternative of the chart, in one sentence. */
function describeTrend({ period, totals }: SearchStat, on: readonly Metric[]): string {
  const figures = on.map(({ key, label }) => `${label}: ${formatMetric(key, totals[key])}`).join(', ');
  return period
    ? `${figures}, from ${formatCalendarDate(period.from)} to ${formatCalendarDate(period.to)}`
    : figures;
}

const SHOWN_RUNS = 4;

function Runs({ marks }: Pick<SearchStat, 'marks'>) {
  if (marks.length === 0) return null;
  return (
    <Box component="p" c="var(--text3)" fz="small">
      Runs:{' '}
      {marks.slice(-SHOWN_RUNS).map(({ day, project, project_id, run_id }, index) => (
        <span key={run_id}>
          {index > 0 && ', '}
          <Link className={links.link} to={`/projects/${project_id}`}>
            {project}
          </Link>{' '}
          on {formatCalendarDay(day)}
        </span>
      ))}
    </Box>
  );
}
