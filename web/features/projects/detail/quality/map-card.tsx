/** Map of the pages by score, and a table by area. */
import { Flex } from '@mantine/core';
import { useMemo } from 'react';
import { AREA_MILES } from '#contract/quality-limits.ts';
import { qualityContract } from '#contract/quality.contract.ts';
import type { QualityMap, RunQuality } from '#contract/run-quality-shapes.ts';
import { useCall } from '#web/client/use-call.ts';
import { Alert } from '#web/kit/alert.tsx';
import { LazyTownMap } from '#web/kit/lazy-town-map.tsx';
import { roundPixels } from '#web/kit/round-pixels.ts';
import type { MapDrawing } from '#web/kit/town-map.rules.ts';
import { addUp } from '#web/kit/town-regions.rules.ts';
import { Card } from '#web/ui/card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import table from '#web/ui/small-table.module.css';
import classes from './map-card.module.css';

/** The same object for each rendering, because the map is drawn anew for another one. */
const WHOLE_STATES = { isWholeRegions: true };
const DOT_PX = 5;
/** Half the diagonal of a diamond. */
const MARK_PX = 4.2;

interface Props {
  projectId: number;
  runId: number;
  quality: RunQuality;
  limit: number;
}

export function MapCard({ projectId, runId, quality, limit }: Props) {
  const input = { params: { id: projectId, run: runId }, query: { below: limit } };
  const { data, error, refetch } = useCall(qualityContract.map, input, { isFinal: true });
  if (error) return <Alert what="Couldn’t load the map." error={error} onRetry={refetch} />;
  if (!data || data.points.length === 0) return null;
  const [ready, weak] = addUp(data.points);
  return (
    <Card title="Where they are" aside={<Legend limit={limit} />}>
      <LazyTownMap
        points={data.points}
        label={`Map of ${formatAmount(ready, 'page')} at ${limit} or more, ${formatCount(weak)} below ${limit}`}
        heads={[`${limit} or more`, `below ${limit}`]}
        countTowns={([, , ...counts]) => counts[0] + counts[1]}
        zoom={WHOLE_STATES}
        {...(quality.areas.length > 0 && {
          table: <AreaTable points={data.points} areas={quality.areas} limit={limit} />,
        })}
      >
        {(drawing) => <Marks drawing={drawing} points={data.points} />}
      </LazyTownMap>
    </Card>
  );
}

function Legend({ limit }: { limit: number }) {
  return (
    <Flex component="ul" gap={16} aria-label="Legend">
      <Flex component="li" align="center" gap={6}>
        <svg width="8" height="8" fill="var(--sea)" aria-hidden="true">
          <circle cx="4" cy="4" r="4" />
        </svg>
        {limit} or more
      </Flex>
      <Flex component="li" align="center" gap={6}>
        <svg width="10" height="10" fill="var(--ochre)" aria-hidden="true">
          <path d="M5 0 10 5 5 10 0 5Z" />
        </svg>
        below {limit}
      </Flex>
    </Flex>
  );
}

function Marks({ drawing, points }: { drawing: MapDrawing; points: QualityMap['points'] }) {
  const { ready, weak } = useMemo(() => drawMarks(drawing, points), [drawing, points]);
  return (
    <>
      {/* Lines without length: their round caps are the dots. */}
      <path
        fill="none"
        stroke="var(--sea)"
        strokeLinecap="round"
        strokeOpacity="0.8"
        strokeWidth={DOT_PX}
        d={ready}
      />
      <path fill="var(--ochre)" stroke="var(--map-land)" strokeWidth="1" paintOrder="stroke" d={weak} />
    </>
  );
}

function drawMarks({ place }: MapDrawing, points: QualityMap['points']): { ready: string; weak: string } {
  let [ready, weak] = ['', ''];
  for (const [latitude, longitude, readyPages, weakPages] of points) {
    const at = place(longitude, latitude);
    if (!at) continue;
    const [x, y] = [roundPixels(at[0]), roundPixels(at[1])];
    if (readyPages > 0) ready += `M${x},${y}h0`;
    if (weakPages > 0)
      weak += `M${x},${roundPixels(y - MARK_PX)}l${MARK_PX},${MARK_PX}l-${MARK_PX},${MARK_PX}l-${MARK_PX},-${MARK_PX}z`;
  }
  return { ready, weak };
}

interface AreaTableProps extends Pick<RunQuality, 'areas'> {
  points: QualityMap['points'];
  limit: number;
}

function AreaTable({ points, areas, limit }: AreaTableProps) {
  const counts = countAreas(points, areas);
  return (
    <div className={classes.areas}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Area</th>
            <th scope="col">{limit} or more</th>
            <th scope="col">below {limit}</th>
          </tr>
        </thead>
        <tbody>
          {counts.map(({ name, ready, weak }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <strong>{formatCount(ready)}</strong>
              </td>
              <td className={classes.weak}>{formatCount(weak)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface AreaCount {
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
function countAreas(points: QualityMap['points'], areas: RunQuality['areas']): AreaCount[] {
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
