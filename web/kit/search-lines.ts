/** Dashes of each line, in the chart and its legend: with forced colors, only they distinguish the lines. */
import type { MetricKey } from './search-metrics.rules.ts';
import series from './search-series.module.css';

export type LineKey = MetricKey | 'before';

export const LINES: Readonly<Record<LineKey, { strokeDasharray: string; className?: string | undefined }>> = {
  clicks: { strokeDasharray: '' },
  impressions: { strokeDasharray: '', className: series.impressions },
  ctr: { strokeDasharray: '2 3' },
  position: { strokeDasharray: '7 3' },
  before: { strokeDasharray: '4 3', className: series.before },
};
