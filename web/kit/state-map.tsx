/** Small map of the state, or the few states, that towns are in; includes the outlines of all. */
import { useMemo } from 'react';
import { geoMercator, geoPath } from 'd3-geo';
import { US_ATLAS } from './us-atlas.ts';
import { roundPixels } from './round-pixels.ts';
import { toShape } from './town-map.rules.ts';
import { findRegions, type Region } from './town-regions.rules.ts';

export interface StateMapProps {
  /** Latitude and longitude. */
  points: readonly (readonly [number, number])[];
  width: number;
  height: number;
}

/** Decoration next to a text that says where the towns are. */
export function StateMap({ points, width, height }: StateMapProps) {
  const drawing = useMemo(
    () => drawStateMap(US_ATLAS.regions, points, [width, height]),
    [points, width, height],
  );
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {drawing && (
        <>
          <path d={drawing.land} fill="var(--line)" stroke="var(--raised)" strokeWidth={0.8} />
          {/* Lines without length: their round caps are the dots. */}
          <path d={drawing.towns} fill="none" stroke="var(--ochre)" strokeWidth={4} strokeLinecap="round" />
        </>
      )}
    </svg>
  );
}

type Point = readonly [latitude: number, longitude: number];

/** More states would be too small. */
const MAX_STATES = 6;
/** Smaller shares of the towns don't add their state. */
const MIN_SHARE = 0.05;
const MARGIN = 3;

/** @returns paths in pixels; undefined if the towns are in no state, or in many */
export function drawStateMap(
  regions: readonly Region[],
  points: readonly Point[],
  [width, height]: [number, number],
): { land: string; towns: string } | undefined {
  const counts = findRegions(
    points.map(([latitude, longitude]) => [latitude, longitude, 1, 0]),
    regions,
  );
  const shown = [...counts]
    .filter(([, count]) => count >= points.length * MIN_SHARE)
    .map(([region]) => region);
  if (shown.length === 0 || shown.length > MAX_STATES) return undefined;
  const shapes = { type: 'GeometryCollection' as const, geometries: shown.map(toShape) };
  const projection = geoMercator()
    // The middle of the country, so that the islands of Alaska don't cross the edge.
    .rotate([98, 0])
    .fitExtent(
      [
        [MARGIN, MARGIN],
        [width - MARGIN, height - MARGIN],
      ],
      shapes,
    );
  let towns = '';
  for (const [latitude, longitude] of points) {
    const at = projection([longitude, latitude]);
    if (at) towns += `M${roundPixels(at[0])},${roundPixels(at[1])}h0`;
  }
  return { land: geoPath(projection).digits(1)(shapes) ?? '', towns };
}
