/** Ready towns as dots and skipped ones as triangles, one path each for any number of towns. */
import { roundPixels } from '#web/kit/round-pixels.ts';
import type { MapDrawing } from '#web/kit/town-map.rules.ts';
import type { TownPoint } from '#web/kit/town-regions.rules.ts';

/** Half the side of a triangle. */
const MARK = 5;

export function drawTowns(
  { place }: Pick<MapDrawing, 'place'>,
  points: readonly TownPoint[],
): { ready: string; skipped: string } {
  let [ready, skipped] = ['', ''];
  for (const [latitude, longitude, readyTowns, skippedTowns] of points) {
    const at = place(longitude, latitude);
    if (!at) continue;
    const [x, y] = [roundPixels(at[0]), roundPixels(at[1])];
    if (readyTowns > 0) ready += `M${x},${y}h0`;
    if (skippedTowns > 0) skipped += `M${x},${y - MARK}l${MARK},${2 * MARK - 1}h${-2 * MARK}z`;
  }
  return { ready, skipped };
}
