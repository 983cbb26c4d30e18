import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MetricChange } from './metric-change.tsx';
import { METRICS, type MetricKey } from './search-metrics.rules.ts';

const FIGURES = { clicks: 100, impressions: 100, ctr: 0.1, position: 10 };

test.each<[string, MetricKey, number, string]>([
  ['more clicks', 'clicks', 150, 'better'],
  ['fewer clicks', 'clicks', 50, 'worse'],
  ['a smaller position', 'position', 8.4, 'better'],
  ['a larger position', 'position', 11.6, 'worse'],
])('the arrow of %s points up if that is better', (_name, key, value, word) => {
  const metric = METRICS.find((each) => each.key === key);
  if (metric === undefined) throw new Error(`${key} is not a metric.`);
  render(
    <MantineProvider>
      <MetricChange metric={metric} now={{ ...FIGURES, [key]: value }} before={FIGURES} />
    </MantineProvider>,
  );
  const arrow = screen.getByRole('img');
  expect(arrow.getAttribute('aria-label')).toBe(word);
  expect(arrow.getAttribute('class')).toContain(word === 'better' ? 'arrow-up' : 'arrow-down');
  expect(arrow.parentElement?.dataset['better']).toBe(String(word === 'better'));
});
