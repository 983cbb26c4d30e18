/** Google Search metrics: format, which direction is better, and comparison. Pure. */
import type { SearchFigures } from '#contract/search-shapes.ts';
import { formatCount } from '#web/ui/format-figure.ts';

export type MetricKey = keyof SearchFigures;

export interface Metric {
  key: MetricKey;
  label: string;
  /** Positions count from 1: lower is better. */
  isFewerBetter?: boolean;
}

/** In the order of the design and its colors. */
export const METRICS: readonly Metric[] = [
  { key: 'clicks', label: 'Clicks' },
  { key: 'impressions', label: 'Impressions' },
  { key: 'ctr', label: 'Average CTR' },
  { key: 'position', label: 'Average position', isFewerBetter: true },
];

const large = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 2 });
/** Larger key figures are rounded. */
const LARGE = 1_000_000;

/** `37,281`, `2.68%`, `14.2`; a dash without a value. */
export function formatMetric(key: MetricKey, value: number | null): string {
  if (value === null) return '–';
  if (key === 'ctr') return `${(value * 100).toFixed(2)}%`;
  if (key === 'position') return value.toFixed(1);
  return value >= LARGE ? large.format(value) : formatCount(value);
}

/** For an axis: `20K`. */
export function formatTick(key: MetricKey, value: number): string {
  if (key === 'ctr') return `${Number((value * 100).toFixed(1))}%`;
  return key === 'position' ? String(Number(value.toFixed(1))) : large.format(value);
}

const STEPS = 4;
const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5];

/** Returns the end of an axis that starts at 0 with round steps: whole numbers for counts. */
export function getAxisEnd(key: MetricKey, most: number): number {
  const step = Math.max(most / STEPS, key === 'ctr' ? Number.EPSILON : 1);
  const power = 10 ** Math.floor(Math.log10(step));
  return STEPS * power * (ROUND.find((each) => each * power >= step) ?? 10);
}

export interface Change {
  /** `24.1%`, or positions: `1.6`. */
  text: string;
  isBetter: boolean;
}

/** @returns undefined without a comparison or a visible change */
export function findChange(
  { key, isFewerBetter = false }: Metric,
  now: SearchFigures,
  before: SearchFigures | null,
): Change | undefined {
  const [value, old] = [now[key], before?.[key] ?? null];
  if (value === null || old === null || (key !== 'position' && old === 0)) return undefined;
  const difference = value - old;
  const text =
    key === 'position'
      ? Math.abs(difference).toFixed(1)
      : `${(Math.abs(difference / old) * 100).toFixed(1)}%`;
  if (Number.parseFloat(text) === 0) return undefined;
  return { text, isBetter: difference > 0 !== isFewerBetter };
}
