/** The door of this folder: looks up towns in a file of places, by name, county, ZIP code and distance. */
import { type Coordinates, milesBetween, requireCoordinates } from './coordinates.ts';
import { foldCounty, foldName } from './fold-name.ts';
import type { Place } from './place.ts';
import { readPlacesFile } from './places-file.ts';

export { areCoordinates, type Coordinates, milesBetween } from './coordinates.ts';
export { type Place, PLACE_COLUMNS, type PlaceColumn, toRowValues } from './place.ts';

/** Cells of a row. Empty and missing ones are the same. */
export interface PlaceQuery {
  city?: string | undefined;
  /** Code, name, or an abbreviation such as `Tex.` Without it, towns of all states are found. */
  state?: string | undefined;
  county?: string | undefined;
  zip?: string | undefined;
  lat?: number | undefined;
  lng?: number | undefined;
}

export type FoundPlace =
  | { kind: 'one'; place: Place }
  | { kind: 'ambiguous'; candidates: readonly Place[] }
  | { kind: 'none' };

export interface AreaOptions {
  withinMiles: number;
  /** Leaves out smaller towns and those of unknown population. */
  minPopulation?: number | undefined;
}

export interface PlaceAt {
  place: Place;
  miles: number;
}

/** A town and a row's own coordinates for it are at most this far apart. */
const SAME_TOWN_MILES = 25;
/** First letters of the name of a state: `Tex.` */
const SHORT_NAME = /^\p{L}{3,}\.$/u;

function addTo(index: Map<string, Place[]>, key: string, place: Place): void {
  const places = index.get(key);
  if (!places) index.set(key, [place]);
  else if (!places.includes(place)) places.push(place);
}

/** Narrows candidates; those of a criterion that none of them meets stay. */
function prefer(candidates: Place[], meets: (place: Place) => boolean): Place[] {
  const narrowed = candidates.length > 1 ? candidates.filter(meets) : candidates;
  return narrowed.length > 0 ? narrowed : candidates;
}

/** Returns the candidate nearest to a row's own coordinates, unless it is another town. */
function findAt(center: Coordinates, candidates: readonly Place[]): Place[] {
  requireCoordinates(center);
  return candidates
    .filter((place) => milesBetween(center, place) <= SAME_TOWN_MILES)
    .sort((a, b) => milesBetween(center, a) - milesBetween(center, b))
    .slice(0, 1);
}

function selectPopulated(places: readonly Place[], min = 0): readonly Place[] {
  return min > 0 ? places.filter(({ population = 0 }) => population >= min) : places;
}

/** Returns the five digits of `78701`, `78701-1234`, or `501`, which spreadsheets make of `00501`. */
export function normalizeZip(text: string): string | undefined {
  const [, digits] = /^(\d{3,5})(?:-\d{4})?$/.exec(text.trim()) ?? [];
  return digits?.padStart(5, '0');
}

/** Towns of one file. Lists are in the order of the file: by state, county and name. */
export class Places {
  readonly version: string;
  readonly credits: string;
  readonly all: readonly Place[];
  readonly #byState: ReadonlyMap<string, readonly Place[]>;
  /** Codes of states by their folded codes and names; two countries may have a state of the same name. */
  readonly #codes = new Map<string, readonly string[]>();
  #byName: Map<string, Place[]> | undefined;
  #byZip: Map<string, Place> | undefined;

  constructor(file: { version: string; credits: string; places: readonly Place[] }) {
    this.version = file.version;
    this.credits = file.credits;
    this.all = file.places;
    this.#byState = Map.groupBy(this.all, ({ state }) => state);
    for (const [code, [first]] of this.#byState) {
      for (const key of new Set([code, first?.stateName ?? code].map(foldName)))
        this.#codes.set(key, [...(this.#codes.get(key) ?? []), code]);
    }
  }

  /** Lists the codes of states with that code or name, or with the only name that begins like `Tex.` */
  #listCodes(state: string): readonly string[] {
    const key = foldName(state);
    const codes = this.#codes.get(key);
    if (codes || !SHORT_NAME.test(state.trim())) return codes ?? [];
    const begun = [...this.#codes].filter(([name]) => name.startsWith(key));
    return begun.length === 1 ? (begun[0]?.[1] ?? []) : [];
  }

  #indexNames(): Map<string, Place[]> {
    const index = new Map<string, Place[]>();
    for (const place of this.all) {
      for (const name of [place.name, ...place.aliases]) addTo(index, foldName(name), place);
    }
    return index;
  }

  /**
   * Finds the town of a row. County, ZIP code and coordinates choose between towns of the same name; coordinates far
   * from all of them are another town. Without a city, the ZIP code is looked up.
   * @throws {RangeError} for coordinates that are out of range
   */
  find(query: PlaceQuery): FoundPlace {
    const { city = '', zip = '', lat, lng } = query;
    if (city.trim() === '') {
      const place = this.withZip(zip);
      return place ? { kind: 'one', place } : { kind: 'none' };
    }
    let candidates = this.#findNamed(query);
    if (lat !== undefined && lng !== undefined) candidates = findAt({ lat, lng }, candidates);
    const county = foldCounty(query.county ?? '');
    if (county !== '') candidates = prefer(candidates, (place) => foldCounty(place.county) === county);
    const postal = normalizeZip(zip);
    if (postal !== undefined)
      candidates = prefer(
        candidates,
        (place) => place.zips.includes(postal) || place.nearZips.includes(postal),
      );
    const [place] = candidates;
    if (!place) return { kind: 'none' };
    return candidates.length === 1 ? { kind: 'one', place } : { kind: 'ambiguous', candidates };
  }

  #findNamed({ city = '', state = '' }: PlaceQuery): Place[] {
    this.#byName ??= this.#indexNames();
    const named = this.#byName.get(foldName(city)) ?? [];
    if (state.trim() === '') return named;
    const codes = this.#listCodes(state);
    return named.filter((place) => codes.includes(place.state));
  }

  /**
   * Lists the towns around a point, nearest first.
   * @throws {RangeError} for coordinates that are out of range
   */
  near(center: Coordinates, { withinMiles, minPopulation }: AreaOptions): PlaceAt[] {
    requireCoordinates(center);
    return selectPopulated(this.all, minPopulation)
      .map((place) => ({ place, miles: milesBetween(center, place) }))
      .filter(({ miles }) => miles <= withinMiles)
      .sort((a, b) => a.miles - b.miles);
  }

  /** @param state code, name, or an abbreviation such as `Tex.` */
  inState(state: string, minPopulation?: number): readonly Place[] {
    const places = this.#listCodes(state).flatMap((code) => this.#byState.get(code) ?? []);
    return selectPopulated(places, minPopulation);
  }

  /** @param county with or without its kind: `Travis` or `Travis County` */
  inCounty(county: string, state: string, minPopulation?: number): readonly Place[] {
    const key = foldCounty(county);
    return this.inState(state, minPopulation).filter(
      (place) => place.county !== '' && foldCounty(place.county) === key,
    );
  }

  /** Returns the town of a ZIP code: the one with its name, otherwise the nearest one. */
  withZip(zip: string): Place | undefined {
    this.#byZip ??= new Map(
      this.all.flatMap((place) => [...place.zips, ...place.nearZips].map((each) => [each, place] as const)),
    );
    return this.#byZip.get(normalizeZip(zip) ?? '');
  }
}

/** Reads a file of places. @returns `undefined` if the bytes aren't a complete file of places */
export function createPlaces(bytes: Uint8Array): Places | undefined {
  const file = readPlacesFile(bytes);
  return file && new Places(file);
}
