/** Joins towns, population, time zones and ZIP codes of several sources to places. */
import { type Coordinates, EARTH_MILES, milesBetween } from '#engine/places/coordinates.ts';
import { foldName } from '#engine/places/fold-name.ts';
import type { Place } from '#engine/places/place.ts';

/** A town of the main source. */
export interface SourceTown extends Coordinates {
  name: string;
  country: string;
  /** `TX` */
  state: string;
  stateName: string;
  county: string;
}

/** A town of the source with population. */
export interface SourcePopulation extends Coordinates {
  names: readonly string[];
  state: string;
  /** 0 if unknown. */
  population: number;
  timezone: string;
}

export interface SourceZip extends Coordinates {
  zip: string;
  city: string;
  state: string;
}

export interface Sources {
  towns: readonly SourceTown[];
  populations: readonly SourcePopulation[];
  zips: readonly SourceZip[];
}

/** Two sources have the same coordinates for a town that was renamed in the meantime. */
const RENAMED_MILES = 0.05;
/** GeoNames has some towns twice: `St Johnsbury` and `Saint Johnsbury`. */
const DUPLICATE_MILES = 3;
/** Entries of the same town in two sources are at most this far apart. */
const SAME_TOWN_MILES = 10;
/** Largest distance of a ZIP code from the town that it is named after. */
const NAMED_ZIP_MILES = 25;
/** A ZIP code at the coordinates of its town has no area: it is for post office boxes or a company. */
const OFFICE_MILES = 0.1;
/** A ZIP code without a town of its name belongs to the nearest one, up to this distance. */
const ZIP_MILES = 16;

type Draft = { -readonly [Key in keyof Place]: Place[Key] } & {
  aliases: string[];
  zips: string[];
  nearZips: string[];
};

function findNearest<Item extends Coordinates>(
  center: Coordinates,
  items: readonly Item[] = [],
  withinMiles = Infinity,
): Item | undefined {
  let nearest: Item | undefined;
  let limit = withinMiles;
  for (const item of items) {
    const miles = milesBetween(center, item);
    if (miles > limit || (nearest && miles === limit)) continue;
    nearest = item;
    limit = miles;
  }
  return nearest;
}

/** Groups items by the names that they are known by in their state. */
function indexNames<Item extends { state: string }>(
  items: readonly Item[],
  getNames: (item: Item) => readonly string[],
): Map<string, Item[]> {
  const index = new Map<string, Item[]>();
  for (const item of items) {
    for (const key of new Set(getNames(item).map((name) => toKey(name, item.state)))) {
      index.set(key, [...(index.get(key) ?? []), item]);
    }
  }
  return index;
}

/**
 * Checks for `New York` and `New York City`, `Foxboro` and `Foxborough`. Other alternate names in GeoNames are often
 * those of villages nearby, or former ones.
 */
function isPartOfOther(a: string, b: string): boolean {
  const [shorter = '', longer = ''] = [foldName(a), foldName(b)].toSorted((x, y) => x.length - y.length);
  return longer.includes(shorter);
}

const toKey = (name: string, state: string): string => `${state} ${foldName(name)}`;
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Joins the sources of one country. A town without an entry in the source of population has the time zone of the
 * nearest one in its state, otherwise in the country. @returns places by state, county and name
 */
export function joinPlaces({ towns, populations, zips }: Sources): Place[] {
  const named = indexNames(populations, ({ names }) => names.slice(0, 1));
  const populationsByState = Map.groupBy(populations, ({ state }) => state);
  const alternates = new Map<Draft, readonly string[]>();
  const drafts = towns.map((town): Draft => {
    const neighbors = populationsByState.get(town.state);
    const entry =
      findNearest(town, named.get(toKey(town.name, town.state)), SAME_TOWN_MILES) ??
      findNearest(town, neighbors, RENAMED_MILES);
    const timezone = (entry ?? findNearest(town, neighbors) ?? findNearest(town, populations))?.timezone;
    if (timezone === undefined) throw new Error(`No time zone for ${town.name}, ${town.state}.`);
    const population = entry?.population || undefined;
    const place = { ...town, population, timezone, aliases: [], zips: [], nearZips: [] };
    if (entry) alternates.set(place, entry.names);
    return place;
  });
  const places = dropDuplicates(drafts);
  addZips(places, alternates, zips);
  return places.toSorted(
    (a, b) =>
      compare(a.state, b.state) || compare(a.county, b.county) || compare(a.name, b.name) || a.lat - b.lat,
  );
}

/** Drops the smaller one of two entries of a town, or the later one. */
function dropDuplicates(places: readonly Draft[]): Draft[] {
  const byName = indexNames(places, ({ name }) => [name]);
  const isDuplicate = (place: Draft, other: Draft) =>
    place.county === other.county && milesBetween(place, other) <= DUPLICATE_MILES;
  return places.filter((place) => {
    const entries = byName.get(toKey(place.name, place.state))?.filter((other) => isDuplicate(place, other));
    const largest = Math.max(...(entries ?? []).map(({ population = 0 }) => population));
    return entries?.find(({ population = 0 }) => population === largest) === place;
  });
}

/** Adds each ZIP code to one place, and the names of ZIP codes that are other names of places. */
function addZips(
  places: readonly Draft[],
  alternates: ReadonlyMap<Draft, readonly string[]>,
  zips: readonly SourceZip[],
): void {
  const byName = indexNames(places, ({ name }) => [name]);
  const byAlternate = indexNames(places, (place) => alternates.get(place) ?? []);
  const byState = Map.groupBy(places, ({ state }) => state);
  const positions = Map.groupBy(zips, ({ lat, lng }) => `${lat},${lng}`);
  const ranks = new Map<string, number>();
  for (const each of new Map(zips.map((zip) => [zip.zip, zip])).values()) {
    const { zip, city, state } = each;
    const key = toKey(city, state);
    const own = findNearest(each, byName.get(key), NAMED_ZIP_MILES);
    const other = own
      ? undefined
      : findNearest(
          each,
          byAlternate.get(key)?.filter(({ name }) => isPartOfOther(name, city)),
          ZIP_MILES,
        );
    const place = own ?? other ?? findNearest(each, byState.get(state), ZIP_MILES);
    if (!place) continue;
    const miles = milesBetween(each, place);
    const isShared = (positions.get(`${each.lat},${each.lng}`)?.length ?? 0) > 1;
    ranks.set(zip, isShared || miles < OFFICE_MILES ? miles + EARTH_MILES : miles);
    if (other && !byName.has(key) && !other.aliases.includes(city)) other.aliases.push(city);
    (own || other ? place.zips : place.nearZips).push(zip);
  }
  const sortByRank = (list: string[]) =>
    list.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0) || compare(a, b));
  for (const place of places) {
    place.aliases.sort(compare);
    // The file preserves the first one only; the others are in ascending order there.
    for (const list of [place.zips, place.nearZips]) {
      const [first, ...rest] = sortByRank(list);
      if (first !== undefined) list.splice(0, list.length, first, ...rest.sort(compare));
    }
  }
}
