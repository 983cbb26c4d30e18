/** Names where pages are: the large cities around which they are. */
import { AREA_MILES } from '#contract/quality-limits.ts';
import type { Place, Places } from '#engine';
import { milesBetween } from '#engine/places/places.ts';

/** Town of a row, as its sheet has it. */
export interface TownAt {
  /** `Katy, TX` */
  label: string;
  latitude: number;
  longitude: number;
}

export interface Area {
  name: string;
  latitude: number;
  longitude: number;
}

/** Cities that name an area. */
const MIN_POPULATION = 100_000;
/** Cities that are closer together share an area, named for the larger one. */
const APART_MILES = 60;
const MAX_AREAS = 5;
/** Smaller areas aren't listed. */
const MIN_PAGES = 2;
/** Cells per degree, in which towns are counted together. */
const CELLS = 10;

interface Cell {
  latitude: number;
  longitude: number;
  count: number;
}

function countCells(towns: readonly TownAt[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const town of towns) {
    const [latitude, longitude] = [town.latitude, town.longitude].map(
      (each) => Math.round(each * CELLS) / CELLS,
    );
    const key = `${latitude},${longitude}`;
    const cell = cells.get(key);
    if (cell) cell.count += 1;
    else cells.set(key, { latitude: latitude ?? 0, longitude: longitude ?? 0, count: 1 });
  }
  return [...cells.values()];
}

const measure = (one: Area | Cell | TownAt, other: Area | Cell | TownAt) =>
  milesBetween({ lat: one.latitude, lng: one.longitude }, { lat: other.latitude, lng: other.longitude });

const toArea = ({ name, lat, lng }: Place): Area => ({ name, latitude: lat, longitude: lng });

/** Finds the cities with most pages around them, at most five; the larger of two neighboring cities. */
export function findAreas(towns: readonly TownAt[], places: Places): Area[] {
  const cells = countCells(towns);
  const cities = places.all
    .filter(({ population = 0 }) => population >= MIN_POPULATION)
    .toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0))
    .map(toArea);
  const found: (Area & { pages: number })[] = [];
  for (const city of cities) {
    if (found.some((larger) => measure(larger, city) < APART_MILES)) continue;
    let pages = 0;
    for (const cell of cells) if (measure(cell, city) <= AREA_MILES) pages += cell.count;
    if (pages >= MIN_PAGES) found.push({ ...city, pages });
  }
  return found
    .toSorted((a, b) => b.pages - a.pages)
    .slice(0, MAX_AREAS)
    .map(({ name, latitude, longitude }) => ({ name, latitude, longitude }));
}

const toMedian = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/**
 * Names what pages are around: the city of the area, or else the town in their middle.
 * @returns null if most of them are elsewhere
 */
export function nameSurroundings(towns: readonly TownAt[], areas: readonly Area[]): string | null {
  if (towns.length === 0) return null;
  const middle = {
    name: '',
    latitude: toMedian(towns.map(({ latitude }) => latitude)),
    longitude: toMedian(towns.map(({ longitude }) => longitude)),
  };
  const city = areas.find((area) => measure(area, middle) <= AREA_MILES);
  const center = city ?? middle;
  const near = towns.filter((town) => measure(town, center) <= AREA_MILES).length;
  if (near * 2 <= towns.length) return null;
  if (city) return city.name;
  const [closest] = towns.toSorted((a, b) => measure(a, middle) - measure(b, middle));
  return closest?.label.split(',')[0]?.trim() || null;
}
