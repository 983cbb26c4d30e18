/** Selects towns by distance, state, county or ZIP codes: for the command line and for the API. */
import { slugify } from '../text/slugify.ts';
import type { Problem } from '../problem.ts';
import {
  areCoordinates,
  type Coordinates,
  normalizeZip,
  type Place,
  type PlaceColumn,
  type PlaceQuery,
  type Places,
  toRowValues,
} from './places.ts';

/** Exactly one of `near`, `state`, `county` and `zips` is set. */
export interface TownFilter {
  /** A town, or coordinates. */
  near?: PlaceText | undefined;
  /** In miles; 25 without it. */
  within?: number | undefined;
  state?: string | undefined;
  county?: { county: string; state: string } | undefined;
  /** ZIP codes, separated by line ends, spaces, commas or semicolons. */
  zips?: string | undefined;
  /** 0 includes places of unknown population, and is the default of `zips`. */
  minPopulation?: number | undefined;
}

/** A place as it was written, and its parts. */
export interface PlaceText {
  text: string;
  query: PlaceQuery;
}

export interface SelectedTown {
  place: Place;
  /** From the center of the area. */
  miles?: number;
  /** ZIP code that it was selected by. */
  zip?: string;
}

export interface TownSelection {
  towns: SelectedTown[];
  problems: Problem[];
  /** Center of the area; only with `near`. */
  center?: Coordinates;
  /** Towns that an ambiguous name may mean, each as a text that `parsePlace` takes. */
  choices?: string[];
}

/** Fault if an area has no towns. */
export const NO_TOWNS: Problem = {
  code: 'places-none',
  severity: 'fault',
  text: 'No matching towns. Choose a larger area or a lower minimum population.',
};
const DEFAULT_MILES = 25;
/** Places of unknown population are mostly neighborhoods. */
const DEFAULT_POPULATION = 1;
const ZIP_AT_END = /^(.*?)\s*\b(\d{5}(?:-\d{4})?)$/;
const COORDINATES = /^(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)$/;

/**
 * Parses `Austin, TX`, `Midway, Seminole County, FL`, `Midway, FL 32343`, `78701` or `30.27, -97.74`.
 * @returns `undefined` for other texts
 */
export function parsePlace(text: string): PlaceText | undefined {
  const [, lat, lng] = COORDINATES.exec(text.trim()) ?? [];
  if (lat !== undefined) return { text, query: { lat: Number(lat), lng: Number(lng) } };
  const [, rest = text, zip] = ZIP_AT_END.exec(text.trim()) ?? [];
  const parts = rest.split(',').map((part) => part.trim());
  if (parts.length > 3 || parts.slice(1).includes('') || (parts[0] === '' && zip === undefined))
    return undefined;
  const [city, county, state = county] = parts;
  return { text, query: { city, state, zip, county: parts.length === 3 ? county : undefined } };
}

function refuse(code: string, text: string, choices?: string[]): TownSelection {
  return { towns: [], problems: [{ code, severity: 'fault', text }], ...(choices && { choices }) };
}

const toTowns = (places: readonly Place[]): TownSelection => ({
  towns: places.map((place) => ({ place })),
  problems: [],
});

/** Returns the selected towns; none if a name is unknown or ambiguous. */
export function selectTowns(places: Places, filter: TownFilter): TownSelection {
  const { near, zips, county, minPopulation = DEFAULT_POPULATION } = filter;
  if (near) return selectNear(places, near, filter);
  if (zips !== undefined) return selectZips(places, zips, filter.minPopulation);
  const { state = '' } = county ?? filter;
  if (places.inState(state).length === 0)
    return refuse(
      'state-unknown',
      `No state is named "${state}". Use its code or name, such as TX or Texas.`,
    );
  if (!county) return toTowns(places.inState(state, minPopulation));
  if (places.inCounty(county.county, state).length === 0)
    return refuse('county-unknown', `No county of ${state} is named "${county.county}". Check its spelling.`);
  return toTowns(places.inCounty(county.county, state, minPopulation));
}

function selectNear(places: Places, { text, query }: PlaceText, filter: TownFilter): TownSelection {
  const center = findCenter(places, text, query);
  if ('problems' in center) return center;
  const { within: withinMiles = DEFAULT_MILES, minPopulation = DEFAULT_POPULATION } = filter;
  const { lat, lng } = center;
  return {
    towns: places.near(center, { withinMiles, minPopulation }),
    problems: [],
    center: { lat, lng },
  };
}

function findCenter(places: Places, text: string, query: PlaceQuery): Coordinates | TownSelection {
  const { lat, lng } = query;
  if (lat !== undefined && lng !== undefined) {
    if (areCoordinates({ lat, lng })) return { lat, lng };
    return refuse(
      'coordinates-invalid',
      `A latitude is from -90 to 90, and a longitude from -180 to 180: ${text}`,
    );
  }
  const found = places.find(query);
  if (found.kind === 'one') return found.place;
  if (found.kind === 'none')
    return refuse('place-unknown', `No town is known as "${text}". Write it as "Austin, TX".`);
  const choices = listChoices(found.candidates);
  return refuse('place-ambiguous', `${choices.length} towns are known as "${text}".`, choices);
}

/** Writes towns of the same name so that each can be found: by its county, ZIP code or coordinates. */
function listChoices(places: readonly Place[]): string[] {
  const counties = places.map(({ state, county }) => `${county}, ${state}`);
  return places.map(({ name, state, county, zips: [zip], lat, lng }) => {
    const own = `${county}, ${state}`;
    if (county !== '' && counties.filter((each) => each === own).length === 1) return `${name}, ${own}`;
    return zip === undefined ? `${lat}, ${lng}` : `${name}, ${state} ${zip}`;
  });
}

function selectZips(places: Places, text: string, minPopulation = 0): TownSelection {
  const problems: Problem[] = [];
  const zipByPlace = new Map<Place, string>();
  let nearby = 0;
  for (const { line, word } of listWords(text)) {
    const zip = normalizeZip(word);
    const place = zip === undefined ? undefined : places.withZip(zip);
    if (zip === undefined || !place) {
      const reason = zip === undefined ? `"${word}" isn't a ZIP code` : `No town has the ZIP code ${zip}`;
      const code = zip === undefined ? 'zip-invalid' : 'zip-unknown';
      problems.push({ code, severity: 'loss', text: `${reason}: it was skipped.`, line });
    } else if ((place.population ?? 0) >= minPopulation && !zipByPlace.has(place)) {
      zipByPlace.set(place, zip);
      if (place.nearZips.includes(zip)) nearby += 1;
    }
  }
  if (nearby > 0) {
    const subject = nearby === 1 ? '1 ZIP code has' : `${nearby.toLocaleString('en-US')} ZIP codes have`;
    const note = `${subject} no town of that name: the nearest town of the state was used. Check these rows.`;
    problems.push({ code: 'zip-nearest', severity: 'notice', text: note });
  }
  return { towns: [...zipByPlace].map(([place, zip]) => ({ place, zip })), problems };
}

/** Lists the ZIP codes of a text; skips a header. */
function listWords(text: string): { line: number; word: string }[] {
  const words = text.split(/\r\n|\r|\n/).flatMap((content, index) =>
    content
      .split(/[\s,;"]+/)
      .filter((word) => word !== '')
      .map((word) => ({ line: index + 1, word })),
  );
  const start = words.findIndex(({ line, word }) => line > 1 || /\d/.test(word));
  return words.slice(Math.max(0, start));
}

/** Cells of a town. `geo_url` tells towns of one name in one state apart. */
export type TownRow = Record<PlaceColumn, string> & { geo_url?: string };

/** Returns the cells of a selected town. */
export function toTownRow({ place, zip }: SelectedTown): TownRow {
  return { ...toRowValues(place), ...(zip !== undefined && { geo_zip: zip }) };
}

/** Returns the cells of towns for a new sheet; each has a `geo_url` if two of them would share their URL otherwise. */
export function toTownRows(towns: readonly SelectedTown[]): TownRow[] {
  const rows = towns.map(toTownRow);
  if (new Set(rows.map(toTownSlug)).size === rows.length) return rows;
  const taken = new Set<string>();
  return rows.map((row) => ({ ...row, geo_url: chooseTownSlug(row, taken) }));
}

/** Returns the slug of the page of a town in a sheet without a column for it. */
export const toTownSlug = ({ geo_city: city, geo_state: state }: TownRow): string =>
  slugify(`${city} ${state}`, 'segment');

/**
 * Chooses a slug that no other town has: with the county or the ZIP code, if another one has the same name and state.
 * @param taken gets the slug
 */
export function chooseTownSlug(row: TownRow, taken: Set<string>): string {
  const { geo_city: city, geo_county: county, geo_state: state, geo_zip: zip } = row;
  const own = toTownSlug(row);
  const names = [
    own,
    slugify(`${city} ${county} ${state}`, 'segment'),
    slugify(`${city} ${state} ${zip}`, 'segment'),
  ];
  let slug = names.find((name) => !taken.has(name));
  for (let number = 2; slug === undefined; number += 1)
    slug = taken.has(`${own}-${number}`) ? undefined : `${own}-${number}`;
  taken.add(slug);
  return slug;
}
