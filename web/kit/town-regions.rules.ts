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

/** Height of a band in degrees: of a state's thousand corners, only a few are at the latitude of a town. */
const BAND = 0.25;

/** Region indexed for ten thousand towns. */
class Outline {
  readonly name: string;
  readonly #rings: readonly Ring[];
  #west = 180;
  #south = 90;
  #east = -180;
  #north = -90;
  /** For each band the lines that cross it, as pairs of corners; built when a town is near. */
  #bands: number[][] | undefined;

  constructor({ name, polygons }: Region) {
    this.name = name;
    this.#rings = polygons.flat();
    for (const ring of this.#rings)
      for (const [longitude = 0, latitude = 0] of ring) {
        this.#west = Math.min(this.#west, longitude);
        this.#east = Math.max(this.#east, longitude);
        this.#south = Math.min(this.#south, latitude);
        this.#north = Math.max(this.#north, latitude);
      }
  }

  #bandOf(latitude: number): number {
    return Math.floor((latitude - this.#south) / BAND);
  }

  #sortLines(): number[][] {
    const bands: number[][] = Array.from({ length: this.#bandOf(this.#north) + 1 }, () => []);
    for (const ring of this.#rings) {
      let [x0 = 0, y0 = 0] = ring.at(-1) ?? [];
      for (const [x1 = 0, y1 = 0] of ring) {
        const last = this.#bandOf(Math.max(y0, y1));
        for (let band = this.#bandOf(Math.min(y0, y1)); band <= last; band += 1)
          bands[band]?.push(x0, y0, x1, y1);
        [x0, y0] = [x1, y1];
      }
    }
    return bands;
  }

  /** Ray casting: a line to the west crosses the rings an odd number of times; holes are rings, too. */
  contains(longitude: number, latitude: number): boolean {
    if (longitude < this.#west || longitude > this.#east) return false;
    if (latitude < this.#south || latitude > this.#north) return false;
    this.#bands ??= this.#sortLines();
    const lines = this.#bands[this.#bandOf(latitude)] ?? [];
    let isInside = false;
    for (let at = 0; at < lines.length; at += 4) {
      const y0 = lines[at + 1] ?? 0;
      const y1 = lines[at + 3] ?? 0;
      if (y0 > latitude === y1 > latitude) continue;
      const x0 = lines[at] ?? 0;
      const x1 = lines[at + 2] ?? 0;
      if (longitude > x0 + ((latitude - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside;
    }
    return isInside;
  }
}

/** Counts the towns of the regions that have some; coastal towns may be outside the coarse outlines. */
export function findRegions(points: readonly TownPoint[], regions: readonly Region[]): Map<Region, number> {
  const outlines = regions.map((region) => ({ region, outline: new Outline(region) }));
  const counts = new Map<Region, number>();
  for (const [latitude, longitude, first, second] of points) {
    const found = outlines.find(({ outline }) => outline.contains(longitude, latitude));
    if (found) counts.set(found.region, (counts.get(found.region) ?? 0) + first + second);
  }
  return counts;
}

/** Largest first. Coastal towns may be outside the coarse outline: they are `elsewhere`. */
export function countByRegion(
  points: readonly TownPoint[],
  regions: readonly Region[],
  elsewhere: string,
): RegionCount[] {
  const outlines = regions.map((region) => new Outline(region));
  const counts = new Map<string, RegionCount>();
  for (const [latitude, longitude, first, second] of points) {
    const found = outlines.find((each) => each.contains(longitude, latitude));
    const name = found?.name ?? elsewhere;
    const [before, other] = counts.get(name)?.sums ?? [0, 0];
    counts.set(name, { name, sums: [before + first, other + second] });
  }
  const size = ({ sums: [first, second] }: RegionCount) => first + second;
  return [...counts.values()].toSorted((a, b) => size(b) - size(a) || a.name.localeCompare(b.name));
}
