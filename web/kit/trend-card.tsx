/** The chart of a report with its legend, and the same figures as a table. */
import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { SearchStat } from '#contract/integrations.contract.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { Card } from '#web/ui/card.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import links from '#web/ui/link.module.css';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { nameDay, nameWholeDay } from '#web/ui/format-moment.ts';
import { formatMetric, type Metric, METRICS } from './search-metrics.rules.ts';
import series from './search-series.module.css';
import classes from './trend-card.module.css';

/** Its library is heavier than all of the page. */
const SearchChart = lazyPart(
  'search-chart',
  async () => (await import('./search-chart.tsx')).SearchChart,
  MissingPart,
);

type DayRow = SearchStat['rows'][number];

const COLUMNS: readonly Column<DayRow>[] = [
  { key: 'key', head: 'Day', render: ({ key }) => nameWholeDay(key) },
  ...METRICS.map(
    ({ key, label }): Column<DayRow> => ({
      key,
      head: label,
      isRight: true,
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
  const [isTable, setTable] = useState(false);
  const [first] = on;
  return (
    <div className={series.series}>
      <Card
        title={title}
        isFlush={isTable}
        aside={
          <Button variant="subtle" size="xs" onClick={() => setTable(!isTable)}>
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        }
      >
        {isTable ? (
          <DataTable
            label={title}
            rows={stat.rows.toReversed()}
            columns={COLUMNS}
            rowKey={({ key }) => key}
            rowName={({ key }) => nameDay(key)}
            isDense
          />
        ) : (
          <>
            <ul className={classes.legend}>
              {on.map(({ key, label }) => (
                <li key={key} data-metric={key}>
                  {label}
                </li>
              ))}
              {first && stat.previous && (
                <li data-metric={first.key} data-before>
                  {first.label} before
                </li>
              )}
              {stat.marks.length > 0 && <li data-run>Run</li>}
            </ul>
            <div className={classes.chart} role="img" aria-label={describeTrend(stat, on)}>
              <Suspense>
                <SearchChart stat={stat} on={on} />
              </Suspense>
            </div>
            <Runs marks={stat.marks} />
          </>
        )}
      </Card>
    </div>
  );
}

/** What the picture says in one sentence. */
function describeTrend({ period, totals }: SearchStat, on: readonly Metric[]): string {
  const figures = on.map(({ key, label }) => `${label}: ${formatMetric(key, totals[key])}`).join(', ');
  return period ? `${figures}, from ${nameWholeDay(period.from)} to ${nameWholeDay(period.to)}` : figures;
}

const SHOWN_RUNS = 4;

function Runs({ marks }: Pick<SearchStat, 'marks'>) {
  if (marks.length === 0) return null;
  return (
    <p className={classes.runs}>
      Runs:{' '}
      {marks.slice(-SHOWN_RUNS).map(({ day, project, project_id, run_id }, index) => (
        <span key={run_id}>
          {index > 0 && ', '}
          <Link className={links.link} to={`/projects/${project_id}`}>
            {project}
          </Link>{' '}
          on {nameDay(day)}
        </span>
      ))}
    </p>
  );
}
