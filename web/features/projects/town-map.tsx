/** The map of a run's towns, and the same in figures: how many are ready and skipped in each state or country. */
import { useId, useMemo } from 'react';
import type { RunTowns } from '#contract/run-shapes.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { useWidth } from '#web/ui/use-width.ts';
import classes from './town-map.module.css';
import { type Atlas, drawTownMap, type MapDrawing, MARGIN } from './town-map.rules.ts';
import { countByRegion, countTowns, type RegionCount } from './town-regions.rules.ts';

export interface TownMapProps {
  towns: RunTowns;
}

/** So many skipped towns are named; more names would cover each other. */
const NAMED_MOST = 4;
/** A narrower map has no room for names and degrees. */
const NAMED_PX = 480;

/** Diameter of a town on a map of this width; on a narrower one it is smaller, too. */
const DOT_PX = 4.2;
const DOT_AT_PX = 640;

interface Props extends TownMapProps {
  atlas: Atlas;
  /** Where towns are that no outline contains. */
  elsewhere: string;
}

export function TownMap({ atlas, elsewhere, towns }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>();
  const { points, skipped: named } = towns;
  const drawing = useMemo(
    () => (width > 0 ? drawTownMap(atlas, points, width) : undefined),
    [atlas, points, width],
  );
  const regions = useMemo(() => countByRegion(points, atlas.regions, elsewhere), [points, atlas, elsewhere]);
  const { ready, skipped } = countTowns(points);
  const label = `Map of ${formatAmount(ready, 'town')} ready, ${formatCount(skipped)} skipped`;
  return (
    <div className={classes.pair}>
      <div ref={ref}>
        {drawing && (
          <svg
            className={classes.map}
            width={drawing.width}
            height={drawing.height}
            viewBox={`0 0 ${drawing.width} ${drawing.height}`}
            role="img"
            aria-label={label}
          >
            <Ground drawing={drawing} />
            <path
              className={classes.ready}
              d={drawing.ready}
              strokeWidth={DOT_PX * Math.min(1, drawing.width / DOT_AT_PX)}
            />
            <path className={classes.skipped} d={drawing.skipped} />
            {named.length <= NAMED_MOST && drawing.width >= NAMED_PX && (
              <Names drawing={drawing} towns={named} />
            )}
          </svg>
        )}
        {drawing && drawing.outside > 0 && (
          <p className={classes.note}>{formatAmount(drawing.outside, 'town')} outside this map</p>
        )}
      </div>
      <RegionTable regions={regions} noun={atlas.kind === 'states' ? 'State' : 'Country'} />
    </div>
  );
}

function Ground({ drawing }: { drawing: MapDrawing }) {
  const clip = useId();
  const { width, height, land, borders, grid, rules, degrees } = drawing;
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
        <path className={classes.land} d={land} />
        <path className={classes.borders} d={borders} />
        <path className={classes.grid} d={grid} />
        <path className={classes.rules} d={rules} />
      </g>
      <rect className={classes.frame} {...frame} />
      <rect className={classes.zebra} {...frame} />
      {width >= NAMED_PX &&
        degrees.map(({ text, x, y, isUpright }) => (
          <text
            key={text}
            className={classes.degrees}
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

function Names({ drawing, towns }: { drawing: MapDrawing; towns: RunTowns['skipped'] }) {
  return towns.map(({ row, label, latitude, longitude }) => {
    const at = drawing.place(longitude, latitude);
    if (!at) return null;
    const [x, y] = at;
    const isLeft = x > drawing.width * 0.75;
    const words = { x: x + (isLeft ? -10 : 10), textAnchor: isLeft ? ('end' as const) : ('start' as const) };
    return (
      <g key={row} className={classes.name}>
        <text {...words} y={y - 1}>
          {label}
        </text>
        <text {...words} y={y + 12} className={classes.row}>
          row {formatCount(row)}
        </text>
      </g>
    );
  });
}

function RegionTable({ regions, noun }: { regions: readonly RegionCount[]; noun: string }) {
  const hasSkipped = regions.some(({ skipped }) => skipped > 0);
  return (
    // Scrolls by keyboard, too.
    <div className={classes.regions} tabIndex={0} role="region" aria-label={`Towns by ${noun.toLowerCase()}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{noun}</th>
            <th scope="col">Ready</th>
            {hasSkipped && <th scope="col">Skipped</th>}
          </tr>
        </thead>
        <tbody>
          {regions.map(({ name, ready, skipped }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatCount(ready)}</td>
              {hasSkipped && <td>{formatCount(skipped)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
