/** A town, and the columns that a sheet can have of it. */
import type { Coordinates } from './coordinates.ts';

export interface Place extends Coordinates {
  /** `St. Louis` */
  name: string;
  /** Other names that it is found by. */
  aliases: readonly string[];
  /** `US` */
  country: string;
  /** `MO`; with its country outside of the United States: `DE-02`. */
  state: string;
  /** `Missouri` */
  stateName: string;
  /** With its kind: `Travis County`, `Orleans Parish`. Empty for a town in several counties or none. */
  county: string;
  /** `undefined` if unknown. */
  population: number | undefined;
  /** `America/Chicago` */
  timezone: string;
  /** ZIP codes with the town's name, the most central one first. */
  zips: readonly string[];
  /** ZIP codes with another name, of which this is the nearest town: they aren't part of its address. */
  nearZips: readonly string[];
}

/** Columns of a town, as placeholders name them, in the order of a sheet. */
export const PLACE_COLUMNS = [
  'geo_city',
  'geo_state',
  'geo_county',
  'geo_zip',
  'geo_lat',
  'geo_lng',
  'geo_population',
  'geo_timezone',
] as const;

export type PlaceColumn = (typeof PLACE_COLUMNS)[number];

/** Returns the cells of a town; unknown values are empty. */
export function toRowValues(place: Place): Record<PlaceColumn, string> {
  return {
    geo_city: place.name,
    geo_state: place.country === 'US' ? place.state : place.stateName,
    geo_county: place.county,
    geo_zip: place.zips[0] ?? '',
    geo_lat: place.lat.toFixed(5),
    geo_lng: place.lng.toFixed(5),
    geo_population: place.population?.toString() ?? '',
    geo_timezone: place.timezone,
  };
}
