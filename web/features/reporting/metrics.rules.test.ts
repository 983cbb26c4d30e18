import { expect, test } from 'vitest';
import { METRICS, type Metric } from '#web/kit/search-metrics.rules.ts';
import { nameCountry, nameDevice, readSwitched, switchMetric } from './metrics.rules.ts';

const [CLICKS, IMPRESSIONS, CTR, POSITION] = METRICS as unknown as [Metric, Metric, Metric, Metric];

test('switches at most two metrics on, and never none', () => {
  expect(readSwitched([])).toEqual([CLICKS, IMPRESSIONS]);
  expect(readSwitched(['position', 'nonsense'])).toEqual([POSITION]);
  expect(switchMetric([CLICKS, IMPRESSIONS], CTR)).toEqual(['clicks', 'ctr']);
  expect(switchMetric([CLICKS, IMPRESSIONS], CLICKS)).toEqual(['impressions']);
  expect(switchMetric([CTR], CTR)).toEqual(['ctr']);
  expect(switchMetric([CTR], CLICKS)).toEqual(['ctr', 'clicks']);
});

test('names countries and devices', () => {
  expect(['usa', 'DEU', 'xkk'].map(nameCountry)).toEqual(['United States', 'Germany', 'XKK']);
  expect(nameDevice('DESKTOP')).toBe('Desktop');
});
