/** In which state or country towns are: what a map of them says without being seen. */

/** Latitude, longitude, and two amounts of the towns there. */
export type TownPoint = readonly [latitude: number, longitude: number, first: number, second: number];
type Ring = readonly (readonly number[])[];

/** A state or a country, in degrees. */
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

/** Most of the towns are where a map of the United States has room for them. */
export function isAmerican(points: readonly TownPoint[]): boolean {
  let balance = 0;
  for (const [latitude, longitude, first, second] of points) {
    const isInside = AMERICAN.some((box) => isIn(box, longitude, latitude));
    balance += isInside ? first + second : -first - second;
  }
  return balance >= 0;
}

/** Both amounts of all points. */
export function addUp(points: readonly TownPoint[]): [first: number, second: number] {
  const sums: [number, number] = [0, 0];
  for (const [, , first, second] of points) {
    sums[0] += first;
    sums[1] += second;
  }
  return sums;
}

/** As it is searched: a state has a thousand corners, and a sheet ten thousand towns. */
interface Outline {
  name: string;
  box: Box;
  /** Longitude and latitude of one corner after another. */
  rings: readonly Float64Array[];
}

function outline({ name, polygons }: Region): Outline {
  let [west, south, east, north] = [180, 90, -180, -90];
  const rings = polygons.flat().map((ring) => Float64Array.from(ring.flatMap(([x = 0, y = 0]) => [x, y])));
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      const [longitude = 0, latitude = 0] = [ring[at], ring[at + 1]];
      west = Math.min(west, longitude);
      east = Math.max(east, longitude);
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
    }
  return { name, box: [west, south, east, north], rings };
}

/** A line to the west crosses the rings an odd number of times; holes are rings, too. */
function contains({ rings }: Outline, longitude: number, latitude: number): boolean {
  let isInside = false;
  for (const ring of rings) {
    let x0 = ring.at(-2) ?? 0;
    let y0 = ring.at(-1) ?? 0;
    for (let at = 0; at < ring.length; at += 2) {
      const x1 = ring[at] ?? 0;
      const y1 = ring[at + 1] ?? 0;
      const isCrossed =
        y0 > latitude !== y1 > latitude && longitude > x0 + ((latitude - y0) / (y1 - y0)) * (x1 - x0);
      if (isCrossed) isInside = !isInside;
      x0 = x1;
      y0 = y1;
    }
  }
  return isInside;
}

/** The largest first. Towns on a coast may be a little off the coarse outline: they are `elsewhere`. */
export function countByRegion(
  points: readonly TownPoint[],
  regions: readonly Region[],
  elsewhere: string,
): RegionCount[] {
  const outlines = regions.map(outline);
  const counts = new Map<string, RegionCount>();
  for (const [latitude, longitude, first, second] of points) {
    const found = outlines.find(
      (each) => isIn(each.box, longitude, latitude) && contains(each, longitude, latitude),
    );
    const name = found?.name ?? elsewhere;
    const [before, other] = counts.get(name)?.sums ?? [0, 0];
    counts.set(name, { name, sums: [before + first, other + second] });
  }
  const size = ({ sums: [first, second] }: RegionCount) => first + second;
  return [...counts.values()].toSorted((a, b) => size(b) - size(a) || a.name.localeCompare(b.name));
}
