/**
 * Clicks and impressions of all domains in the last 28 days, next to the 28 before; hidden until there are
 * figures.
 */
import type { SearchStat } from '#contract/integrations.contract.ts';
import { MetricChange } from '#web/kit/metric-change.tsx';
import { formatMetric, METRICS } from '#web/kit/search-metrics.rules.ts';
import { TrendCard } from '#web/kit/trend-card.tsx';
import type { KeyFigure } from '#web/ui/key-figures.tsx';

const SHOWN = METRICS.filter(({ key }) => key === 'impressions' || key === 'clicks');

export function SearchTrend({ stat }: { stat: SearchStat }) {
  return <TrendCard title="Search trend" stat={stat} on={SHOWN} />;
}

/** Impressions first, because clicks are a part of them. */
export function listSearchFigures({ totals, previous }: SearchStat): KeyFigure[] {
  return SHOWN.toReversed().map((metric) => ({
    label: metric.label,
    value: formatMetric(metric.key, totals[metric.key]),
    note: (
      <>
        <MetricChange metric={metric} now={totals} before={previous} /> vs 28 days before
      </>
    ),
  }));
}
