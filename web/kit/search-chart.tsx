/**
 * Line chart of figures by day: one or two metrics, the previous period dashed, a vertical line at each run.
 * Loaded on demand.
 */
import { Box, Stack } from '@mantine/core';
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { SearchStat } from '#contract/integrations.contract.ts';
import { formatCalendarDay, formatCalendarDate } from '#web/ui/format-timestamp.ts';
import { MetricChange } from './metric-change.tsx';
import { LINES } from './search-lines.ts';
import { getAxisEnd, formatMetric, formatTick, type Metric } from './search-metrics.rules.ts';

interface Props {
  stat: Pick<SearchStat, 'rows' | 'marks'>;
  on: readonly Metric[];
}

type DayRow = SearchStat['rows'][number];

const HEIGHT = 260;
const AXIS_WIDTH = 52;
const TICK_GAP = 48;
const SIDES = ['left', 'right'] as const;
const RUN = { value: 'run', fill: 'var(--live-text)', fontSize: 12 } as const;

export function SearchChart({ stat: { rows, marks }, on }: Props) {
  const [first] = on;
  if (!first) return null;
  const days = new Map(marks.map((mark) => [mark.day, mark]));
  // The right axis is next to the last days.
  const middle = rows[Math.floor(rows.length / 2)]?.key ?? '';
  // Before its first figures a site has unknown values, not zeros.
  const from = rows.find(({ impressions }) => impressions > 0)?.key ?? '';
  return (
    <ResponsiveContainer width="100%" height={HEIGHT}>
      <LineChart data={rows} margin={{ top: 16, right: 8, bottom: 0, left: 8 }} accessibilityLayer={false}>
        <CartesianGrid yAxisId={first.key} vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="key"
          tickFormatter={formatCalendarDay}
          minTickGap={TICK_GAP}
          tickLine={false}
          stroke="var(--line2)"
          tick={{ fill: 'var(--text2)', fontSize: 12 }}
        />
        {on.map(drawAxis)}
        {[...days.keys()].map((day) => (
          <ReferenceLine
            key={day}
            yAxisId={first.key}
            x={day}
            stroke="var(--live)"
            label={{ ...RUN, position: day > middle ? 'insideTopRight' : 'insideTopLeft' }}
          />
        ))}
        <Line
          {...LINE}
          yAxisId={first.key}
          dataKey={(row: DayRow) => row.previous?.[first.key] ?? null}
          stroke={`var(--series-${first.key})`}
          strokeOpacity={0.65}
          strokeWidth={1.5}
          {...LINES.before}
          activeDot={false}
        />
        {on.map(({ key }) => (
          <Line
            {...LINE}
            key={key}
            yAxisId={key}
            dataKey={(row: DayRow) => (row.key < from ? null : row[key])}
            stroke={`var(--series-${key})`}
            strokeWidth={2}
            {...LINES[key]}
          />
        ))}
        <Tooltip
          isAnimationActive={false}
          cursor={{ stroke: 'var(--text3)', strokeDasharray: '2 3' }}
          content={<DayNote on={on} days={days} />}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

const LINE = { type: 'linear', dot: false, isAnimationActive: false } as const;

/** Each metric has its own axis; the best position is at the top. */
function drawAxis({ key, isFewerBetter = false }: Metric, index: number) {
  return (
    <YAxis
      key={key}
      yAxisId={key}
      orientation={SIDES[index] ?? 'right'}
      width={AXIS_WIDTH}
      reversed={isFewerBetter}
      domain={isFewerBetter ? ['dataMin', 'dataMax'] : [0, (most: number) => getAxisEnd(key, most)]}
      tickFormatter={(value: number) => formatTick(key, value)}
      axisLine={false}
      tickLine={false}
      tick={{ fill: `var(--axis-${key})`, fontSize: 12 }}
    />
  );
}

interface NoteProps {
  on: readonly Metric[];
  days: ReadonlyMap<string, { project: string }>;
  /** Tooltip of a day. */
  active?: boolean;
  payload?: readonly { payload?: DayRow }[];
}

function DayNote({ on, days, active = false, payload = [] }: NoteProps) {
  const row = payload[0]?.payload;
  if (!active || row === undefined) return null;
  const run = days.get(row.key)?.project;
  return (
    <Stack
      gap={2}
      p="8px 12px"
      bdrs={8}
      bg="var(--raised)"
      fz="small"
      style={{ boxShadow: 'var(--shadow-float)' }}
    >
      <strong>{formatCalendarDate(row.key)}</strong>
      {on.map((metric) => (
        <span key={metric.key} data-metric={metric.key}>
          <Box component="span" display="inline-block" w={8} h={8} mr={6} bdrs={2} bg="var(--series)" />
          {metric.label} <b>{formatMetric(metric.key, row[metric.key])}</b>{' '}
          <MetricChange metric={metric} now={row} before={row.previous} />
        </span>
      ))}
      {run !== undefined && <span>Run of {run}</span>}
    </Stack>
  );
}
