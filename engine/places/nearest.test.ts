/** Nearest rows: compared with brute force, which is quadratic and simple. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { MAX_LINEAR_GROWTH, measureGrowth } from '#testkit/growth.ts';
import { milesBetween } from './coordinates.ts';
import { type NearestOptions, nearestRows, type Point } from './nearest.ts';

const AUSTIN = { lat: 30.26715, lng: -97.74306 };
const HOUSTON = { lat: 29.76328, lng: -95.36327 };
const DALLAS = { lat: 32.78306, lng: -96.80667 };

function toVector({ lat, lng }: Point): [number, number, number] {
  const [north, east] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

/** Squared chord, as exact as the tree: only then are equal distances equal in both. */
function measureChord(a: Point, b: Point): number {
  const [ax, ay, az] = toVector(a);
  const [bx, by, bz] = toVector(b);
  return (ax - bx) ** 2 + (ay - by) ** 2 + (az - bz) ** 2;
}

/** Sorts all other rows of a row by distance, then by their order after the row. */
function listByForce(points: readonly (Point | undefined)[], options: NearestOptions): number[][] {
  const { count, withinMiles = Infinity } = options;
  return points.map((point, row) => {
    if (!point) return [];
    const others = points.flatMap((other, index) => {
      if (!other || index === row || other.group !== point.group) return [];
      if (milesBetween(point, other) > withinMiles) return [];
      const turn = (index - row + points.length) % points.length;
      return [{ index, turn, distance: measureChord(point, other) }];
    });
    return others
      .sort((a, b) => a.distance - b.distance || a.turn - b.turn)
      .slice(0, count)
      .map(({ index }) => index);
  });
}

/** Few different coordinates, so that many rows share them or are equally far from each other. */
const onGrid = fc.record({
  lat: fc.integer({ min: -3, max: 3 }),
  lng: fc.integer({ min: -3, max: 3 }),
});
const anywhere = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});
const grouped = fc
  .tuple(fc.oneof(onGrid, anywhere), fc.constantFrom('TX', 'LA', undefined))
  .map(([point, group]): Point => (group === undefined ? point : { ...point, group }));
const sheet = fc.array(fc.option(grouped, { nil: undefined, freq: 12 }), { maxLength: 70 });
// A limit between distances of the grid: rounding can't move a row across it.
const options = fc.record({
  count: fc.integer({ min: 1, max: 8 }),
  withinMiles: fc.constantFrom(undefined, 75.5, 120.25, 3000, 13_000),
});

describe('nearestRows', () => {
  it('lists the same rows in the same order as brute force', () => {
    fc.assert(
      fc.property(sheet, options, (points, chosen) => {
        const expected = listByForce(points, chosen);
        const { lists } = nearestRows(points, chosen);
        expect(lists.map((list, row) => list.slice(0, expected[row]?.length))).toEqual(expected);
      }),
      { numRuns: cases(600) },
    );
  });

  it('appends each row that is in no list to the list of its nearest row, and returns the others', () => {
    fc.assert(
      fc.property(sheet, options, (points, chosen) => {
        const plain = listByForce(points, chosen);
        const { lists, orphans } = nearestRows(points, chosen);
        const listed = new Set(plain.flat());
        const unlisted = points.flatMap((_, row) => (listed.has(row) ? [] : [row]));
        const expected = plain.map((list, host) => [
          ...list,
          ...unlisted.filter((row) => plain[row]?.[0] === host),
        ]);
        expect(lists).toEqual(expected);
        expect(orphans).toEqual(unlisted.filter((row) => plain[row]?.length === 0));
      }),
      { numRuns: cases(300) },
    );
  });

  it('leaves no row of a larger sheet without a link to it', () => {
    const points = Array.from({ length: 2000 }, (_, row) => ({
      lat: 30 + ((row * 7919) % 1009) / 300,
      lng: -97 + ((row * 104_729) % 997) / 300,
    }));
    const { lists, orphans } = nearestRows(points, { count: 3 });
    expect(orphans).toEqual([]);
    expect(new Set(lists.flat()).size).toBe(2000);
    expect(lists.flat().length).toBeGreaterThan(6000);
  });

  it('links the rows of one town in a circle, each as often as the others', () => {
    const { lists } = nearestRows(
      Array.from({ length: 5 }, () => AUSTIN),
      { count: 2 },
    );
    expect(lists).toEqual([
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 0],
      [0, 1],
    ]);
  });

  it('finds neighbors across the date line and at the poles', () => {
    const points = [
      { lat: 52, lng: 179.9 },
      { lat: 52, lng: -179.9 },
      { lat: 52, lng: 170 },
      { lat: 89.9, lng: 0 },
      { lat: 89.9, lng: 180 },
    ];
    const { lists } = nearestRows(points, { count: 1 });
    expect(lists.map(([first]) => first)).toEqual([1, 0, 0, 4, 3]);
  });

  it('lists only rows of the same group', () => {
    const points = [
      { ...AUSTIN, group: 'a' },
      { ...AUSTIN, group: 'b' },
      { ...HOUSTON, group: 'a' },
    ];
    expect(nearestRows(points, { count: 5 })).toEqual({ lists: [[2], [], [0]], orphans: [1] });
  });

  it('skips rows without coordinates and returns them as orphans', () => {
    const { lists, orphans } = nearestRows([AUSTIN, undefined, HOUSTON, DALLAS], { count: 1 });
    expect(lists).toEqual([[2, 3], [], [0], []].with(3, [0]));
    expect(orphans).toEqual([1]);
  });

  it('returns empty lists for an empty sheet and for a single row', () => {
    expect(nearestRows([], { count: 5 })).toEqual({ lists: [], orphans: [] });
    expect(nearestRows([AUSTIN], { count: 5 })).toEqual({ lists: [[]], orphans: [0] });
  });

  it.each([
    { lat: 90.1, lng: 0 },
    { lat: -91, lng: 0 },
    { lat: 0, lng: 180.5 },
    { lat: Number.NaN, lng: 0 },
  ])('refuses latitude $lat and longitude $lng', (point) => {
    expect(() => nearestRows([AUSTIN, point], { count: 1 })).toThrow(RangeError);
  });

  const SHAPES: Record<string, (row: number) => Point> = {
    'of the same town': () => AUSTIN,
    'along the equator': (row) => ({ lat: 0, lng: row / 1000 }),
    'around a pole': (row) => ({ lat: 89.9, lng: (row % 36_000) / 100 - 180 }),
    'in the order of a sorted sheet': (row) => ({
      lat: 25 + Math.floor(row / 200) / 10,
      lng: -120 + (row % 200) / 10,
    }),
  };
  for (const [name, toPoint] of Object.entries(SHAPES)) {
    it(`takes linear time for rows ${name}`, () => {
      const prepare = (size: number) => {
        const points = Array.from({ length: size }, (_, row) => toPoint(row));
        return () => nearestRows(points, { count: 5 });
      };
      expect(measureGrowth(prepare, 4000)).toBeLessThanOrEqual(MAX_LINEAR_GROWTH);
    });
  }
});

describe('milesBetween', () => {
  it('measures the distances of an atlas', () => {
    expect(milesBetween(AUSTIN, HOUSTON)).toBeCloseTo(146.3, 0);
    expect(milesBetween(AUSTIN, DALLAS)).toBeCloseTo(182.1, 0);
    expect(milesBetween({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(12_436.8, 0);
    expect(milesBetween(AUSTIN, AUSTIN)).toBe(0);
  });
});
