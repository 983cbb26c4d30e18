import { expect, test } from 'vitest';
import { METRICS, type Metric } from '#web/kit/search-metrics.rules.ts';
import { getCountryName, getDeviceName, readSwitched, switchMetric } from './metrics.rules.ts';

const [CLICKS, IMPRESSIONS, CTR, POSITION] = METRICS as unknown as [Metric, Metric, Metric, Metric];

test('turns on one or two metrics', () => {
  expect(readSwitched([])).toEqual([CLICKS, IMPRESSIONS]);
  expect(readSwitched(['position', 'nonsense'])).toEqual([POSITION]);
  expect(switchMetric([CLICKS, IMPRESSIONS], CTR)).toEqual(['clicks', 'ctr']);
  expect(switchMetric([CLICKS, IMPRESSIONS], CLICKS)).toEqual(['impressions']);
  expect(switchMetric([CTR], CTR)).toEqual(['ctr']);
  expect(switchMetric([CTR], CLICKS)).toEqual(['ctr', 'clicks']);
});

test('names countries and devices', () => {
  expect(['usa', 'DEU', 'xkk'].map(getCountryName)).toEqual(['United States', 'Germany', 'XKK']);
  expect(getDeviceName('DESKTOP')).toBe('Desktop');
});
