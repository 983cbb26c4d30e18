/** Clicks as circles by area, and three circles for the legend. Pure. */
import type { MapDrawing } from '#web/kit/town-map.rules.ts';
import type { TownPoint } from '#web/kit/town-regions.rules.ts';

/** Radius of the largest circle on a map of this width; it shrinks with the map. */
const RADIUS_PX = 16;
const RADIUS_AT_PX = 640;
const MIN_RADIUS_PX = 1.5;

export interface Circle {
  x: number;
  y: number;
  radius: number;
}

const findMaxClicks = (points: readonly TownPoint[]): number =>
  points.reduce((maxClicks, [, , clicks]) => Math.max(maxClicks, clicks), 0);

/** @param most clicks of the largest circle */
function toRadius(clicks: number, maxClicks: number, width: number): number {
  const largest = Math.max(RADIUS_PX / 2, (RADIUS_PX * Math.min(width, RADIUS_AT_PX)) / RADIUS_AT_PX);
  return Math.max(MIN_RADIUS_PX, Math.round(largest * Math.sqrt(clicks / maxClicks) * 10) / 10);
}

/** Largest first, so that small ones are drawn on top. */
export function drawClicks(
  { place, width }: Pick<MapDrawing, 'place' | 'width'>,
  points: readonly TownPoint[],
): Circle[] {
  const maxClicks = findMaxClicks(points);
  return points
    .toSorted((a, b) => b[2] - a[2])
    .flatMap(([latitude, longitude, clicks]) => {
      const at = place(longitude, latitude);
      return at ? [{ x: at[0], y: at[1], radius: toRadius(clicks, maxClicks, width) }] : [];
    });
}

/** `3,000`, `1,000`, `300`: round amounts up to the largest, without duplicates. */
export function listSizes(points: readonly TownPoint[], width: number): { clicks: number; radius: number }[] {
  const maxClicks = findMaxClicks(points);
  if (maxClicks === 0) return [];
  const digit = 10 ** Math.floor(Math.log10(maxClicks));
  const first = Math.floor(maxClicks / digit) * digit;
  const amounts = new Set([first, Math.round(first / 3 / (digit / 10)) * (digit / 10), first / 10]);
  return [...amounts]
    .filter((clicks) => clicks >= 1)
    .map((clicks) => ({ clicks: Math.round(clicks), radius: toRadius(clicks, maxClicks, width) }));
}
