/** Change of a search metric; hidden if there is nothing to compare. */
import type { SearchFigures } from '#contract/search-shapes.ts';
import { ChangeMark } from '#web/ui/change-mark.tsx';
import { findChange, type Metric } from './search-metrics.rules.ts';

interface Props {
  metric: Metric;
  now: SearchFigures;
  before: SearchFigures | null;
}

export function MetricChange({ metric, now, before }: Props) {
  const change = findChange(metric, now, before);
  return change && <ChangeMark isBetter={change.isBetter}>{change.text}</ChangeMark>;
}
