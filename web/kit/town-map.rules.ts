/** Drawing of a map: outlines, grid and neatline as a few paths in pixels, and the position of a town. */
import {
  geoAlbers,
  geoAlbersUsa,
  geoBounds,
  geoCircle,
  geoEqualEarth,
  geoGraticule,
  geoMercator,
  geoPath,
  type GeoPermissibleObjects,
  type GeoProjection,
  type GeoStream,
} from 'd3-geo';
import { feature, mesh } from 'topojson-client';
import { roundPixels } from './round-pixels.ts';
import { findRegions, type Region, type TownPoint } from './town-regions.rules.ts';

type Topology = Parameters<typeof feature>[0];
type MultiPolygon = Extract<GeoPermissibleObjects, { type: 'MultiPolygon' }>;

/** Outlines of states or countries. */
export interface Atlas {
  kind: 'states' | 'countries';
  regions: readonly Region[];
  land: GeoPermissibleObjects;
  borders: GeoPermissibleObjects;
}

/** Shows the surroundings of the towns instead of all states or countries. */
export interface MapZoom {
  /** Also shows the rest of the states or countries that the towns are in, unless they fill a small part of it. */
  isWholeRegions?: boolean;
  /** Area of the towns. */
  circle?: { latitude: number; longitude: number; miles: number };
}

export interface MapDrawing {
  width: number;
  height: number;
  land: string;
  borders: string;
  grid: string;
  /** Lines between the mainland, Alaska and Hawaii. */
  rules: string;
  degrees: { text: string; x: number; y: number; isUpright: boolean }[];
  /** Empty without one. */
  circle: string;
  /** @returns pixels; undefined for a town outside the map */
  place: (longitude: number, latitude: number) => [number, number] | null;
}

/** Margins for the degrees, and around the land. */
export const MARGIN = { left: 22, bottom: 20, rest: 8 } as const;
const INSET = 8;
const RATIO = { states: 0.62, countries: 0.56 } as const;
const GRID_DEGREES = 5;
/** Extent of the grid on a map of the states, in degrees. */
const AROUND_AMERICA: [[number, number], [number, number]] = [
  [-180, 15],
  [-60, 75],
];
/** Limits the zoom on a single town. */
const MAX_SCALE = 6;
const MIN_RADIUS_DEGREES = 0.5;
const MILES_PER_DEGREE = 69.1;
/** Towns that are farther apart are shown on the whole map: Alaska is zoomed to, the mainland isn't. */
const MAX_ZOOM_DEGREES = { longitude: 60, latitude: 22 } as const;
/** Grid steps in degrees; the first one that leaves enough space for the labels is used. */
const GRID_STEPS = [0.1, 0.25, 0.5, 1, 2, 5, 10] as const;
const GRID_PX = 110;
/** Insets of the projection, as shares of its scale. */
const ALASKA = { left: -0.425, right: -0.214, top: 0.12 } as const;
const HAWAII = { right: -0.115, top: 0.166 } as const;
const INSETS_BOTTOM = 0.234;
/** Minimum distance between corners, in pixels. */
const MIN_CORNER_PX = 0.6;

/** Borders of all regions together: otherwise each border between two of them is drawn twice. */
const OUTLINES = { states: 'nation', countries: 'land' } as const;

function readRegions(topology: Topology, shapes: Topology['objects'][string]): Region[] {
  const found = feature(topology, shapes);
  return (found.type === 'FeatureCollection' ? found.features : [found]).map(({ geometry, properties }) => {
    const { name = '' } = (properties ?? {}) as { name?: string };
    if (geometry.type === 'Polygon') return { name, polygons: [geometry.coordinates] };
    return { name, polygons: geometry.type === 'MultiPolygon' ? geometry.coordinates : [] };
  });
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
    regions: readRegions(topology, shapes),
    land: feature(topology, outline),
    borders: mesh(topology, shapes as Parameters<typeof mesh>[1], (a, b) => a !== b),
  };
}

/** Drops corners that a map of this size doesn't show. */
function dropUnseen(sink: GeoStream): GeoStream {
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  return {
    point: (x, y) => {
      if (Math.hypot(x - lastX, y - lastY) < MIN_CORNER_PX) return;
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

type Extent = [[left: number, top: number], [right: number, bottom: number]];

const getFrame = ([width, height]: [number, number], inset: number): Extent => [
  [MARGIN.left + inset, MARGIN.rest + inset],
  [width - MARGIN.rest - inset, height - MARGIN.bottom - inset],
];

const toTowns = (points: readonly TownPoint[]) => ({
  type: 'MultiPoint' as const,
  coordinates: points.map(([latitude, longitude]) => [longitude, latitude]),
});

function fitProjection(
  { kind, land }: Atlas,
  points: readonly TownPoint[],
  [width, height]: [number, number],
): GeoProjection {
  const extent = getFrame([width, height], INSET);
  if (kind === 'states') return geoAlbersUsa().fitExtent(extent, land);
  const towns = toTowns(points);
  const worldScale = geoEqualEarth().fitExtent(extent, { type: 'Sphere' }).scale();
  const near = geoEqualEarth().fitExtent(extent, towns);
  const maxScale = worldScale * MAX_SCALE;
  if (near.scale() <= maxScale) return near.scale(near.scale() * 0.9);
  const [longitude = 0, latitude = 0] = near.invert?.([width / 2, height / 2]) ?? [];
  return geoEqualEarth()
    .scale(maxScale)
    .center([longitude, latitude])
    .translate([width / 2, height / 2]);
}

/** Finds where a meridian or parallel crosses an edge of the frame. */
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

/** Labels of the degrees along the left and lower edges of the mainland. */
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

const drawCircle = (longitude: number, latitude: number, degrees: number) =>
  geoCircle().center([longitude, latitude]).radius(degrees)();

/** Outlines of a state or country. */
export const toShape = ({ polygons }: Region): MultiPolygon => ({
  type: 'MultiPolygon',
  coordinates: polygons as MultiPolygon['coordinates'],
});

/** Towns that fill less of their regions in each direction are shown without the rest. */
const MAX_CLOSER = 3;

/** @returns nothing if the towns are too far apart */
function fitTowns(
  points: readonly TownPoint[],
  { circle, regions = [] }: MapZoom & { regions?: readonly Region[] },
  size: [number, number],
): GeoProjection | undefined {
  const area = circle ? [drawCircle(circle.longitude, circle.latitude, circle.miles / MILES_PER_DEGREE)] : [];
  const outlines = regions.map(toShape);
  const shapes = { type: 'GeometryCollection' as const, geometries: [toTowns(points), ...area, ...outlines] };
  const [[west, south], [east, north]] = geoBounds(shapes);
  const span = east < west ? east + 360 - west : east - west;
  if (!(span <= MAX_ZOOM_DEGREES.longitude && north - south <= MAX_ZOOM_DEGREES.latitude)) return undefined;
  const middle = west + span / 2;
  shapes.geometries.push(drawCircle(middle, (south + north) / 2, MIN_RADIUS_DEGREES));
  return geoMercator()
    .rotate([-middle, 0])
    .fitExtent(getFrame(size, INSET), shapes)
    .clipExtent(getFrame(size, 0));
}

/** Fits the whole regions of the towns, or only the towns if they would be a small cluster in them. */
function fitRegions(
  points: readonly TownPoint[],
  zoom: MapZoom & { regions: readonly Region[] },
  size: [number, number],
): GeoProjection | undefined {
  const towns = fitTowns(points, { ...zoom, regions: [] }, size);
  const whole = fitTowns(points, zoom, size);
  return whole && towns && towns.scale() > MAX_CLOSER * whole.scale() ? towns : whole;
}

const formatDegrees = (degrees: number, [positive, negative]: readonly [string, string]) =>
  `${roundPixels(Math.abs(degrees) * 10) / 10}° ${degrees < 0 ? negative : positive}`;

/** Grid of a zoomed map, whose lines are vertical and horizontal, with its labels. */
function drawGrid(projection: GeoProjection, size: [number, number]) {
  const [[left, top], [right, bottom]] = getFrame(size, 0);
  const [west = 0, north = 0] = projection.invert?.([left, top]) ?? [];
  const [end = 0, south = 0] = projection.invert?.([right, bottom]) ?? [];
  const east = end < west ? end + 360 : end;
  const perPixel = (east - west) / (right - left);
  const step = GRID_STEPS.find((each) => each / perPixel >= GRID_PX) ?? 10;
  const list = (from: number, to: number) =>
    Array.from(
      { length: Math.max(0, Math.floor(to / step) - Math.ceil(from / step) + 1) },
      (_, index) => (Math.ceil(from / step) + index) * step,
    );
  const at = (longitude: number, latitude: number) => projection([longitude, latitude]) ?? [0, 0];
  const upright = list(west, east).map((longitude) => {
    const x = roundPixels(at(longitude, south)[0]);
    const turned = longitude > 180 ? longitude - 360 : longitude;
    return { text: formatDegrees(turned, ['E', 'W']), x, y: size[1] - 4, isUpright: true };
  });
  const level = list(south, north).map((latitude) => {
    const y = roundPixels(at(west, latitude)[1]);
    return { text: formatDegrees(latitude, ['N', 'S']), x: 12, y, isUpright: false };
  });
  return {
    lines: [
      ...upright.map(({ x }) => `M${x},${top}V${bottom}`),
      ...level.map(({ y }) => `M${left},${y}H${right}`),
    ].join(''),
    degrees: [
      ...upright.filter(({ x }) => x > left + 30 && x < right - 30),
      ...level.filter(({ y }) => y > top + 24 && y < bottom - 20),
    ],
  };
}

/** @param view width in pixels, on which the height depends */
export function drawTownMap(
  atlas: Atlas,
  points: readonly TownPoint[],
  { width, zoom }: { width: number; zoom?: MapZoom | undefined },
): MapDrawing {
  const height = Math.round(width * RATIO[atlas.kind]);
  const size: [number, number] = [width, height];
  const regions = zoom?.isWholeRegions ? [...findRegions(points, atlas.regions).keys()] : [];
  const near = zoom && fitRegions(points, { ...zoom, regions }, size);
  const projection = near ?? fitProjection(atlas, points, size);
  const path = geoPath({ stream: (sink) => projection.stream(dropUnseen(sink)) }).digits(1);
  const isStates = atlas.kind === 'states';
  const graticule = geoGraticule().step([GRID_DEGREES, GRID_DEGREES]);
  if (isStates) graticule.extent(AROUND_AMERICA);
  const drawing = {
    width,
    height,
    land: path(atlas.land) ?? '',
    borders: path(atlas.borders) ?? '',
    place: (longitude: number, latitude: number) => projection([longitude, latitude]),
  };
  if (near) {
    const { lines, degrees } = drawGrid(near, size);
    const { latitude = 0, longitude = 0, miles = 0 } = zoom?.circle ?? {};
    const circle = miles > 0 ? path(drawCircle(longitude, latitude, miles / MILES_PER_DEGREE)) : '';
    return { ...drawing, grid: lines, rules: '', degrees, circle: circle ?? '' };
  }
  return {
    ...drawing,
    grid: path(graticule()) ?? '',
    rules: isStates ? ruleInsets(projection) : '',
    degrees: isStates ? writeDegrees(projection, size) : [],
    circle: '',
  };
}
