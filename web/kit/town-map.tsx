/** Map of towns with marks of a noun, and a table with two amounts per state or country. */
import { Box } from '@mantine/core';
import { type ReactNode, useId, useMemo } from 'react';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { useWidth } from '#web/ui/use-width.ts';
import classes from './town-map.module.css';
import { type Atlas, drawTownMap, type MapDrawing, type MapZoom, MARGIN } from './town-map.rules.ts';
import { countByRegion, type RegionCount, type TownPoint } from './town-regions.rules.ts';
import table from '#web/ui/small-table.module.css';

/** Narrower maps have no names and degrees. */
export const NAMED_PX = 480;

export interface TownMapProps {
  points: readonly TownPoint[];
  /** Text alternative of the map, in one sentence. */
  label: string;
  /** Heads of the two amounts; the second column is left out if it's empty. */
  heads: readonly [first: string, second: string];
  /** For towns outside the map. */
  countTowns: (point: TownPoint) => number;
  /** Legend of the marks. */
  legend?: ReactNode;
  zoom?: MapZoom;
  /** Replaces the table by state or country. */
  table?: ReactNode;
  /** Marks on the map. */
  children: (drawing: MapDrawing) => ReactNode;
}

interface Props extends TownMapProps {
  atlas: Atlas;
  /** Name for towns outside of all outlines. */
  elsewhere: string;
}

export function TownMap({ atlas, elsewhere, ...map }: Props) {
  const { points, label, heads, countTowns, legend, zoom, table: ownTable, children } = map;
  const { ref, width } = useWidth<HTMLDivElement>();
  const drawing = useMemo(
    () => (width > 0 ? drawTownMap(atlas, points, { width, zoom }) : undefined),
    [atlas, points, width, zoom],
  );
  const regions = useMemo(() => countByRegion(points, atlas.regions, elsewhere), [points, atlas, elsewhere]);
  const outside = drawing ? countOutside(drawing, points, countTowns) : 0;
  return (
    <div className={classes.pair}>
      <div ref={ref}>
        {drawing && (
          <svg
            style={{ display: 'block', maxWidth: '100%', overflow: 'visible' }}
            width={drawing.width}
            height={drawing.height}
            viewBox={`0 0 ${drawing.width} ${drawing.height}`}
            role="img"
            aria-label={label}
          >
            <MapBase drawing={drawing} />
            {children(drawing)}
          </svg>
        )}
        {legend}
        {outside > 0 && (
          <Box component="p" mt={8} c="var(--text2)" fz="small">
            {formatAmount(outside, 'town')} outside this map
          </Box>
        )}
      </div>
      {ownTable ?? (
        <RegionTable regions={regions} noun={atlas.kind === 'states' ? 'State' : 'Country'} heads={heads} />
      )}
    </div>
  );
}

function countOutside(
  { place }: MapDrawing,
  points: readonly TownPoint[],
  countTowns: TownMapProps['countTowns'],
): number {
  let outside = 0;
  for (const point of points) if (!place(point[1], point[0])) outside += countTowns(point);
  return outside;
}

function MapBase({ drawing }: { drawing: MapDrawing }) {
  const clip = useId();
  const { width, height, land, borders, grid, rules, degrees, circle } = drawing;
  const frame = {
    x: MARGIN.left,
    y: MARGIN.rest,
    width: width - MARGIN.left - MARGIN.rest,
    height: height - MARGIN.rest - MARGIN.bottom,
  };
  return (
    <>
      <clipPath id={clip}>
        <rect {...frame} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path fill="var(--map-land)" d={land} />
        <path fill="none" stroke="var(--raised)" strokeWidth="0.8" d={borders} />
        <path fill="none" stroke="var(--line)" strokeWidth="0.7" d={grid} />
        <path fill="none" stroke="var(--line2)" strokeWidth="0.7" d={rules} />
        <path fill="var(--sea)" fillOpacity="0.08" stroke="var(--sea)" strokeDasharray="4" d={circle} />
      </g>
      <rect fill="none" stroke="var(--line2)" {...frame} />
      {/* Neatline: a frame with alternating filled segments. */}
      <rect fill="none" stroke="var(--contour-index)" strokeDasharray="40" strokeWidth="4" {...frame} />
      {width >= NAMED_PX &&
        degrees.map(({ text, x, y, isUpright }) => (
          <text
            key={text}
            fill="var(--text3)"
            fontFamily="var(--mono)"
            fontSize="10px"
            textAnchor="middle"
            x={x}
            y={y}
            {...(!isUpright && { transform: `rotate(-90 ${x} ${y})` })}
          >
            {text}
          </text>
        ))}
    </>
  );
}

interface RegionTableProps {
  regions: readonly RegionCount[];
  noun: string;
  heads: TownMapProps['heads'];
}

function RegionTable({ regions, noun, heads: [first, second] }: RegionTableProps) {
  const hasSecond = regions.some(({ sums }) => sums[1] > 0);
  return (
    // Focusable, so that it scrolls by keyboard.
    <div className={classes.regions} tabIndex={0} role="region" aria-label={`Towns by ${noun.toLowerCase()}`}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">{noun}</th>
            <th scope="col">{first}</th>
            {hasSecond && <th scope="col">{second}</th>}
          </tr>
        </thead>
        <tbody>
          {regions.map(({ name, sums }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(sums[0])}</td>
              {hasSecond && <td>{formatCount(sums[1])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
