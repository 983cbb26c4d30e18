/** The four metrics as switches over the chart: sum, change, and what it was before. */
import { Checkbox } from '@mantine/core';
import type { SearchStat } from '#contract/integrations.contract.ts';
import { MetricChange } from '#web/kit/metric-change.tsx';
import { formatMetric, type Metric, type MetricKey, METRICS } from '#web/kit/search-metrics.rules.ts';
import series from '#web/kit/search-series.module.css';
import { switchMetric } from './metrics.rules.ts';
import classes from './reporting.module.css';

interface Props {
  stat: Pick<SearchStat, 'totals' | 'previous'>;
  on: readonly Metric[];
  onSwitch: (keys: MetricKey[]) => void;
}

export function MetricCards({ stat: { totals, previous }, on, onSwitch }: Props) {
  return (
    <div className={`${classes.metrics} ${series.series}`} role="group" aria-label="Metrics in the chart">
      {METRICS.map((metric) => {
        const isOn = on.includes(metric);
        return (
          <label
            key={metric.key}
            className={classes.metric}
            data-metric={metric.key}
            data-on={isOn || undefined}
          >
            <span className={classes.metricHead}>
              {metric.label}
              <Checkbox
                aria-label={metric.label}
                checked={isOn}
                onChange={() => onSwitch(switchMetric(on, metric))}
              />
            </span>
            <strong className={classes.figure}>{formatMetric(metric.key, totals[metric.key])}</strong>
            <span className={classes.before}>
              <MetricChange metric={metric} now={totals} before={previous} />{' '}
              {previous && `${formatMetric(metric.key, previous[metric.key])} before`}
            </span>
          </label>
        );
      })}
    </div>
  );
}
