/** Drawing of a map: outlines, grid and neatline as a few paths in pixels, and the position of a town. */
import {
  geoAlbers,
  geoAlbersUsa,
  geoEqualEarth,
  geoGraticule,
  geoPath,
  type GeoPermissibleObjects,
  type GeoProjection,
  type GeoStream,
} from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import type { Region, TownPoint } from './town-regions.rules.ts';

type Topology = Parameters<typeof feature>[0];
type MultiPolygon = Extract<GeoPermissibleObjects, { type: 'MultiPolygon' }>;
type Polygon = MultiPolygon['coordinates'][number];

/** Outlines of states or countries. */
export interface Atlas {
  kind: 'states' | 'countries';
  regions: readonly Region[];
  /**
   * Split into parts that are drawn one after another: drawing all corners at once would block the browser.
   */
  land: readonly MultiPolygon[];
  borders: GeoPermissibleObjects;
}

export interface MapDrawing {
  width: number;
  height: number;
  /** Paths with many corners, each built on demand. */
  writeLand: readonly (() => string)[];
  writeBorders: () => string;
  writeGrid: () => string;
  /** Lines between the mainland, Alaska and Hawaii. */
  rules: string;
  degrees: { text: string; x: number; y: number; isUpright: boolean }[];
  /** @returns pixels; undefined for a town outside the map */
  place: (longitude: number, latitude: number) => [number, number] | null;
}

/** Margins for the degrees, and around the land. */
export const MARGIN = { left: 22, bottom: 20, rest: 8 } as const;
const INSET = 8;
const RATIO = { states: 0.62, countries: 0.56 } as const;
const GRID_DEGREES = 5;
/** Degrees: a map of the states shows no other part of the grid. */
const AROUND_AMERICA: [[number, number], [number, number]] = [
  [-180, 15],
  [-60, 75],
];
/** Limits the zoom on a single town. */
const MAX_SCALE = 6;
/** Insets of the projection, as shares of its scale. */
const ALASKA = { left: -0.425, right: -0.214, top: 0.12 } as const;
const HAWAII = { right: -0.115, top: 0.166 } as const;
const INSETS_BOTTOM = 0.234;
/** End of its land, in the same shares: measuring it takes longer than drawing it. */
const AMERICA = { left: -0.41934, right: 0.361206, top: -0.224638, bottom: 0.231981 } as const;
/** Minimum distance between corners, in pixels. */
const SEEN_PX = 0.6;

/** Borders of all regions together: otherwise each border between two of them is drawn twice. */
const OUTLINES = { states: 'nation', countries: 'land' } as const;

/** Maximum corners of a part, unless a single polygon has more. */
const PART_CORNERS = 2500;

function readShapes(topology: Topology, shapes: Topology['objects'][string]) {
  const found = feature(topology, shapes);
  return (found.type === 'FeatureCollection' ? found.features : [found]).map(({ geometry, properties }) => {
    const { name = '' } = (properties ?? {}) as { name?: string };
    if (geometry.type === 'Polygon') return { name, polygons: [geometry.coordinates] };
    return { name, polygons: geometry.type === 'MultiPolygon' ? geometry.coordinates : [] };
  });
}

function splitPolygons(polygons: readonly Polygon[]): MultiPolygon[] {
  const parts: Polygon[][] = [];
  let room = 0;
  for (const polygon of polygons) {
    const corners = polygon.reduce((sum, ring) => sum + ring.length, 0);
    const part = corners <= room ? parts.at(-1) : undefined;
    room = (part ? room : PART_CORNERS) - corners;
    if (part) part.push(polygon);
    else parts.push([polygon]);
  }
  return parts.map((coordinates) => ({ type: 'MultiPolygon', coordinates }));
}

/** @param kind name of the collection in the file */
export function readAtlas(source: unknown, kind: Atlas['kind']): Atlas {
  const topology = source as Topology;
  const shapes = topology.objects[kind];
  if (shapes?.type !== 'GeometryCollection') throw new Error(`The atlas has no ${kind}.`);
  const outline = topology.objects[OUTLINES[kind]];
  if (!outline) throw new Error(`The atlas has no ${OUTLINES[kind]}.`);
  return {
    kind,
    regions: readShapes(topology, shapes),
    land: splitPolygons(readShapes(topology, outline).flatMap(({ polygons }) => polygons)),
    borders: mesh(topology, shapes as Parameters<typeof mesh>[1], (a, b) => a !== b),
  };
}

export const roundPixels = (pixels: number): number => Math.round(pixels * 10) / 10;

/** Centers the land and scales it to fit. */
function fitAmerica([[left, top], [right, bottom]]: [[number, number], [number, number]]): GeoProjection {
  const scale = Math.min(
    (right - left) / (AMERICA.right - AMERICA.left),
    (bottom - top) / (AMERICA.bottom - AMERICA.top),
  );
  return geoAlbersUsa()
    .scale(scale)
    .translate([
      (left + right - scale * (AMERICA.left + AMERICA.right)) / 2,
      (top + bottom - scale * (AMERICA.top + AMERICA.bottom)) / 2,
    ]);
}

/** Drops corners that a map of this size doesn't show. */
function dropUnseen(sink: GeoStream): GeoStream {
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  return {
    point: (x, y) => {
      if (Math.hypot(x - lastX, y - lastY) < SEEN_PX) return;
      [lastX, lastY] = [x, y];
      sink.point(x, y);
    },
    lineStart: () => {
      [lastX, lastY] = [Number.NaN, Number.NaN];
      sink.lineStart();
    },
    lineEnd: () => sink.lineEnd(),
    polygonStart: () => sink.polygonStart(),
    polygonEnd: () => sink.polygonEnd(),
  };
}

function fitProjection(
  { kind }: Atlas,
  points: readonly TownPoint[],
  [width, height]: [number, number],
): GeoProjection {
  const extent: [[number, number], [number, number]] = [
    [MARGIN.left + INSET, MARGIN.rest + INSET],
    [width - MARGIN.rest - INSET, height - MARGIN.bottom - INSET],
  ];
  if (kind === 'states') return fitAmerica(extent);
  const towns = {
    type: 'MultiPoint' as const,
    coordinates: points.map(([latitude, longitude]) => [longitude, latitude]),
  };
  const whole = geoEqualEarth().fitExtent(extent, { type: 'Sphere' }).scale();
  const near = geoEqualEarth().fitExtent(extent, towns);
  const most = whole * MAX_SCALE;
  if (near.scale() <= most) return near.scale(near.scale() * 0.9);
  const [longitude = 0, latitude = 0] = near.invert?.([width / 2, height / 2]) ?? [];
  return geoEqualEarth()
    .scale(most)
    .center([longitude, latitude])
    .translate([width / 2, height / 2]);
}

/** Positions where a line of one degree crosses an edge of the frame. */
function findCrossing(from: number, to: number, isBefore: (degrees: number) => boolean): number | undefined {
  if (isBefore(from) === isBefore(to)) return undefined;
  let [low, high] = [from, to];
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (isBefore(middle) === isBefore(from)) low = middle;
    else high = middle;
  }
  return low;
}

/** Degrees along the left and lower edges of the mainland. */
function writeDegrees(projection: GeoProjection, [width, height]: [number, number]): MapDrawing['degrees'] {
  const mainland = geoAlbers().scale(projection.scale()).translate(projection.translate());
  const at = (longitude: number, latitude: number) => mainland([longitude, latitude]) ?? [0, 0];
  const [bottom, left] = [height - MARGIN.bottom, MARGIN.left];
  const degrees: MapDrawing['degrees'] = [];
  for (let west = 120; west >= 70; west -= 10) {
    const latitude = findCrossing(10, 50, (each) => at(-west, each)[1] > bottom);
    const x = latitude === undefined ? -1 : at(-west, latitude)[0];
    if (x > left + 30 && x < width - 40)
      degrees.push({ text: `${west}° W`, x: roundPixels(x), y: height - 4, isUpright: true });
  }
  for (let north = 25; north <= 45; north += 5) {
    const longitude = findCrossing(-150, -96, (each) => at(each, north)[0] < left);
    const y = longitude === undefined ? -1 : at(longitude, north)[1];
    if (y > 30 && y < bottom - 20)
      degrees.push({ text: `${north}° N`, x: 12, y: roundPixels(y), isUpright: false });
  }
  return degrees;
}

function ruleInsets(projection: GeoProjection): string {
  const scale = projection.scale();
  const [x, y] = projection.translate();
  const at = (share: number, from: number) => roundPixels(from + share * scale);
  const bottom = at(INSETS_BOTTOM, y);
  return (
    `M${at(ALASKA.left, x)},${at(ALASKA.top, y)}H${at(ALASKA.right, x)}V${bottom}` +
    `M${at(ALASKA.right, x)},${at(HAWAII.top, y)}H${at(HAWAII.right, x)}V${bottom}`
  );
}

export const getMapHeight = ({ kind }: Atlas, width: number): number => Math.round(width * RATIO[kind]);

/** @param width in pixels; the height depends on it */
export function drawTownMap(atlas: Atlas, points: readonly TownPoint[], width: number): MapDrawing {
  const height = getMapHeight(atlas, width);
  const size: [number, number] = [width, height];
  const projection = fitProjection(atlas, points, size);
  const path = geoPath({ stream: (sink) => projection.stream(dropUnseen(sink)) }).digits(1);
  const isStates = atlas.kind === 'states';
  const graticule = geoGraticule().step([GRID_DEGREES, GRID_DEGREES]);
  if (isStates) graticule.extent(AROUND_AMERICA);
  const place: MapDrawing['place'] = (longitude, latitude) => projection([longitude, latitude]);
  return {
    width,
    height,
    writeLand: atlas.land.map((part) => () => path(part) ?? ''),
    writeBorders: () => path(atlas.borders) ?? '',
    writeGrid: () => path(graticule()) ?? '',
    rules: isStates ? ruleInsets(projection) : '',
    degrees: isStates ? writeDegrees(projection, size) : [],
    place,
  };
}
