/** Pages by the city that they are around. Pure. */
import { AREA_MILES } from '#contract/quality-limits.ts';
import type { QualityMap, RunQuality } from '#contract/run-quality-shapes.ts';

export interface AreaCount {
  name: string;
  ready: number;
  weak: number;
}

const MILES_PER_DEGREE = 69.1;

/** Distance of two places that are close together, in miles. */
function measureMiles(one: readonly [number, number], other: readonly [number, number]): number {
  const scale = Math.cos(((one[0] + other[0]) / 2) * (Math.PI / 180));
  return Math.hypot(one[0] - other[0], (one[1] - other[1]) * scale) * MILES_PER_DEGREE;
}

/** Counts pages by area, those with most weak pages first, then everywhere else. */
export function countAreas(points: QualityMap['points'], areas: RunQuality['areas']): AreaCount[] {
  const counts = areas.map(({ name }): AreaCount => ({ name: `${name} area`, ready: 0, weak: 0 }));
  const rest: AreaCount = { name: 'Everywhere else', ready: 0, weak: 0 };
  for (const [latitude, longitude, ready, weak] of points) {
    let [nearest, miles] = [rest, AREA_MILES];
    for (const [index, area] of areas.entries()) {
      const away = measureMiles([latitude, longitude], [area.latitude, area.longitude]);
      if (away <= miles) [nearest, miles] = [counts[index] ?? rest, away];
    }
    nearest.ready += ready;
    nearest.weak += weak;
  }
  const found = counts.filter(({ ready, weak }) => ready + weak > 0);
  const sorted = found.toSorted((a, b) => b.weak - a.weak || b.ready - a.ready);
  return rest.ready + rest.weak > 0 ? [...sorted, rest] : sorted;
}
