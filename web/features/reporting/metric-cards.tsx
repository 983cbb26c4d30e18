/** Metrics as toggles of the chart: total, change, and previous total. */
import { Box, Checkbox, Flex } from '@mantine/core';
import type { SearchStat } from '#contract/integrations.contract.ts';
import { MetricChange } from '#web/kit/metric-change.tsx';
import { formatMetric, type Metric, type MetricKey, METRICS } from '#web/kit/search-metrics.rules.ts';
import series from '#web/kit/search-series.module.css';
import { switchMetric } from './metrics.rules.ts';

interface Props {
  stat: Pick<SearchStat, 'totals' | 'previous'>;
  on: readonly Metric[];
  onSwitch: (keys: MetricKey[]) => void;
}

export function MetricCards({ stat: { totals, previous }, on, onSwitch }: Props) {
  return (
    <Box
      className={series.series ?? ''}
      display="grid"
      style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))', gap: 12 }}
      role="group"
      aria-label="Metrics in the chart"
    >
      {METRICS.map((metric) => {
        const isOn = on.includes(metric);
        return (
          <Box
            component="label"
            key={metric.key}
            p="13px 16px 12px"
            bdrs={12}
            bg="var(--raised)"
            style={{
              borderStyle: 'solid',
              borderWidth: '3px 1px 1px',
              borderColor: isOn ? 'var(--series)' : 'var(--line)',
              cursor: 'pointer',
            }}
            data-metric={metric.key}
          >
            <Flex component="span" justify="space-between" gap={8} c="var(--text2)" fz="small">
              {metric.label}
              <Checkbox
                aria-label={metric.label}
                checked={isOn}
                onChange={() => onSwitch(switchMetric(on, metric))}
              />
            </Flex>
            <Box component="strong" display="block" fz={28} fw={600} lh="36px" lts="-0.022em">
              {formatMetric(metric.key, totals[metric.key])}
            </Box>
            <Box component="span" c="var(--text3)" fz="small">
              <MetricChange metric={metric} now={totals} before={previous} />{' '}
              {previous && `${formatMetric(metric.key, previous[metric.key])} before`}
            </Box>
          </Box>
        );
      })}
    </Box>
  );
}
