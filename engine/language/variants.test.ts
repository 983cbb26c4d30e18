/** The option of a variant: stable, independent of everything else, and evenly shared. */
import { describe, expect, it } from 'vitest';
import { tenfold } from '#testkit/cases.ts';
import { toProjectKey } from '../render/identity.ts';
import { type VariantKey, chooseVariant } from './variants.ts';

const KEY: VariantKey = {
  projectKey: toProjectKey('plumbers'),
  rowKey: 'waco-tx',
  construct: '[spin]a || b || c[/spin]',
  ordinal: 0,
};
const ROWS = 1000;

function choose(options: number, count: number, toKey: (index: number) => Partial<VariantKey>): number[] {
  return Array.from({ length: count }, (_, index) => chooseVariant({ ...KEY, ...toKey(index) }, options));
}

/** Returns by how many percentage points the most uneven share differs. */
function measureDeviation(options: number, chosen: readonly number[]): number {
  const counts = Array.from({ length: options }, () => 0);
  for (const option of chosen) counts[option] = (counts[option] ?? 0) + 1;
  return Math.max(...counts.map((count) => Math.abs(count / chosen.length - 1 / options) * 100));
}

it('never changes, because published pages depend on it', () => {
  expect(choose(3, 12, (index) => ({ rowKey: `town-${index}` }))).toEqual([
    1, 1, 2, 2, 1, 2, 0, 1, 0, 0, 1, 1,
  ]);
});

it.each([1, 2, 3, 7, 50])('is one of %i options', (options) => {
  const chosen = new Set(choose(options, ROWS, (index) => ({ rowKey: `${index}` })));
  expect([...chosen].sort((one, other) => one - other)).toEqual(
    Array.from({ length: options }, (_, index) => index),
  );
});

describe('each option’s share over 1,000 rows', () => {
  const rowKeys: [string, (index: number) => string][] = [
    ['numbers', (index) => String(index)],
    ['slugs', (index) => `plumber-in-town-${index}-tx`],
    ['UUIDs', (index) => toProjectKey(`row ${index}`)],
    ['letters', (index) => String.fromCodePoint(0x4e00 + index)],
  ];

  it.each(rowKeys)('is within 5 percentage points, for row keys of %s', (_, toRowKey) => {
    for (const options of [2, 3, 4, 10]) {
      const chosen = choose(options, ROWS, (index) => ({ rowKey: toRowKey(index) }));
      expect(measureDeviation(options, chosen)).toBeLessThanOrEqual(5);
    }
  });

  it('is that of independent choices in many projects: beyond 5 points once in 638 at most', () => {
    // two options deviate most: a binomial deviation of 1.58 points, of which 5 are 3.16
    const projects = tenfold(300);
    let beyond = 0;
    for (let project = 0; project < projects; project += 1) {
      const projectKey = toProjectKey(`project ${project}`);
      const chosen = choose(2, ROWS, (index) => ({ projectKey, rowKey: `town-${index}` }));
      const deviation = measureDeviation(2, chosen);
      expect(deviation).toBeLessThan(8);
      if (deviation > 5) beyond += 1;
    }
    expect(beyond).toBeLessThanOrEqual(Math.ceil(projects / 100));
  });
});

describe('the choice is independent of', () => {
  const alternatives: [string, (index: number) => Partial<VariantKey>, Partial<VariantKey>][] = [
    ['that of an equal construct', (index) => ({ rowKey: `${index}` }), { ordinal: 1 }],
    ['that of another construct', (index) => ({ rowKey: `${index}` }), { construct: '[spin]a || b[/spin]' }],
    ['that of another project', (index) => ({ rowKey: `${index}` }), { projectKey: toProjectKey('roofers') }],
  ];

  it.each(alternatives)('%s', (_, toKey, other) => {
    const one = choose(2, ROWS, toKey);
    const two = choose(2, ROWS, (index) => ({ ...toKey(index), ...other }));
    const equal = one.filter((option, index) => option === two[index]).length;
    expect(Math.abs(equal / ROWS - 0.5)).toBeLessThan(0.06);
  });
});

it('distinguishes keys whose texts join to the same one', () => {
  const pairs = choose(1000, 20, (index) => ({ rowKey: `a${index}`, ordinal: 1, construct: 'b' })).filter(
    (option, index) =>
      option === chooseVariant({ ...KEY, rowKey: `a${index}1`, ordinal: 0, construct: 'b' }, 1000),
  );
  expect(pairs.length).toBeLessThan(3);
});
