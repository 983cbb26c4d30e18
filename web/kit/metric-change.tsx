/** Change of a search metric; hidden if there is nothing to compare. */
import type { SearchFigures } from '#contract/search-shapes.ts';
import { ChangeMark } from '#web/ui/change-mark.tsx';
import type { KeyFigure } from '#web/ui/key-figures.tsx';
import { findChange, formatMetric, type Metric } from './search-metrics.rules.ts';

interface Props {
  metric: Metric;
  now: SearchFigures;
  before: SearchFigures | null;
}

export function MetricChange({ metric, now, before }: Props) {
  const change = findChange(metric, now, before);
  return change && <ChangeMark isBetter={change.isBetter}>{change.text}</ChangeMark>;
}

/** Figures of the last 28 days with their changes. */
export const listMetricFigures = (
  metrics: readonly Metric[],
  { totals, previous }: { totals: SearchFigures; previous: SearchFigures | null },
): KeyFigure[] =>
  metrics.map((metric) => ({
    label: metric.label,
    value: formatMetric(metric.key, totals[metric.key]),
    note: (
      <>
        <MetricChange metric={metric} now={totals} before={previous} /> vs 28 days before
      </>
    ),
  }));
