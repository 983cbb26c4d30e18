import { expect, test } from 'vitest';
import {
  getAxisEnd,
  findChange,
  formatMetric,
  formatTick,
  METRICS,
  type Metric,
} from './search-metrics.rules.ts';

const [CLICKS, , , POSITION] = METRICS as unknown as [Metric, Metric, Metric, Metric];
const figures = (clicks: number, position: number | null = null) => ({
  clicks,
  impressions: clicks * 10,
  ctr: 0.1,
  position,
});

test('formats each metric', () => {
  expect(formatMetric('clicks', 37_281)).toBe('37,281');
  expect(formatMetric('impressions', 1_390_000)).toBe('1.39M');
  expect(formatMetric('ctr', 0.0268)).toBe('2.68%');
  expect(formatMetric('position', 14.24)).toBe('14.2');
  expect(formatMetric('position', null)).toBe('–');
  expect([formatTick('impressions', 20_000), formatTick('ctr', 0.025)]).toEqual(['20K', '2.5%']);
});

test('returns the change of a metric, and whether it is better', () => {
  expect(findChange(CLICKS, figures(124), figures(100))).toEqual({
    text: '24.0%',
    isBetter: true,
  });
  expect(findChange(CLICKS, figures(90), figures(100))).toMatchObject({ text: '10.0%', isBetter: false });
  expect(findChange(POSITION, figures(1, 14.2), figures(1, 15.8))).toEqual({
    text: '1.6',
    isBetter: true,
  });
});

test.each([
  ['nothing to compare', figures(5), null],
  ['no earlier value', figures(5), figures(0)],
  ['a change too small to show', figures(10_000), figures(10_001)],
])('returns nothing with %s', (_what, now, before) => {
  expect(findChange(CLICKS, now, before)).toBeUndefined();
});

test.each([
  ['clicks', 371, 400],
  ['clicks', 400, 400],
  ['clicks', 2, 4],
  ['clicks', 0, 4],
  ['impressions', 7_921, 8_000],
  ['impressions', 81_000, 100_000],
  ['clicks', 115, 120],
  ['ctr', 0.067, 0.08],
] as const)('ends an axis of %s with the maximum %d at %d, in four round steps', (key, most, end) => {
  expect(getAxisEnd(key, most)).toBeCloseTo(end, 10);
});
