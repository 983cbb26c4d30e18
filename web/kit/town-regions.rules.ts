/** State or country of each town: the text alternative of the map. */

/** Latitude, longitude, and two amounts of the towns there. */
export type TownPoint = readonly [latitude: number, longitude: number, first: number, second: number];
type Ring = readonly (readonly number[])[];

/** State or country, in degrees. */
export interface Region {
  name: string;
  polygons: readonly (readonly Ring[])[];
}

export interface RegionCount {
  name: string;
  sums: readonly [first: number, second: number];
}

/** West, south, east, north. */
type Box = readonly [number, number, number, number];

/** Contiguous states, Alaska on both sides of the date line, Hawaii. */
const AMERICAN: readonly Box[] = [
  [-125, 24.3, -66.8, 49.5],
  [-180, 51, -129, 71.6],
  [172, 51, 180, 54],
  [-160.6, 18.7, -154.6, 22.5],
];

const isIn = ([west, south, east, north]: Box, longitude: number, latitude: number) =>
  longitude >= west && longitude <= east && latitude >= south && latitude <= north;

/** True if a map of the United States shows most of the towns. */
export function isAmerican(points: readonly TownPoint[]): boolean {
  let balance = 0;
  for (const [latitude, longitude, first, second] of points) {
    const isInside = AMERICAN.some((box) => isIn(box, longitude, latitude));
    balance += isInside ? first + second : -first - second;
  }
  return balance >= 0;
}

/** Totals of both amounts. */
export function addUp(points: readonly TownPoint[]): [first: number, second: number] {
  const sums: [number, number] = [0, 0];
  for (const [, , first, second] of points) {
    sums[0] += first;
    sums[1] += second;
  }
  return sums;
}

function toBox(corners: Ring): Box {
  const longitudes = corners.map(([longitude = 0]) => longitude);
  const latitudes = corners.map(([, latitude = 0]) => latitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}

/** Ray casting: a line to the west crosses the rings an odd number of times; holes are rings, too. */
function isInRings(rings: readonly Ring[], longitude: number, latitude: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    let [x0 = 0, y0 = 0] = ring.at(-1) ?? [];
    for (const [x1 = 0, y1 = 0] of ring) {
      const isCrossed = y0 > latitude !== y1 > latitude;
      if (isCrossed && longitude > x0 + ((latitude - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside;
      [x0, y0] = [x1, y1];
    }
  }
  return isInside;
}

/** Adds the towns of each region; coastal towns may be outside the coarse outlines: they have none. */
function groupByRegion(
  points: readonly TownPoint[],
  regions: readonly Region[],
): Map<Region | undefined, [first: number, second: number]> {
  const outlines = regions.map((region) => {
    const rings = region.polygons.flat();
    return { region, rings, box: toBox(rings.flat()) };
  });
  const groups = new Map<Region | undefined, [number, number]>();
  for (const [latitude, longitude, first, second] of points) {
    const found = outlines.find(
      ({ box, rings }) => isIn(box, longitude, latitude) && isInRings(rings, longitude, latitude),
    );
    const [before, other] = groups.get(found?.region) ?? [0, 0];
    groups.set(found?.region, [before + first, other + second]);
  }
  return groups;
}

/** Counts the towns of the regions that have some. */
export function findRegions(points: readonly TownPoint[], regions: readonly Region[]): Map<Region, number> {
  const counts = new Map<Region, number>();
  for (const [region, [first, second]] of groupByRegion(points, regions))
    if (region) counts.set(region, first + second);
  return counts;
}

/** Largest first. */
export function countByRegion(
  points: readonly TownPoint[],
  regions: readonly Region[],
  elsewhere: string,
): RegionCount[] {
  const size = ({ sums: [first, second] }: RegionCount) => first + second;
  return [...groupByRegion(points, regions)]
    .map(([region, sums]) => ({ name: region?.name ?? elsewhere, sums }))
    .toSorted((a, b) => size(b) - size(a) || a.name.localeCompare(b.name));
}
