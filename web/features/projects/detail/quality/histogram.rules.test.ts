import { expect, test } from 'vitest';
import { drawHistogram, toStep } from './histogram.rules.ts';

const bins = new Array<number>(20).fill(0).with(3, 2).with(12, 92);
const texts = ['138 pages below 60', '360 pages at 60 or more'] as const;

test.each([
  [1, 1],
  [7, 2],
  [92, 25],
  [10_000, 2500],
  [100_000, 25_000],
])('a scale up to %i has steps of %i', (most, step) => {
  expect(toStep(most)).toBe(step);
});

test('bars are weak below the gate, and the one that it divides is split there', () => {
  const { bars, line } = drawHistogram({ bins, width: 700, gate: 62, texts });
  expect(bars.filter(({ isWeak }) => isWeak)).toHaveLength(13);
  expect(bars.map(({ split }) => split).filter((split) => split !== undefined)).toEqual([line.x]);
  const [tallest] = bars.toSorted((a, b) => b.height - a.height);
  expect(tallest).toMatchObject({ from: 60, count: 92 });
});

test.each([700, 300])('texts stay within %i pixels wherever the gate is', (width) => {
  for (const gate of [1, 20, 60, 85, 100]) {
    const { labels } = drawHistogram({ bins, width, gate, texts });
    for (const { text, x, anchor } of labels) {
      const left = anchor === 'end' ? x - text.length * 6 : x;
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + text.length * 6).toBeLessThanOrEqual(width);
    }
  }
});
