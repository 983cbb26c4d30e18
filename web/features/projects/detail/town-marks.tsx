/** Towns of a run on a map; the first skipped ones are labeled. */
import { useMemo } from 'react';
import type { RunTowns } from '#contract/run-view-shapes.ts';
import { NAMED_PX } from '#web/kit/town-map.tsx';
import { roundPixels } from '#web/kit/round-pixels.ts';
import type { MapDrawing } from '#web/kit/town-map.rules.ts';
import type { TownPoint } from '#web/kit/town-regions.rules.ts';
import { formatCount } from '#web/ui/format-figure.ts';

/** More names would overlap. */
const MAX_NAMED = 4;

/** Diameter of a town on a map of this width; it shrinks with the map. */
const DOT_PX = 4.2;
const DOT_AT_PX = 640;

/** Half the side of a triangle. */
const MARK = 5;

/** Ready towns as dots and skipped ones as triangles, one path each for any number of towns. */
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

export function TownMarks({ drawing, towns }: { drawing: MapDrawing; towns: RunTowns }) {
  const { points, skipped: named } = towns;
  const { ready, skipped } = useMemo(() => drawTowns(drawing, points), [drawing, points]);
  return (
    <>
      {/* Lines without length: their round caps are the dots. */}
      <path
        fill="none"
        stroke="var(--sea)"
        strokeLinecap="round"
        strokeOpacity="0.7"
        d={ready}
        strokeWidth={DOT_PX * Math.min(1, drawing.width / DOT_AT_PX)}
      />
      <path
        fill="var(--crimson)"
        stroke="var(--map-land)"
        strokeWidth="1.5"
        paintOrder="stroke"
        d={skipped}
      />
      {named.length <= MAX_NAMED && drawing.width >= NAMED_PX && <Names drawing={drawing} towns={named} />}
    </>
  );
}

/** Space for a name. */
const NAME_PX = { width: 120, height: 28 };

interface NameProps {
  drawing: MapDrawing;
  towns: RunTowns['skipped'];
}

/** Places labels: of several towns close together, only the first has one. */
function placeNames({ drawing, towns }: NameProps) {
  const placed: { row: number; label: string; x: number; y: number }[] = [];
  for (const { row, label, latitude, longitude } of towns) {
    const [x, y] = drawing.place(longitude, latitude) ?? [];
    if (x === undefined || y === undefined) continue;
    const isTaken = placed.some(
      (name) => Math.abs(name.x - x) < NAME_PX.width && Math.abs(name.y - y) < NAME_PX.height,
    );
    if (!isTaken) placed.push({ row, label, x, y });
  }
  return placed;
}

function Names(props: NameProps) {
  const { drawing } = props;
  return placeNames(props).map(({ row, label, x, y }) => {
    const isLeft = x > drawing.width * 0.75;
    const words = { x: x + (isLeft ? -10 : 10), textAnchor: isLeft ? ('end' as const) : ('start' as const) };
    return (
      <g
        key={row}
        fill="var(--text)"
        fontSize="12px"
        fontWeight="600"
        stroke="var(--map-land)"
        strokeLinejoin="round"
        strokeWidth="4"
        paintOrder="stroke"
      >
        <text {...words} y={y - 1}>
          {label}
        </text>
        <text {...words} y={y + 12} fill="var(--text2)" fontSize="11px" fontWeight="400">
          row {formatCount(row)}
        </text>
      </g>
    );
  });
}
