/** Tests the input and the arithmetic of the benchmark. */
import { describe, expect, it } from 'vitest';
import { PLATFORMS } from '#contract/platforms.ts';
import { readSeed } from '#engine';
import {
  countHoles,
  PLATFORM_SEED_BYTES,
  SEED_BYTES,
  SEED_HOLES,
  writeBenchSeed,
  writePlatformSeed,
} from './bench-seed.ts';
import { writeBenchSheet } from './bench-sheet.ts';
import { missesMust, writeBenchTable } from './bench-table.ts';
import { findMedian, findPercentile, runRounds } from './stop-watch.ts';

describe('the input of the benchmark', () => {
  it('is a seed of 57 kB with 300 placeholders', () => {
    const seed = writeBenchSeed();
    expect(Buffer.byteLength(seed)).toBe(SEED_BYTES);
    expect(countHoles(seed)).toBe(SEED_HOLES);
    expect(Buffer.byteLength(writeBenchSeed(1_000_000))).toBe(1_000_000);
  });

  it.each(PLATFORMS)('is a valid seed of 20 kB for $name', ({ id: platform }) => {
    const bytes = new TextEncoder().encode(writePlatformSeed(platform));
    expect(Math.abs(bytes.length - PLATFORM_SEED_BYTES)).toBeLessThan(500);
    const { seed, problems } = readSeed(bytes, 'seed', platform);
    expect(problems.filter(({ severity }) => severity === 'fault')).toEqual([]);
    expect(seed?.platform).toBe(platform);
  });

  it('is a sheet with a unique slug in each row', () => {
    const lines = writeBenchSheet(20_000).trimEnd().split('\n');
    expect(lines).toHaveLength(20_001);
    const slugs = lines.slice(1).map((line) => line.split(',')[8]);
    expect(new Set(slugs).size).toBe(20_000);
    const bytes = Buffer.byteLength(lines.join('\n')) / 20_000;
    expect(bytes).toBeGreaterThan(180);
    expect(bytes).toBeLessThan(350);
  });
});

describe('the arithmetic of the benchmark', () => {
  it('finds the median of an odd and of an even number', () => {
    expect(findMedian([9, 1, 5])).toBe(5);
    expect(findMedian([4, 1, 2, 3])).toBe(2.5);
  });

  it('finds the 99th percentile', () => {
    const figures = Array.from({ length: 400 }, (_, index) => 400 - index);
    expect(findPercentile(figures, 0.99)).toBe(396);
    expect(findPercentile([7], 0.99)).toBe(7);
  });

  it('alternates the measurements, awaits each, and discards the first round', async () => {
    const order: string[] = [];
    const take = (name: string) => () => order.push(name);
    const takeLater = (name: string) => () => Promise.resolve(order.push(name));
    expect(await runRounds(2, { a: take('a'), b: takeLater('b') })).toEqual({ a: [3, 5], b: [4, 6] });
    expect(order.join('')).toBe('ababab');
  });

  it('reports which row misses its required limit', () => {
    const slow = { measure: 'slow', figure: 7, unit: '×', must: 6, aim: 4 };
    const fast = { measure: 'fast', figure: 3500, unit: 'pages/s', must: 1500, aim: 3000, isRate: true };
    const fair = { measure: 'fair', figure: 250, unit: 'MB', must: 300, aim: 200 };
    expect([slow, fast, fair].map(missesMust)).toEqual([true, false, false]);
    const [, ...lines] = writeBenchTable([slow, fast, fair]);
    expect(lines[0]).toMatch(/slow.*7\.00 ×.*≤ 6.*≤ 4.*MISSED$/);
    expect(lines[1]).toMatch(/fast.*3,500 pages\/s.*≥ 1,500.*≥ 3,000.*aim reached$/);
    expect(lines[2]).toMatch(/fair.*250 MB.*passed$/);
  });
});
