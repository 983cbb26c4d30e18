/** The four metrics as switches over the chart: sum, change, and what it was before. */
import { Checkbox } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { SearchStat } from '#contract/integrations.contract.ts';
import type { SearchFigures } from '#contract/search-shapes.ts';
import {
  findChange,
  formatMetric,
  type Metric,
  type MetricKey,
  METRICS,
  switchMetric,
} from './metrics.rules.ts';
import classes from './reporting.module.css';

interface Props {
  stat: Pick<SearchStat, 'totals' | 'previous'>;
  on: readonly Metric[];
  onSwitch: (keys: MetricKey[]) => void;
}

export function MetricCards({ stat: { totals, previous }, on, onSwitch }: Props) {
  return (
    <div className={classes.metrics} role="group" aria-label="Metrics in the chart">
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
              <ChangeMark metric={metric} now={totals} before={previous} />{' '}
              {previous && `${formatMetric(metric.key, previous[metric.key])} before`}
            </span>
          </label>
        );
      })}
    </div>
  );
}

const ARROW = { size: 14, strokeWidth: 2, absoluteStrokeWidth: true } as const;

interface ChangeProps {
  metric: Metric;
  now: SearchFigures;
  before: SearchFigures | null;
}

export function ChangeMark({ metric, now, before }: ChangeProps) {
  const change = findChange(metric, now, before);
  if (!change) return null;
  const Arrow = change.isUp ? ArrowUp : ArrowDown;
  return (
    <span className={classes.change} data-better={change.isBetter}>
      <Arrow {...ARROW} role="img" aria-label={change.isUp ? 'up' : 'down'} />
      {change.text}
    </span>
  );
}
