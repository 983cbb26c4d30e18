/** Small map of the state, or the few states, that towns are in; includes the outlines of all. */
import { useMemo } from 'react';
import { drawStateMap } from './state-map.rules.ts';
import { US_ATLAS } from './us-atlas.ts';

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
